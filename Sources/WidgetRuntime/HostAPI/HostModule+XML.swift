import WidgetFormats
import WidgetModel

extension HostModule {
  static let xml = HostModule(
    "xml",
    "XML 1.0. Names keep their prefix.",
    [
      HostFunction(
        "xml.decode",
        """
        Returns the root element, or nil and an error with line and column. You can use HTML's entities; a document declaring \
        its own is refused, and nothing outside the document is read. The encoding is the declared one. `response:xml()` also \
        takes the charset of the response into account.
        """, HostField("text", .string),
        returns: [HostField("root", .optional(.named("Element"))), .error], long: .argument(1),
        limits: "4 MiB, 100 000 elements and texts, nested 256 deep",
        wire: [HostField("text", .string), .optional("content_type", .string)]
      ).implemented { call throws(HostError) in
        do throws(XMLError) {
          let document = try XMLReader.read(call[0].stringBytes ?? [], charset: call.charset)
          guard let packed = document.packed(limit: HostCall.maximumResultSize) else {
            return LuaValue.decodeFailure("XML: the document is too large for one result")
          }
          return ["value": LuaValue(stringBytes: packed)]
        } catch {
          return LuaValue.decodeFailure("XML, \(error)", line: error.line, column: error.column)
        }
      }
    ])
}

extension HostCall {
  /// Bytes of a decoded document that fit into a message, leaving space for the rest of it.
  static let maximumResultSize = 7 << 20

  /// The charset from the Content-Type in the second argument.
  var charset: String? { self[1].string.flatMap { Charset.label(ofContentType: $0) } }
}
