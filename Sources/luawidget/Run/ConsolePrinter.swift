import WidgetEngine
import WidgetHost
import WidgetModel
import WidgetRendering

/// Writes what a script prints to standard error.
struct ConsolePrinter {
  var quiet: Bool
  /// Debug lines too.
  var verbose: Bool

  func print(_ line: ConsoleLine) {
    if let text = text(line) { Console.standardError.write(text) }
  }

  /// The line as it is shown; nil when it is not.
  func text(_ line: ConsoleLine) -> String? {
    if quiet || (line.level == .debug && !verbose) { return nil }
    let level = line.level == .print ? "" : "\(line.level.rawValue): "
    return level + terminalSafe(line.text, multiline: true) + "\n"
  }

  func print(_ statistics: WorkerStatistics, _ counters: Counters.Values) {
    Console.standardError.write(
      """
      cost: \(statistics.cpuMicroseconds) µs of processor time, \(statistics.heapBytes / 1024) KiB of Lua memory; \
      \(counters.contentCalls) content, \(counters.snapshotWrites) snapshot written\n
      """)
  }
}
