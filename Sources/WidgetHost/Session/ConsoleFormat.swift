public import WidgetEngine
public import WidgetModel
import WidgetRendering

/// Which of a script's console lines are shown, and how.
public struct ConsoleFormat: Sendable, Equatable {
  /// Hides all lines.
  public var isQuiet: Bool
  /// Shows debug lines too.
  public var isVerbose: Bool

  public init(isQuiet: Bool = false, isVerbose: Bool = false) {
    self.isQuiet = isQuiet
    self.isVerbose = isVerbose
  }

  /// The line with its level and a newline, escaped for the terminal; nil if it is hidden.
  public func text(_ line: ConsoleLine) -> String? {
    if isQuiet || (line.level == .debug && !isVerbose) { return nil }
    let level = line.level == .print ? "" : "\(line.level.rawValue): "
    return level + terminalSafe(line.text, multiline: true) + "\n"
  }

  /// The cost of an update, for `--verbose`.
  public static func costs(_ statistics: WorkerStatistics, _ counters: Counters.Values) -> String {
    """
    cost: \(statistics.cpuMicroseconds) µs of processor time, \(statistics.heapBytes / 1024) KiB of Lua memory; \
    calls of content: \(counters.contentCalls), snapshots written: \(counters.snapshotWrites)\n
    """
  }
}
