import WidgetModel

/// The link of a cell (OSC 8).
public struct TerminalLink: Sendable, Equatable {
  /// Printable ASCII without spaces.
  public let url: String
  /// The same for all cells of a link.
  public let id: Int

  /// - Returns: nil for anything but an `http`, `https` or `mailto` URL, and for one longer than terminals accept.
  public init?(_ url: String, id: Int) {
    guard url.utf8.count <= Self.longest, let scheme = URLScheme.of(url), URLScheme.withoutQuestion.contains(scheme) else {
      return nil
    }
    var safe = ""
    for byte in url.utf8 {
      if (0x21...0x7E).contains(byte) {
        safe.unicodeScalars.append(Unicode.Scalar(byte))
      } else if byte < 0x20 || byte == 0x7F {
        // No valid URL has control characters.
        return nil
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        safe += "%" + (digits.count < 2 ? "0" : "") + digits
      }
    }
    guard safe.utf8.count <= Self.longest else { return nil }
    self.url = safe
    self.id = id
  }

  private static let longest = 2083

  var opening: String { "\u{1B}]8;id=w\(id);\(url)\u{1B}\\" }
  static let closing = "\u{1B}]8;;\u{1B}\\"
}
