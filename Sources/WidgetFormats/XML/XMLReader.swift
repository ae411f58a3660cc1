import CExpat

/// Parses XML 1.0 with expat: well-formed documents only, in bounded memory, without external entities.
///
/// The document type declaration and any attributes it adds are ignored. Documents declaring entities are refused, but HTML's
/// character references (`&nbsp;`, `&eacute;`) are known. Encodings: UTF-8, UTF-16, US-ASCII, ISO-8859-1, -2 and -15,
/// windows-1250, -1251 and -1252.
public enum XMLReader {
  /// Bytes.
  public static let maximumSize = 4 << 20
  /// Elements and texts.
  public static let maximumNodes = 100_000
  /// Levels of nested elements.
  public static let maximumDepth = 256
  /// Per element.
  public static let maximumAttributes = 1000
  /// Per document type. Each costs time at every element.
  public static let maximumDeclaredAttributes = 100
  /// Bytes of an element's or an attribute's name.
  public static let maximumName = 1024

  /// Reads a whole document.
  ///
  /// - Parameter charset: The charset of the Content-Type. It takes precedence over the declaration, but not over a byte order
  ///   mark; unknown charsets are ignored.
  public static func read(_ bytes: [UInt8], charset: String? = nil) throws(XMLError) -> XMLDocument {
    guard bytes.count <= maximumSize else { throw XMLError(problem: .tooLarge, line: 1, column: 1) }
    let transport = XMLEncoding.hasByteOrderMark(bytes) ? nil : charset.flatMap(XMLEncoding.canonical)
    let first = parse(bytes, encoding: transport)
    // Aliases expat doesn't know, such as "utf8", of encodings it does.
    if case .failure(.alias(let encoding)) = first {
      return try result(parse(bytes, encoding: encoding))
    }
    return try result(first)
  }

  private static func result(_ outcome: Result<XMLDocument, XMLBuilder.Stop>) throws(XMLError) -> XMLDocument {
    switch outcome {
    case .success(let document): return document
    case .failure(.problem(let error)): throw error
    case .failure(.alias(let name)): throw XMLError(problem: .unknownEncoding(name), line: 1, column: 1)
    }
  }

  private static func parse(_ bytes: [UInt8], encoding: String?) -> Result<XMLDocument, XMLBuilder.Stop> {
    guard let parser = XML_ParserCreate(encoding) else {
      return .failure(.problem(XMLError(problem: .outOfMemory, line: 1, column: 1)))
    }
    defer { XML_ParserFree(parser) }
    let builder = XMLBuilder(parser: parser, bytes: bytes)
    builder.install()
    // One call for the whole document: with many small ones expat scans a long token again and again.
    let status = bytes.withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) { XML_Parse(parser, $0.baseAddress, Int32($0.count), 1) }
    }
    return withExtendedLifetime(builder) { builder.outcome(status) }
  }
}

/// The encodings of XML documents, by the names documents and servers use.
enum XMLEncoding {
  /// The canonical name for any alias of an encoding; nil if it isn't supported.
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

/// Single-byte encodings expat doesn't know.
enum SingleByteEncoding {
  /// The character for each byte; nil for unassigned bytes.
  ///
  /// - Parameter name: A canonical name of ``XMLEncoding``.
  /// - Returns: 256 entries, or nil for any other encoding.
  static func scalars(_ name: String) -> [Unicode.Scalar?]? {
    guard names.contains(name), let charset = Charset(label: name) else { return nil }
    let text = String(decoding: CharsetDecoder.decode(Array(UInt8.min...UInt8.max)[...], from: charset), as: UTF8.self)
    let scalars = text.unicodeScalars.map { $0 == "\u{FFFD}" ? nil : Optional($0) }
    return scalars.count == 256 ? scalars : nil
  }

  private static let names: Set = ["windows-1250", "windows-1251", "windows-1252", "iso-8859-2", "iso-8859-15"]
}
