/// The schemes of URLs that open something: the only list of them. Source: RFC 3986, section 3.1.
public enum URLScheme {
  /// Opened by a tap without a question, in the user's browser or mail program. Every other scheme starts a program of its own, so a link
  /// and `open_url` need the user's permission for it.
  public static let withoutQuestion: Set<String> = ["https", "http", "mailto"]
  /// Never opened: they run code or read files in the program opening them.
  public static let dangerous: Set<String> = [
    "javascript", "vbscript", "data", "file", "blob", "filesystem", "about", "view-source", "jar", "ms-appx", "res",
  ]
  /// They belong to other programs, so no widget can claim them.
  public static let reserved: Set<String> = dangerous.union(withoutQuestion)

  /// `[a-zA-Z][a-zA-Z0-9+.-]*`, at most 64 characters.
  public static func isValid(_ text: some StringProtocol) -> Bool {
    guard let first = text.utf8.first, isLetter(first), text.utf8.count <= 64 else { return false }
    return text.utf8.allSatisfy { isLetter($0) || (48...57).contains($0) || $0 == 43 || $0 == 45 || $0 == 46 }
  }

  /// The scheme in lowercase; nil for a relative reference and for an invalid scheme.
  public static func of(_ url: String) -> String? {
    guard let colon = url.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let scheme = url[..<colon]
    return isValid(scheme) ? scheme.lowercased() : nil
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (97...122).contains(byte | 0x20) }
}
