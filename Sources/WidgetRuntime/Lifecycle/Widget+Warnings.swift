import WidgetModel
import WidgetServices

extension Widget {
  /// Reports what is probably wrong in a view and yet can be shown.
  func reportWarnings(about presentation: Presentation, _ record: LuaValue) {
    for warning in presentation.warnings { warn("\(warning)", at: warning.location) }
    reportImages(in: record["content"])
  }

  /// Writes a warning to the console, once until the script is loaded again.
  func warn(_ message: String, at location: SourceLocation?) {
    let line = (location.map { "\($0.file):\($0.line): " } ?? "") + message
    guard reportedWarnings.count < 100, reportedWarnings.insert(line).inserted else { return }
    onConsole(ConsoleLine(.warning, mask.masked(line)))
  }
}
