/// The elements of HTML and SVG that we write. There is no `script`, no `iframe` and no `object`: nothing that a script says can
/// become what is not here.
enum ElementName: String, Sendable, CaseIterable {
  case html, head, meta, title, style, body
  case main, article, section, figure, figcaption, header, footer, h1, h2, h3, div, p, span, strong, hr
  case a, button, time, img, progress, meter
  case table, caption, thead, tbody, tr, th, td
  case svg, g, path, line, circle, rect, polyline
  case svgText = "text"

  /// Has no content and no end tag in HTML.
  var isVoid: Bool { self == .meta || self == .hr || self == .img }

  /// Of SVG: without content it ends in itself.
  var isShape: Bool {
    switch self {
    case .path, .line, .circle, .rect, .polyline: true
    default: false
    }
  }
}
