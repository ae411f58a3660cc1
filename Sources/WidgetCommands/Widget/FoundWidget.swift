package import WidgetHost
package import WidgetModel
import WidgetRendering
package import WidgetRuntime

/// The widget named by an argument.
package struct FoundWidget: Sendable {
  /// The path of its file or folder; the argument itself if there's no such widget.
  package var path: String
  /// The board entry, if the argument is an id on a board.
  package var entry: BoardEntry?
  /// Why a board's widgets couldn't be searched.
  package var problem: BoardFileError?

  package init(path: String, entry: BoardEntry? = nil, problem: BoardFileError? = nil) {
    self.path = path
    self.entry = entry
    self.problem = problem
  }

  /// An entry for a board with just this widget.
  package var ownEntry: BoardEntry {
    var own = entry ?? BoardEntry(file: path)
    own.file = path
    own.isHidden = false
    return own
  }

  package func script() throws(Failure) -> WidgetScript { try WidgetScript(path: path) }

  package func identity(_ script: WidgetScript) -> WidgetIdentity {
    WidgetIdentity(
      script: script, assignments: (entry?.settings ?? []).map { ($0.name, $0.value) }, entryID: entry?.explicitID)
  }

  /// Reports a board that couldn't be searched, on standard error.
  package func reportProblem() {
    guard let problem else { return }
    Console.standardError.write("luawidget: \(terminalSafe("\(problem)")); the widgets of this board are not found by name\n")
  }
}
