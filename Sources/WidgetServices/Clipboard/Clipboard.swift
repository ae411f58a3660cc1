/// The clipboard of whoever taps: that of the terminal, the browser or the desktop. Nothing reads it.
public protocol Clipboard: Sendable {
  /// Replaces what's on the clipboard.
  ///
  /// - Parameters:
  ///   - text: A text that ``ClipboardText`` allows.
  ///   - instance: The widget that was tapped.
  func write(_ text: String, for instance: String) throws(ClipboardProblem)
}

/// Why there's no clipboard.
public struct ClipboardProblem: Error, Sendable, Equatable, CustomStringConvertible {
  public let description: String

  public init(_ reason: String) { description = reason }
}

/// Where nobody taps.
public struct NoClipboard: Clipboard {
  public init() {}

  public func write(_ text: String, for instance: String) throws(ClipboardProblem) {
    throw ClipboardProblem("nothing here has a clipboard")
  }
}

/// A text that may go onto a clipboard. Control characters could do more than what the user sees when it's pasted into a terminal.
public struct ClipboardText {
  /// Bytes of UTF-8: terminals drop longer ones.
  public static let limit = 64 << 10

  public let value: String

  /// - Returns: nil for a text with control characters, or with characters that reorder what's shown.
  public init?(_ text: String) {
    guard text.utf8.count <= Self.limit, text.unicodeScalars.allSatisfy(Self.isAllowed) else { return nil }
    value = text
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\t", "\n": true
    // Nobody sees these, and some programs end a line there.
    case "\u{200B}", "\u{2028}", "\u{2029}", "\u{FEFF}": false
    // The bidirectional overrides, embeddings and isolates of Unicode Standard Annex #9.
    case "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}": false
    default: scalar.properties.generalCategory != .control
    }
  }
}
