import WidgetModel

/// A failed update in words, for the foot of a widget.
enum FailureText {
  /// What failed, where, why; then, as a paragraph of its own, what to do next.
  static func text(_ failure: Failure, glyphs: TerminalGlyphs) -> [String] {
    var reason = terminalSafe(failure.message, multiline: true, limit: 600)
    if reason.allSatisfy({ $0 == " " || $0 == "\n" }) { reason = "no reason given" }
    if let location = failure.location { reason = "\(terminalSafe(location.file, limit: 80)):\(location.line): " + reason }
    let heading = title(failure.kind).map { "\($0): " } ?? ""
    var paragraphs = ["\(glyphs.warning) \(heading)\(reason)"]
    if let remedy = failure.remedy, !remedy.isEmpty {
      paragraphs.append("\(glyphs.remedy) " + terminalSafe(remedy, multiline: true, limit: 300))
    }
    return paragraphs
  }

  /// nil for those whose message says it all.
  private static func title(_ kind: Failure.Kind) -> String? {
    switch kind {
    case .reported: "failed"
    case .unreadable: "not readable"
    case .load: "not loaded"
    case .script: "error in the script"
    case .view: "error in the view"
    case .usage: "wrong settings"
    case .denied: "not allowed"
    case .killedTime, .killedMemory: nil
    case .crashed: "crashed"
    case .storage: "not stored"
    case .internalError: "internal error"
    }
  }

  /// Yellow for what the author or the reader can wait out, red for what is broken.
  static func color(_ kind: Failure.Kind) -> ColorName {
    switch kind {
    case .reported, .denied, .usage: .yellow
    case .unreadable, .load, .script, .view, .killedTime, .killedMemory, .crashed, .storage, .internalError: .red
    }
  }
}
