import WidgetHelpers
import WidgetModel
import WidgetServices
import WidgetSystem

/// Calls in the worker, and the host calls that come back.
extension Widget {
  func start() throws(Failure) -> Worker {
    retire()
    guard let executable = configuration.workerExecutable ?? HelperProgram.worker.path else {
      throw Failure(
        .internalError, HelperProgram.worker.missing, remedy: HelperProgram.installation)
    }
    do {
      let started = try Worker(
        starting: executable, api: EncodedPrelude.bytes, budgets: configuration.budgets,
        seed: configuration.seed ?? .random(in: .min ... .max), fixedTime: configuration.fixedTime)
      worker = started
      // A long-running program has a thread for each widget.
      if configuration.executor == nil { started.reapWhenEnded() }
      cancellation.use(started.canceller)
      return started
    } catch {
      throw Failure(error, script: script)
    }
  }

  func call(
    _ worker: Worker, _ entry: String, _ arguments: [LuaValue], phase: Phase, tap: TapState = .none
  ) throws(Failure) -> LuaValue {
    configuration.gate?.enter()
    defer { configuration.gate?.leave() }
    let time = phase == .update ? min(budgets.updateTime, session.manifest.timeout ?? .infinity) : 30
    let deadline = MonotonicTime.now() + time
    session.begin(deadline: deadline)
    session.tap = tap
    session.isAbandoned = { [cancellation, canceller = worker.canceller] in cancellation.isCancelled || canceller.hasEnded }
    session.onRedraw = { [unowned session, proposedInsets, onRedraw] record throws(HostError) in
      do throws(Failure) {
        onRedraw(try session.presentation(record, proposed: proposedInsets))
      } catch {
        throw HostError(error.message)
      }
    }
    defer { collectDenials() }
    if !mask.isEmpty { worker.shorten = { [mask] in mask.masked($0, limit: $1) } }
    do throws(WorkerError) {
      let record = try worker.call(
        entry, arguments, phase: phase, deadline: deadline, limit: time, onLog: onConsole,
        onHostCall: { [session, gate = configuration.gate] name, arguments in
          gate?.leave()
          defer { gate?.enter(isReturning: true) }
          do throws(HostError) {
            return .value(try HostAPI.call(name, arguments, session))
          } catch {
            return .refused(error.message, cause: error.cause)
          }
        })
      return mask.masked(record)
    } catch {
      if case .script = error {} else { retire() }
      let failure = Failure(error, script: script)
      if case .script(let raised) = error, failure.kind == .denied { namedDenial = raised.denial.map { mask.masked($0.message) } }
      throw mask.masked(failure)
    }
  }
}
