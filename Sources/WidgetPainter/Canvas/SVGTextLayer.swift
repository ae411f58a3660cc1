import CPango
import WidgetRendering

/// An SVG's texts and links, in front of Cairo's drawing. Cairo draws letters as shapes, so they look the same without the font;
/// these texts are invisible and can be selected, searched and read aloud.
struct SVGTextLayer {
  private var elements = ""
  private var hasLinks = false

  /// Adds a line of text.
  ///
  /// - Parameters:
  ///   - width: The width of the drawn line, also given to the browser's line.
  ///   - matrix: From the line's coordinates to the document's.
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

  /// The document's role: parts of an image can't be links.
  var role: String { hasLinks ? "group" : "img" }

  /// Adds the layer to an SVG from Cairo.
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

/// Cairo's identifiers in SVG contain counters that continue from drawing to drawing. Renumbering them from 1 gives equal
/// drawings equal bytes.
enum SVGIdentifiers {
  /// Renumbers each kind of identifier (`surface7`, `image12`) in order of first appearance. Only quoted values and `url(#...)`
  /// change. Text is glyphs, and Base64 contains no quotes.
  static func renumbered(_ svg: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(svg.count)
    var numbers: [[UInt8]: [UInt8]] = [:]
    var counts: [[UInt8]: Int] = [:]
    var index = 0
    while index < svg.count {
      let byte = svg[index]
      result.append(byte)
      index += 1
      guard byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "#") else { continue }
      var end = index
      while end < svg.count, end - index < 32, isLetter(svg[end]) { end += 1 }
      let letters = end
      while end < svg.count, end - index < 32, (0x30...0x39).contains(svg[end]) { end += 1 }
      guard letters > index, end > letters, end < svg.count, svg[end] == UInt8(ascii: "\"") || svg[end] == UInt8(ascii: ")")
      else { continue }
      let name = Array(svg[index..<end])
      let kind = Array(svg[index..<letters])
      if numbers[name] == nil {
        counts[kind, default: 0] += 1
        numbers[name] = Array(String(counts[kind] ?? 0).utf8)
      }
      result += kind
      result += numbers[name] ?? []
      index = end
    }
    return result
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte) }
}
