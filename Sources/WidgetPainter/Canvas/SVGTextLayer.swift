import CPango
import WidgetRendering

/// The texts and links of an SVG, in front of what Cairo drew. Cairo draws letters as shapes, so that they look the same without the
/// font; these texts are invisible and can be selected, searched and read aloud.
struct SVGTextLayer {
  private var elements = ""
  private var hasLinks = false

  /// Adds a line of text.
  ///
  /// - Parameters:
  ///   - width: Of the drawn line; the browser's line gets the same.
  ///   - matrix: From the coordinates of the line to those of the document.
  mutating func add(_ text: String, x: Double, baseline: Double, width: Double, size: Double, _ matrix: cairo_matrix_t) {
    guard width > 0, text.contains(where: { !$0.isWhitespace }) else { return }
    elements +=
      "<text\(Self.transform(matrix)) x=\"\(Self.number(x))\" y=\"\(Self.number(baseline))\" font-size=\"\(Self.number(size))\" "
      + "textLength=\"\(Self.number(width))\" lengthAdjust=\"spacingAndGlyphs\">\(DocumentDescription.escaped(text))</text>\n"
  }

  /// Adds a frame that opens a URL.
  mutating func add(link url: String, _ frame: Frame, _ matrix: cairo_matrix_t) {
    hasLinks = true
    let target = DocumentDescription.escaped(url)
    elements +=
      "<a href=\"\(target)\" xlink:href=\"\(target)\"><rect\(Self.transform(matrix)) x=\"\(Self.number(frame.x))\" "
      + "y=\"\(Self.number(frame.y))\" width=\"\(Self.number(frame.width))\" height=\"\(Self.number(frame.height))\"/></a>\n"
  }

  /// The role of the document: the parts of an image cannot be links.
  var role: String { hasLinks ? "group" : "img" }

  /// Adds the layer to an SVG of Cairo's.
  func added(to svg: [UInt8]) -> [UInt8] {
    let end = Array("</svg>".utf8)
    guard !elements.isEmpty, let place = svg.indices.last(where: { svg[$0...].starts(with: end) }) else { return svg }
    let layer = "<g fill-opacity=\"0\" font-family=\"Inter,sans-serif\" xml:space=\"preserve\">\n\(elements)</g>\n"
    return svg[..<place] + Array(layer.utf8) + svg[place...]
  }

  private static func transform(_ matrix: cairo_matrix_t) -> String {
    let values = [matrix.xx, matrix.yx, matrix.xy, matrix.yy, matrix.x0, matrix.y0]
    guard values != [1, 0, 0, 1, 0, 0] else { return "" }
    return " transform=\"matrix(\(values.map(number).joined(separator: " ")))\""
  }

  private static func number(_ value: Double) -> String { CSSNumber.text(value) }
}
