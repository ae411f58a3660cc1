/// The HTML and SVG elements cards can have. There's no `script`, `iframe` or `object`: a script's text can never become an
/// unlisted element.
package enum ElementName: String, Sendable, CaseIterable {
  case html, head, meta, title, style, body
  case main, article, section, figure, figcaption, header, footer, h1, h2, h3, div, p, span, strong, hr
  case a, button, time, img, progress, meter
  case dl, dt, dd
  case nav, aside, ul, ol, li, details, summary, pre
  case table, caption, thead, tbody, tr, th, td
  case svg, g, path, line, circle, rect, polyline
  case svgText = "text"

  /// Whether it has no content and no end tag.
  var isVoid: Bool { self == .meta || self == .hr || self == .img }

  /// Whether it's an SVG shape, self-closing without content.
  var isShape: Bool {
    switch self {
    case .path, .line, .circle, .rect, .polyline: true
    default: false
    }
  }
}

/// Elements of forms and of the page around cards. Of a view, only a text field on a live page turns into one.
package enum PageElementName: String, Sendable, CaseIterable {
  case form, input, label, select, option, datalist, noscript, textarea
  /// These refer to one of our files.
  case link, script

  /// Whether it has no content and no end tag.
  var isVoid: Bool { self == .input || self == .link }
}
