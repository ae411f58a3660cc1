/// A character encoding that texts on the web use.
public struct Charset: Sendable, Equatable {
  /// The name for `iconv_open`.
  let name: String

  public static let utf8 = Charset(name: "UTF-8")
  static let utf16le = Charset(name: "UTF-16LE")
  static let utf16be = Charset(name: "UTF-16BE")

  private init(name: String) { self.name = name }

  /// The charset with this label, as in browsers (WHATWG Encoding, section 4.2): `latin1` and `us-ascii` are windows-1252.
  ///
  /// - Returns: nil for unknown and for stateful charsets (ISO-2022, UTF-7).
  public init?(label: String) {
    let key = label.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    guard let name = Self.labels[key] else { return nil }
    self.name = name
  }

  /// The parameter `charset` of a Content-Type (RFC 9110 section 8.3.1), or nil.
  public static func label(ofContentType value: String) -> String? {
    for parameter in value.split(separator: ";").dropFirst() {
      let parts = parameter.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, parts[0].filter({ $0 != " " && $0 != "\t" }).lowercased() == "charset" else { continue }
      return String(parts[1].filter { $0 != " " && $0 != "\t" && $0 != "\"" && $0 != "'" })
    }
    return nil
  }

  private static let labels: [String: String] = {
    var labels: [String: String] = [:]
    for (name, others) in table {
      for label in others.split(separator: " ") { labels[String(label)] = name }
    }
    return labels
  }()

  private static let table = [
    "UTF-8": "utf8 unicode11utf8",
    "UTF-16LE": "utf16 utf16le unicode ucs2 iso10646ucs2",
    "UTF-16BE": "utf16be",
    "CP1252": "windows1252 cp1252 xcp1252 ascii usascii ansix341968 iso88591 iso885911987 latin1 l1 cp819 ibm819",
    "CP1250": "windows1250 cp1250 xcp1250", "CP1251": "windows1251 cp1251 xcp1251", "CP1253": "windows1253 cp1253",
    "CP1254": "windows1254 cp1254 iso88599 latin5 l5", "CP1255": "windows1255 cp1255", "CP1256": "windows1256 cp1256",
    "CP1257": "windows1257 cp1257", "CP1258": "windows1258 cp1258", "CP874": "windows874 tis620 iso885911 dos874",
    "ISO-8859-2": "iso88592 latin2 l2", "ISO-8859-3": "iso88593 latin3 l3", "ISO-8859-4": "iso88594 latin4 l4",
    "ISO-8859-5": "iso88595 cyrillic", "ISO-8859-6": "iso88596 arabic", "ISO-8859-7": "iso88597 greek elot928",
    "ISO-8859-8": "iso88598 iso88598i hebrew", "ISO-8859-10": "iso885910 latin6 l6", "ISO-8859-13": "iso885913",
    "ISO-8859-14": "iso885914", "ISO-8859-15": "iso885915 latin9 l9", "ISO-8859-16": "iso885916",
    "KOI8-R": "koi8r koi8 koi", "KOI8-U": "koi8u koi8ru", "IBM866": "ibm866 cp866 866", "MACINTOSH": "macintosh mac",
    "GB18030": "gb18030 gbk gb2312 gb231280 xgbk chinese", "BIG5-HKSCS": "big5 big5hkscs cnbig5 xxbig5",
    "EUC-JP": "eucjp xeucjp", "CP932": "shiftjis sjis mskanji windows31j ms932 xsjis",
    "UHC": "euckr ksc56011987 ksc5601 korean windows949",
  ]
}
