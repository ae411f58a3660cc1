import CExpat

/// Collects expat's events into a flat document and stops the parser at the first exceeded limit.
final class XMLBuilder {
  enum Stop: Error {
    case problem(XMLError)
    /// The document uses an alias of an encoding that expat knows only by its canonical name.
    case alias(String)
  }

  private let parser: XML_Parser
  let bytes: [UInt8]
  private var document = XMLDocument()
  /// The indices of the open elements.
  private var open: [Int] = []
  private var text: [UInt8] = []
  private var stop: Stop?
  private var declaredAttributes = 0
  private var refusedEncoding: String?
  /// Whether our own declarations are being parsed, or have been.
  private var names = Names.unread

  private enum Names { case unread, reading, read }

  init(parser: XML_Parser, bytes: [UInt8]) {
    self.parser = parser
    self.bytes = bytes
  }

  /// Installs the handlers. The builder must outlive the parse.
  func install() {
    let me = Unmanaged.passUnretained(self).toOpaque()
    XML_SetUserData(parser, me)
    XML_SetExternalEntityRefHandlerArg(parser, me)
    XML_SetElementHandler(
      parser, { user, name, attributes in XMLBuilder.of(user)?.start(name, attributes) },
      { user, _ in XMLBuilder.of(user)?.end() })
    XML_SetCharacterDataHandler(parser) { user, characters, count in XMLBuilder.of(user)?.add(characters, count) }
    XML_SetSkippedEntityHandler(parser) { user, name, isParameter in
      if isParameter == 0 { XMLBuilder.of(user)?.fail(.unknownEntity(XMLBuilder.string(name))) }
    }
    XML_SetEntityDeclHandler(parser) { user, name, isParameter, value, length, _, systemId, _, _ in
      XMLBuilder.of(user)?.declare(name, isParameter != 0, value, length, isExternal: systemId != nil)
    }
    XML_SetAttlistDeclHandler(parser) { user, _, _, _, _, _ in XMLBuilder.of(user)?.declareAttribute() }
    // Pretending there's an external subset lets ours define HTML's names, in attributes too.
    XML_UseForeignDTD(parser, 1)
    XML_SetParamEntityParsing(parser, XML_PARAM_ENTITY_PARSING_ALWAYS)
    XML_SetExternalEntityRefHandler(parser) { argument, context, _, _, _ in
      guard let argument else { return 0 }
      return XMLBuilder.of(UnsafeMutableRawPointer(argument))?.external(context) ?? 0
    }
    XML_SetUnknownEncodingHandler(
      parser, { user, name, info in XMLBuilder.of(user)?.encoding(XMLBuilder.string(name), info) ?? 0 }, me)
  }

  private static func of(_ user: UnsafeMutableRawPointer?) -> XMLBuilder? {
    user.map { Unmanaged<XMLBuilder>.fromOpaque($0).takeUnretainedValue() }
  }

  private static func string(_ characters: UnsafePointer<CChar>?) -> String { characters.map { String(cString: $0) } ?? "" }

  // MARK: Events

  private func start(_ name: UnsafePointer<CChar>?, _ values: UnsafeMutablePointer<UnsafePointer<CChar>?>?) {
    guard stop == nil, let name = checked(name) else { return }
    flush()
    guard open.count < XMLReader.maximumDepth else { return fail(.tooDeep) }
    var attributes: [XMLDocument.Attribute] = []
    // Ignores defaults from the document type: a long one would be repeated in every element.
    let given = Int(XML_GetSpecifiedAttributeCount(parser))
    var index = 0
    while index < given, let values, let key = values[index], let value = values[index + 1] {
      guard attributes.count < XMLReader.maximumAttributes else { return fail(.tooManyAttributes(element: name.shown)) }
      guard let key = checked(key) else { return }
      attributes.append(XMLDocument.Attribute(key, Self.string(value)))
      index += 2
    }
    if !attributes.isEmpty, let entity = unknownEntityInTag() { return fail(.unknownEntity(entity)) }
    guard append(.element(name: name, attributes: attributes)) else { return }
    open.append(document.nodes.count - 1)
  }

  private func end() {
    guard stop == nil else { return }
    flush()
    if let index = open.popLast() { document.nodes[index].end = document.nodes.count }
  }

  private func add(_ characters: UnsafePointer<CChar>?, _ count: Int32) {
    guard stop == nil, let characters, count > 0 else { return }
    characters.withMemoryRebound(to: UInt8.self, capacity: Int(count)) {
      text.append(contentsOf: UnsafeBufferPointer(start: $0, count: Int(count)))
    }
  }

  private func declare(
    _ name: UnsafePointer<CChar>?, _ isParameter: Bool, _ value: UnsafePointer<CChar>?, _ length: Int32, isExternal: Bool
  ) {
    guard stop == nil, names != .reading else { return }
    // External parameter entities, such as XHTML's names, are never opened: ours are parsed instead.
    if isParameter && isExternal { return }
    let name = Self.string(name)
    // Many feeds declare &nbsp; themselves, with its usual value.
    if !isParameter, let value, let known = NamedEntities.characters[name], length > 0, length <= 4 {
      let own = value.withMemoryRebound(to: UInt8.self, capacity: Int(length)) {
        String(decoding: UnsafeBufferPointer(start: $0, count: Int(length)), as: UTF8.self)
      }
      if own == String(known) { return }
    }
    fail(.entityDeclared(name.shown))
  }

  private func declareAttribute() {
    declaredAttributes += 1
    if declaredAttributes > XMLReader.maximumDeclaredAttributes { fail(.tooManyDeclarations) }
  }

  private func external(_ context: UnsafePointer<CChar>?) -> Int32 {
    // A context means an entity in the content; it must have been declared, and declarations are refused.
    guard stop == nil, context == nil else { return 0 }
    guard names == .unread else { return 1 }
    guard let nested = XML_ExternalEntityParserCreate(parser, nil, "UTF-8") else { return 0 }
    defer { XML_ParserFree(nested) }
    names = .reading
    defer { names = .read }
    return NamedEntities.declarations.withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) {
        XML_Parse(nested, $0.baseAddress, Int32($0.count), 1) == XML_STATUS_OK ? 1 : 0
      }
    }
  }

  private func encoding(_ name: String, _ info: UnsafeMutablePointer<XML_Encoding>?) -> Int32 {
    guard let info, let canonical = XMLEncoding.canonical(name) else {
      refusedEncoding = name
      return 0
    }
    guard let scalars = SingleByteEncoding.scalars(canonical) else {
      stop = .alias(canonical)
      return 0
    }
    withUnsafeMutableBytes(of: &info.pointee.map) { map in
      let map = map.assumingMemoryBound(to: Int32.self)
      for (byte, scalar) in scalars.enumerated() where byte < map.count { map[byte] = scalar.map { Int32($0.value) } ?? -1 }
    }
    return 1
  }

  // MARK: The list

  private func flush() {
    guard !text.isEmpty else { return }
    let run = String(decoding: text, as: UTF8.self)
    text.removeAll(keepingCapacity: true)
    if !open.isEmpty { _ = append(.text(run)) }
  }

  private func append(_ content: XMLDocument.Content) -> Bool {
    guard document.nodes.count < XMLReader.maximumNodes else {
      fail(.tooManyNodes)
      return false
    }
    document.nodes.append(XMLDocument.Node(content: content, depth: open.count, end: document.nodes.count + 1))
    return true
  }

  private func checked(_ name: UnsafePointer<CChar>?) -> String? {
    let name = Self.string(name)
    if name.utf8.count <= XMLReader.maximumName { return name }
    fail(.nameTooLong)
    return nil
  }

  private func fail(_ problem: XMLProblem) {
    guard stop == nil else { return }
    stop = .problem(error(problem))
    XML_StopParser(parser, 0)
  }

  private func error(_ problem: XMLProblem) -> XMLError {
    XMLError(
      problem: problem, line: Int(clamping: XML_GetCurrentLineNumber(parser)),
      column: Int(clamping: XML_GetCurrentColumnNumber(parser)) + 1)
  }

  /// expat silently drops an unknown entity from an attribute.
  private func unknownEntityInTag() -> String? {
    guard let start = Int(exactly: XML_GetCurrentByteIndex(parser)), start >= 0 else { return nil }
    let end = start + Int(XML_GetCurrentByteCount(parser))
    guard end <= bytes.count, end > start else { return nil }
    for part in bytes[start..<end].split(separator: UInt8(ascii: "&")).dropFirst() {
      guard let semicolon = part.firstIndex(of: UInt8(ascii: ";")), part.first != UInt8(ascii: "#") else { continue }
      let name = String(decoding: part[..<semicolon], as: UTF8.self)
      if NamedEntities.characters[name] == nil { return name.shown }
    }
    return nil
  }

  /// The document, or the first problem.
  func outcome(_ status: XML_Status) -> Result<XMLDocument, Stop> {
    if let stop { return .failure(stop) }
    guard status != XML_STATUS_OK else { return .success(document) }
    let index = Int(clamping: XML_GetCurrentByteIndex(parser))
    let surroundings = XMLSurroundings(bytes: bytes, index: index, open: open.last.flatMap { document.name($0) })
    return .failure(
      .problem(error(surroundings.problem(XML_GetErrorCode(parser), refusedEncoding: refusedEncoding))))
  }
}

extension String {
  /// Short enough for an error message.
  var shown: String { count <= 60 ? self : prefix(60) + "…" }
}
