/// URL schemes, and which of them a widget may name (RFC 3986, section 3.1).
public enum URLScheme {
  /// They run code or read files in the program that opens them.
  static let dangerous: Set<String> = ["javascript", "vbscript", "data", "file", "blob", "about", "view-source"]
  /// They belong to other programs, so no widget can claim them.
  static let reserved: Set<String> = dangerous.union(["http", "https", "mailto"])

  /// `[a-zA-Z][a-zA-Z0-9+.-]*`, at most 64 characters.
  static func isValid(_ text: some StringProtocol) -> Bool {
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
