/// What an SVG or a PDF says about itself to readers who cannot see it, and to search.
struct DocumentDescription {
  var title: String
  /// The content as text.
  var text: String

  /// Adds a title, a description and a role to an SVG of Cairo's.
  func added(to svg: [UInt8], role: String) -> [UInt8] {
    let start = Array("<svg".utf8)
    guard let open = svg.indices.first(where: { svg[$0...].starts(with: start) }),
      let close = svg[open...].firstIndex(of: UInt8(ascii: ">"))
    else { return svg }
    let head = " role=\"\(role)\" aria-labelledby=\"title description\">\n<title id=\"title\">\(Self.escaped(title))</title>\n"
    let description = text.isEmpty ? "" : "<desc id=\"description\">\(Self.escaped(text))</desc>"
    return svg[..<close] + Array((head + description).utf8) + svg[(close + 1)...]
  }

  static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
  }
}
