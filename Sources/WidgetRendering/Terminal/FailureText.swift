public import WidgetModel

/// A failed update in words, for the foot of a widget.
public enum FailureText {
  /// What failed, where, why; then, as a paragraph of its own, what to do next.
  static func text(_ failure: Failure, glyphs: TerminalGlyphs) -> [String] {
    zip([glyphs.warning, glyphs.remedy], paragraphs(failure)).map { "\($0) \($1)" }
  }

  /// The same without signs before them: one paragraph or two, safe to draw.
  public static func paragraphs(_ failure: Failure) -> [String] {
    var reason = terminalSafe(failure.message, multiline: true, limit: 600)
    if reason.allSatisfy({ $0 == " " || $0 == "\n" }) { reason = "no reason given" }
    if let location = failure.location { reason = "\(terminalSafe(location.file, limit: 80)):\(location.line): " + reason }
    let heading = title(failure.kind).map { "\($0): " } ?? ""
    var paragraphs = [heading + reason]
    if let remedy = failure.remedy, !remedy.isEmpty {
      paragraphs.append(terminalSafe(remedy, multiline: true, limit: 300))
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
  public static func color(_ kind: Failure.Kind) -> ColorName {
    switch kind {
    case .reported, .denied, .usage: .yellow
    case .unreadable, .load, .script, .view, .killedTime, .killedMemory, .crashed, .storage, .internalError: .red
    }
  }
}
