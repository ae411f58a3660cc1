import WidgetHost
import WidgetModel
import WidgetRendering
import WidgetRuntime
import WidgetServices

/// One update, drawn once: what a pipe, a file and a script get.
struct OneShotRun {
  var session: WidgetSession
  var script: WidgetScript
  var options: RunOptions
  var clock: any WidgetClock

  /// - Returns: The status to exit with.
  func run() async throws -> Exit {
    let console = Task { [options] in
      var card: Snapshot?
      for await event in session.events {
        switch event {
        case .console(let line): options.consolePrinter.print(line)
        case .shown(let snapshot, _): card = snapshot
        case .updating, .reloadFailed: break
        }
      }
      return card
    }
    do {
      try await session.loadStored()
    } catch {
      if !options.quiet { Console.standardError.write("luawidget: \(terminalSafe("\(error)"))\n") }
    }
    let update = await session.update(options.context(.launch, lastUpdate: await session.snapshot?.updatedAt))
    let stored = await session.snapshot
    let statistics = await session.statistics
    let pictures = options.needsPictures ? await session.pictures() : [:]
    await session.close()
    let card = await console.value

    if options.verbose { options.consolePrinter.print(statistics, session.counters.values) }
    if case .failed(let failure, _) = update, !options.quiet {
      Console.standardError.write(FailureReport(failure: failure, script: script).text)
    }
    if let snapshot = stored ?? card { try write(snapshot, pictures) }
    switch update {
    case .newData: return .success
    case .noData: return options.strict ? .noData : .success
    case .failed(let failure, _): return Exit(failure)
    }
  }

  private func write(_ snapshot: Snapshot, _ pictures: [String: [UInt8]]) throws {
    let bytes = try Drawing(options: options, clock: clock).bytes(snapshot, counters: session.counters, pictures: pictures)
    if let path = options.output {
      try OutputFile.write(bytes, to: path)
    } else if !Console.standardOutput.write(bytes) {
      // Nobody reads any more (`| head -1`): not an error of ours. A full disk is.
      if Console.lastErrorIsBrokenPipe { return }
      throw CommandFailure("standard output: \(Console.lastErrorText)", .internalError)
    }
  }
}
