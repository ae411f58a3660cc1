import CExpat

/// Reads XML 1.0 with expat: well-formed documents only, in bounded memory, and nothing outside of them is ever opened.
///
/// A DOCTYPE is passed over, also the attributes that it adds. An entity that it declares is refused; the names of HTML (`&nbsp;`, `&eacute;`) are known all the same.
/// Encodings: UTF-8, UTF-16, US-ASCII, ISO-8859-1, -2 and -15, windows-1250, -1251 and -1252.
public enum XMLReader {
  /// Bytes.
  public static let maximumSize = 4 << 20
  /// Elements and texts.
  public static let maximumNodes = 100_000
  /// Elements inside each other.
  public static let maximumDepth = 256
  /// Of one element.
  public static let maximumAttributes = 1000
  /// In the document type. Each is looked at for every element.
  public static let maximumDeclaredAttributes = 100
  /// Bytes of an element's or an attribute's name.
  public static let maximumName = 1024

  /// Reads a whole document.
  ///
  /// - Parameter charset: What the transport says. It wins over the declaration, but not over a byte order mark; one that is not
  ///   known is passed over.
  public static func read(_ bytes: [UInt8], charset: String? = nil) throws(XMLError) -> XMLDocument {
    guard bytes.count <= maximumSize else { throw XMLError(problem: .tooLarge, line: 1, column: 1) }
    let transport = TextEncoding.isMarked(bytes) ? nil : charset.flatMap(TextEncoding.canonical)
    let first = parse(bytes, encoding: transport)
    // "utf8" and the like: names that are not expat's, of encodings that are.
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
    // One call for the whole: many small ones would look at a long token again and again.
    let status = bytes.withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) { XML_Parse(parser, $0.baseAddress, Int32($0.count), 1) }
    }
    return withExtendedLifetime(builder) { builder.outcome(status) }
  }
}
