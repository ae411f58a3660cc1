/// The HTML and SVG elements that cards may have. There's no `script`, `iframe` or `object`: a script's text can never
/// become an element that isn't listed.
package enum ElementName: String, Sendable, CaseIterable {
  case html, head, meta, title, style, body
  case main, article, section, figure, figcaption, header, footer, h1, h2, h3, div, p, span, strong, hr
  case a, button, time, img, progress, meter
  case dl, dt, dd
  case nav, aside, ul, ol, li, details, summary, pre
  case table, caption, thead, tbody, tr, th, td
  case svg, g, path, line, circle, rect, polyline
  case svgText = "text"

  /// Has no content and no end tag.
  var isVoid: Bool { self == .meta || self == .hr || self == .img }

  /// An SVG shape: without content it's self-closing.
  var isShape: Bool {
    switch self {
    case .path, .line, .circle, .rect, .polyline: true
    default: false
    }
  }
}

/// The elements that only the page around cards has: no view becomes one of them.
package enum PageElementName: String, Sendable, CaseIterable {
  case form, input, label, select, option, datalist, noscript
  /// With the address of one of our files.
  case link, script

  /// Has no content and no end tag.
  var isVoid: Bool { self == .input || self == .link }
}
