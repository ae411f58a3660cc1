import WidgetHelpers
import WidgetModel
import WidgetServices

/// Views and results, made of a worker's records.
extension Widget {
  func present(
    _ entry: String, _ arguments: [LuaValue], phase: Phase, tap: TapState = .none
  ) throws(Failure) -> Presentation {
    guard let worker else { throw Failure(.internalError, "the worker is gone") }
    do {
      let record = try call(worker, entry, arguments, phase: phase, tap: tap)
      let presentation = try presentation(record)
      reportWarnings(about: presentation, record)
      try commit()
      reportDenials()
      return presentation
    } catch {
      session.discard()
      reportDenials()
      throw error
    }
  }

  func presentation(_ record: LuaValue) throws(Failure) -> Presentation {
    var presentation = try session.presentation(record, proposed: proposedInsets)
    let assumed = assumedAccessory.flatMap { presentation.view?.isTooLarge(for: $0) == true ? $0 : nil }
    if let family = substitutedAccessory ?? assumed {
      presentation.view = presentation.view?.asAccessory(family, icon: session.manifest.icon)
      presentation.preferredSize = .zero
    }
    collectDenials()
    return presentation
  }

  func finish(_ record: LuaValue) throws(Failure) -> Update {
    let refreshAfter = record["refresh_after"].double
    switch record["result"].string {
    case "new_data":
      let presentation = try presentation(record)
      reportWarnings(about: presentation, record)
      try commit()
      return .newData(presentation)
    case "no_data":
      let presentation = record["content"].isNull ? nil : try presentation(record)
      if let presentation { reportWarnings(about: presentation, record) }
      try commit()
      return .noData(presentation, refreshAfter: refreshAfter)
    case "failed":
      try commit()
      let reason = record["reason"].stringBytes.map { String(decoding: $0, as: UTF8.self) }
      if let reason, !reason.isEmpty { session.forget(returned: reason) }
      let denials = session.denials.map(mask.masked)
      if var denial = denials.first(where: { $0.message == reason }) ?? denials.first {
        if let reason, !reason.isEmpty, reason != denial.message { denial.message = reason } else { namedDenial = denial.message }
        return .failed(denial, refreshAfter: refreshAfter)
      }
      return .failed(Failure(.reported, reason ?? "the script gave no reason"), refreshAfter: refreshAfter)
    default:
      throw Failure(.crashed, "the worker broke the protocol: an update without a result")
    }
  }

  func commit() throws(Failure) {
    do { try session.commit() } catch { throw Failure(error) }
  }
}

extension Widget {
  /// Keeps the denials from a finished call.
  func collectDenials() {
    for denial in session.denials where knownDenials.insert(denial.message).inserted { newDenials.append(denial) }
  }

  /// Reports denials the script ignored, which would otherwise leave no trace.
  func reportDenials() {
    for denial in newDenials where namedDenial != mask.masked(denial.message) {
      let message = mask.masked("permission denied: \(denial.message)" + (denial.remedy.map { "; \($0)" } ?? ""))
      onConsole(ConsoleLine(.warning, message))
      onDenial(message)
    }
    newDenials = []
    namedDenial = nil
    for name in (session.calledFunctions ?? []).sorted() { reportNewer(name) }
    for text in (session.returnedFailures + session.takeWarnings()).map(mask.masked) where reportedWarnings.insert(text).inserted
    {
      onConsole(ConsoleLine(.warning, text))
    }
  }
}
