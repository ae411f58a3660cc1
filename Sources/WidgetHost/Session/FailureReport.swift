public import WidgetModel
import WidgetRendering
public import WidgetRuntime

/// A failure as text for the user: the message, the location with the surrounding source lines, the callers, and a remedy.
public struct FailureReport: Sendable {
  public var failure: Failure
  /// The source to quote from.
  public var script: WidgetScript?

  public init(failure: Failure, script: WidgetScript? = nil) {
    self.failure = failure
    self.script = script
  }

  /// The text for standard error: a message without a location begins with the program's name, one with a location begins with
  /// that, as compilers do it.
  public var message: String { failure.location == nil ? "luawidget: \(text)" : text }

  /// Several lines, the last with its newline. Text from the script is escaped for the terminal.
  public var text: String {
    var lines = ["\(heading)"]
    if let location = failure.location {
      lines[0] = "\(terminalSafe(location.file)):\(location.line): \(heading)"
      lines += excerpt(location)
    }
    let callers = failure.traceback.dropFirst(failure.traceback.first == failure.location ? 1 : 0)
    for caller in callers.prefix(5) where caller != failure.location {
      lines.append("  called from \(terminalSafe(caller.file)):\(caller.line)")
    }
    if let remedy = failure.remedy { lines.append("  try: \(terminalSafe(remedy))") }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The location, the source lines around it and the callers, for a place already showing the message and the remedy; nil
  /// without them.
  public var source: String? {
    guard let location = failure.location else { return nil }
    let excerpt = excerpt(location)
    guard !excerpt.isEmpty else { return nil }
    let callers = failure.traceback.filter { $0 != location }.prefix(5).map { "called from \(terminalSafe($0.file)):\($0.line)" }
    return (["\(terminalSafe(location.file)):\(location.line)"] + excerpt + callers).joined(separator: "\n") + "\n"
  }

  private var heading: String {
    let message = ConsoleFormat.indented(failure.message)
    return failure.kind == .reported ? "update failed: \(message)" : message
  }

  /// The line and its neighbours.
  private func excerpt(_ location: SourceLocation) -> [String] {
    guard let source = script?.source(of: location.file) else { return [] }
    var all = String(decoding: source, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    // A final newline ends the last line and doesn't start another one.
    if all.last == "" { all.removeLast() }
    guard location.line <= all.count else { return [] }
    let first = max(1, location.line - 1)
    let last = min(all.count, location.line + 1)
    guard first <= last else { return [] }
    let width = String(last).count
    return (first...last).map { number in
      let label = String(number).padded(to: width, with: " ")
      let text = terminalSafe(String(all[number - 1].prefix(160)))
      return "\(number == location.line ? "  > " : "    ")\(label) | \(text)"
    }
  }
}
