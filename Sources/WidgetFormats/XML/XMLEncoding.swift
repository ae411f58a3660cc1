/// The encodings of XML documents, by the names that documents and servers give them.
enum XMLEncoding {
  /// The canonical name of an encoding, for any of its aliases; nil for an encoding that is not supported.
  static func canonical(_ name: String) -> String? {
    let key = name.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    return names[key]
  }

  /// Whether the document begins with a byte order mark, which takes precedence over any header (XML 1.0, appendix F).
  static func hasByteOrderMark(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0xEF, 0xBB, 0xBF]) || bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE])
  }

  private static let names: [String: String] = [
    "utf8": "utf-8", "utf16": "utf-16", "utf16le": "utf-16le", "utf16be": "utf-16be", "ascii": "us-ascii", "usascii": "us-ascii",
    "iso88591": "iso-8859-1", "latin1": "iso-8859-1", "l1": "iso-8859-1", "iso88592": "iso-8859-2", "latin2": "iso-8859-2",
    "iso885915": "iso-8859-15", "latin9": "iso-8859-15", "windows1252": "windows-1252", "cp1252": "windows-1252",
    "windows1250": "windows-1250", "cp1250": "windows-1250", "windows1251": "windows-1251", "cp1251": "windows-1251",
  ]
}
