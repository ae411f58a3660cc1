public import WidgetHelpers
public import WidgetModel
import WidgetRendering

/// Which of a script's console lines to show, and how.
public struct ConsoleFormat: Sendable, Equatable {
  /// Hides all lines.
  public var isQuiet: Bool
  /// Shows debug lines too.
  public var isVerbose: Bool

  public init(isQuiet: Bool = false, isVerbose: Bool = false) {
    self.isQuiet = isQuiet
    self.isVerbose = isVerbose
  }

  /// The line with its level and a newline, escaped for the terminal; nil if it's hidden.
  ///
  /// Line breaks in it are followed by an indentation, and a line in luawidget's name begins with one: scripts can't write lines
  /// that look like luawidget's own.
  public func text(_ line: ConsoleLine) -> String? {
    if isQuiet || (line.level == .debug && !isVerbose) { return nil }
    let text = Self.indented(line.text)
    if line.level == .print { return (text.hasPrefix("luawidget") ? "  " : "") + text + "\n" }
    return "\(line.level.rawValue): \(text)\n"
  }

  /// A script's multi-line text, escaped for the terminal, with all lines but the first indented.
  static func indented(_ text: String) -> String {
    terminalSafe(text, multiline: true).split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\n  ")
  }

  /// The cost of an update, for `--verbose`.
  public static func costs(_ statistics: WorkerStatistics, _ counters: Counters.Values) -> String {
    """
    cost: \(statistics.cpuMicroseconds) µs of processor time, \(statistics.heapBytes / 1024) KiB of Lua memory; \
    calls of content: \(counters.contentCalls), snapshots written: \(counters.snapshotWrites)\n
    """
  }
}
