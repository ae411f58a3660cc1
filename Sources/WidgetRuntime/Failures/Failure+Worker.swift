package import WidgetHelpers
package import WidgetModel
import WidgetServices

/// Messages and remedies for a worker's errors.
extension Failure {
  /// The host ended the widget during a call.
  package static let cancelled = Failure(.internalError, "the widget was closed or replaced before it was done")

  /// - Parameter script: The script that ran; nil for a worker that only starts.
  package init(_ error: WorkerError, script: WidgetScript?) {
    switch error {
    case .script(let error):
      if let script { self.init(error, script: script) } else { self.init(.script, error.message) }
    case .killedMemory(let limit):
      self.init(
        .killedMemory, "stopped: it used more than \(limit >> 20) MiB of memory",
        remedy: "keep less at once; process data in parts")
    case .killedCPU(let phase, let milliseconds, let location):
      self.init(
        .killedTime, "stopped: \(phase.words) used more than \(milliseconds) ms of processor time", at: location,
        remedy: "look for an endless loop")
    case .killedHostCPU(let phase, let milliseconds, let call):
      self.init(
        .killedTime, "stopped: the calls of \(phase.words), such as \(call), used more than \(milliseconds) ms of processor time",
        remedy: "pass them less text, or call them less often")
    case .overdue(let phase, let seconds, let location):
      self.init(
        .killedTime, "stopped: \(phase.words) did not respond for \(Self.tenths(seconds)) s", at: location,
        remedy: "look for an endless loop or pattern")
    case .updateTimeout(let seconds):
      self.init(
        .killedTime, "stopped: the update took longer than \(Self.tenths(seconds)) s",
        remedy: "give fetch a shorter timeout, or fetch less")
    case .crashed(let death):
      self.init(
        .crashed, "the worker crashed (\(death.words)), which no script should be able to cause; it was stopped safely",
        remedy: "luawidget doctor, if it happens again")
    case .protocolViolation(let what): self.init(.crashed, "the worker violated the protocol: \(what)")
    case .versionMismatch: self.init(.internalError, HelperProblem.upgraded, remedy: HelperProgram.installation)
    case .unreadableFrame:
      self.init(
        .internalError, "luawidget sent its worker an unreadable message",
        remedy: "this is a bug in luawidget, not in the script")
    case .cannotStart(let path, let reason):
      self.init(.internalError, HelperProblem.cannotStart(path, reason), remedy: HelperProgram.installation)
    case .cancelled: self = .cancelled
    case .aborted(let failure): self = failure
    }
  }

  private init(_ error: ScriptError, script: WidgetScript) {
    var message = error.message
    var location = error.location
    // Lua prefixes the message with the position, which is shown separately, along with the source line.
    if let (found, rest) = SourceLocation.parse(prefixOf: message) {
      if location == nil || location == found || error.kind == .syntax { location = found }
      if location == found { message = rest }
    }
    let kind: Kind =
      switch error.kind {
      case .script: .script
      case .syntax: .load
      case .value: .view
      }
    var place = location ?? error.traceback.first
    let source = LuaSource(String(decoding: place.flatMap { script.source(of: $0.file) } ?? [], as: UTF8.self))
    switch error.kind {
    case .value: self.init(kind, message, at: place, traceback: error.traceback)
    case .syntax:
      let hint = SyntaxHint(message, line: place?.line ?? 1, in: source)
      if let line = hint.line { place?.line = line }
      self.init(kind, hint.message ?? message, at: place, traceback: error.traceback, remedy: hint.remedy)
    case .script:
      if let cause = error.cause ?? (error.origin == .failure ? error.deniedFetch : nil) {
        self = cause.raised(as: message, at: place, traceback: error.traceback)
        return
      }
      let site = ErrorSite(message: message, line: place?.line, source: source, latestFailure: error.latestFailure)
      let hint = ScriptHint.find(site)
      self.init(
        hint?.kind ?? kind, hint?.message ?? message, at: place, traceback: error.traceback, remedy: hint?.remedy)
    }
  }

  /// The same reason, for an error that a script didn't catch.
  private func raised(as message: String, at location: SourceLocation?, traceback: [SourceLocation]) -> Failure {
    Failure(
      kind, kind == .denied ? "permission denied: \(self.message)" : message, at: location, traceback: traceback, remedy: remedy)
  }

  init(_ error: StoreError) { self.init(.storage, "\(error)", remedy: error.remedy) }

  private static func tenths(_ seconds: Double) -> String {
    let tenths = Int(saturating: (seconds * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}

extension ScriptError {
  /// The missing permission that this error or the nil before it comes from.
  var denial: Failure? { cause?.kind == .denied ? cause : deniedFetch }

  fileprivate var deniedFetch: Failure? {
    guard let latestFailure, latestFailure.kind == FetchError.Kind.denied.rawValue else { return nil }
    return Failure(.denied, latestFailure.message, remedy: latestFailure.remedy)
  }
}

extension Phase {
  var words: String {
    switch self {
    case .load: "loading"
    case .update: "the update"
    case .tap: "the button's action"
    case .content: "content"
    }
  }
}

extension WorkerDeath {
  var words: String {
    switch self {
    case .exited(let status): "status \(status)"
    case .signalled(let number): "signal \(number)"
    }
  }
}

extension SourceLocation {
  /// Splits `flight.lua:12: message`.
  static func parse(prefixOf message: String) -> (SourceLocation, rest: String)? {
    let parts = message.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, !parts[0].isEmpty, parts[0].utf8.count <= 200, let line = Int(parts[1]), line > 0 else { return nil }
    return (SourceLocation(file: String(parts[0]), line: line), String(parts[2].drop(while: { $0 == " " })))
  }
}
