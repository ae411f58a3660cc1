public import WidgetModel

/// Why the newest update failed, as text for a card. Safe to draw.
public struct FailureNotice: Sendable, Equatable {
  /// The failure with its place and reason: `error in the script: flight.lua:12: ...`.
  public var reason: String
  /// The next step for the user.
  public var remedy: String?
  public var color: ColorName

  public init(_ failure: Failure, _ words: HostWords = .english) {
    var message = terminalSafe(failure.message, multiline: true, limit: 600)
    if message.allSatisfy({ $0 == " " || $0 == "\n" }) { message = words("no reason given") }
    if let location = failure.location { message = "\(terminalSafe(location.file, limit: 80)):\(location.line): " + message }
    reason = (Self.title(failure.kind).map { "\(words($0)): " } ?? "") + message
    if let remedy = failure.remedy, !remedy.isEmpty { self.remedy = terminalSafe(remedy, multiline: true, limit: 300) }
    color = Self.color(failure.kind)
  }

  /// The reason, then the remedy.
  public var paragraphs: [String] { [reason, remedy].compactMap { $0 } }

  /// nil where the message alone is clear.
  private static func title(_ kind: Failure.Kind) -> String? {
    switch kind {
    case .reported: phrase("failed")
    case .missing: phrase("not found")
    case .unreadable: phrase("not readable")
    case .load: phrase("not loaded")
    case .script: phrase("error in the script")
    case .view: phrase("error in the view")
    case .usage: phrase("wrong settings")
    case .denied: phrase("not allowed")
    case .killedTime, .killedMemory: nil
    case .crashed: phrase("crashed")
    case .storage: phrase("not stored")
    case .internalError: phrase("internal error")
    }
  }

  /// Yellow for whatever a retry, the user or a permission can solve; red for defects.
  public static func color(_ kind: Failure.Kind) -> ColorName {
    switch kind {
    case .reported, .denied, .usage: .yellow
    case .missing, .unreadable, .load, .script, .view, .killedTime, .killedMemory, .crashed, .storage, .internalError: .red
    }
  }
}
