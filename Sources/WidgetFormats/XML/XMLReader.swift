import CExpat

/// Parses XML 1.0 with expat: well-formed documents only, in bounded memory, without external entities.
///
/// A document type declaration and the attributes that it adds are ignored. A document that declares an entity is refused; HTML's
/// character references (`&nbsp;`, `&eacute;`) are known all the same.
/// Encodings: UTF-8, UTF-16, US-ASCII, ISO-8859-1, -2 and -15, windows-1250, -1251 and -1252.
public enum XMLReader {
  /// Bytes.
  public static let maximumSize = 4 << 20
  /// Elements and texts.
  public static let maximumNodes = 100_000
  /// Levels of nested elements.
  public static let maximumDepth = 256
  /// Of one element.
  public static let maximumAttributes = 1000
  /// In the document type. Each costs time at every element.
  public static let maximumDeclaredAttributes = 100
  /// Bytes of an element's or an attribute's name.
  public static let maximumName = 1024

  /// Reads a whole document.
  ///
  /// - Parameter charset: The charset of the Content-Type. It takes precedence over the declaration, but not over a byte order mark;
  ///   an unknown charset is ignored.
  public static func read(_ bytes: [UInt8], charset: String? = nil) throws(XMLError) -> XMLDocument {
    guard bytes.count <= maximumSize else { throw XMLError(problem: .tooLarge, line: 1, column: 1) }
    let transport = XMLEncoding.hasByteOrderMark(bytes) ? nil : charset.flatMap(XMLEncoding.canonical)
    let first = parse(bytes, encoding: transport)
    // Aliases such as "utf8", which expat does not know, of encodings that it does.
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
