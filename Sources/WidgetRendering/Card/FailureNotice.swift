public import WidgetModel

/// Why the newest update failed, as text for a card. Safe to draw.
public struct FailureNotice: Sendable, Equatable {
  /// The failure with its place and reason: `error in the script: flight.lua:12: ...`.
  public var reason: String
  /// The next step for the user.
  public var remedy: String?
  public var color: ColorName

  public init(_ failure: Failure) {
    var message = terminalSafe(failure.message, multiline: true, limit: 600)
    if message.allSatisfy({ $0 == " " || $0 == "\n" }) { message = "no reason given" }
    if let location = failure.location { message = "\(terminalSafe(location.file, limit: 80)):\(location.line): " + message }
    reason = (Self.title(failure.kind).map { "\($0): " } ?? "") + message
    if let remedy = failure.remedy, !remedy.isEmpty { self.remedy = terminalSafe(remedy, multiline: true, limit: 300) }
    color = Self.color(failure.kind)
  }

  /// The reason, then the remedy.
  public var paragraphs: [String] { [reason, remedy].compactMap { $0 } }

  /// nil where the message alone is clear.
  private static func title(_ kind: Failure.Kind) -> String? {
    switch kind {
    case .reported: "failed"
    case .missing: "not found"
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

  /// Yellow for whatever a retry, the user or a permission can solve; red for defects.
  public static func color(_ kind: Failure.Kind) -> ColorName {
    switch kind {
    case .reported, .denied, .usage: .yellow
    case .missing, .unreadable, .load, .script, .view, .killedTime, .killedMemory, .crashed, .storage, .internalError: .red
    }
  }
}
