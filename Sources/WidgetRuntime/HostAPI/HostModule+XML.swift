import WidgetFormats
import WidgetModel

extension HostModule {
  static let xml = HostModule(
    "xml",
    "XML 1.0. An element is `{ name, attributes, text, children }`: `attributes` by name, `text` its own text with trimmed ends, "
      + "`children` the elements within. Where texts and elements are mixed, `content` has both in order. Names keep their prefix. "
      + "`e:first(\"channel/item\")` is the first element at the end of a path of names (`*` is any), `e:all(path)` the list of all, "
      + "`e:value(path)` the first one's text.",
    [
      HostFunction(
        "xml.decode",
        "The root element, or nil and an error with line and column. HTML's entities are known; entities that the document declares "
          + "are refused, and nothing outside of it is read. The encoding is the one that it declares. `response:xml()` does the same "
          + "and knows the response's charset.", HostField("text", .string),
        returns: [HostField("root", .optional(.named("Element"))), HostField("err", .optional(.named("Error")))],
        limits: "4 MiB, 100 000 elements and texts, 256 inside each other",
        wire: [HostField("text", .string), HostField("content_type", .optional(.string))]
      ) { call, _ in
        let text = call[0].stringBytes ?? []
        do throws(XMLError) {
          let document = try XMLReader.read(text, charset: call.charset)
          guard let packed = document.packed(limit: HostSession.maximumAnswer) else {
            return HostSession.undecoded("XML: the document is too large for one answer")
          }
          return ["value": LuaValue(stringBytes: packed)]
        } catch {
          return HostSession.undecoded("XML, \(error)", line: error.line, column: error.column)
        }
      },
      // Asked for by the prelude: a text that is longer than a message comes in parts, before the call that wants it.
      HostFunction("document.part", "", wire: [HostField("part", .string), HostField("position", .integer)]) {
        call, session throws(HostError) in
        try session.longTexts.add(call[0].stringBytes ?? [], at: Int(clamping: call[1].integer ?? 1))
        return .null
      },
    ])
}

extension HostCall {
  /// What the second argument, a Content-Type, says about the encoding.
  var charset: String? { self[1].string.flatMap { Charset.label(ofContentType: $0) } }
}

extension HostSession {
  /// Bytes of a decoded document that fit into a message, with room for what is around them.
  static let maximumAnswer = 7 << 20

  /// What a decoder answers when it cannot read what it was given.
  static func undecoded(_ message: String, line: Int? = nil, column: Int? = nil) -> LuaValue {
    var fields: [String: LuaValue] = ["kind": "decode", "message": .string(message)]
    if let line { fields["line"] = .integer(Int64(line)) }
    if let column { fields["column"] = .integer(Int64(column)) }
    return ["error": .table(fields)]
  }

  /// The same, with line and column (in bytes) of a place in the text.
  static func undecoded(_ message: String, at offset: Int, of text: [UInt8]) -> LuaValue {
    let before = text.prefix(offset)
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    return undecoded(message, line: before.count { $0 == UInt8(ascii: "\n") } + 1, column: before.count - lineStart + 1)
  }
}
