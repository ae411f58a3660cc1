/// A view in JSON is a flat object with the script's own field names: `{"type": "text", "text": "Boarding", "color":
/// "secondary"}`.
extension ViewNode: Codable {
  private enum Keys: String, CodingKey {
    case type, text, icon, date, style, url, src, bytes, mode, value, shape, on, action, children, columns, spans, header, d
    case minLength = "min_length"
  }

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Keys.self)
    func text() throws -> String { try fields.decode(String.self, forKey: .text) }
    func icon() throws -> String? { try fields.decodeIfPresent(String.self, forKey: .icon) }
    let content: ViewContent =
      switch try fields.decode(ViewKind.self, forKey: .type) {
      case .text: .text(try text())
      case .label: .label(try text(), icon: try icon())
      case .icon: .icon(try fields.decode(String.self, forKey: .icon))
      case .date:
        .date(try fields.decode(Double.self, forKey: .date), style: try fields.decode(DateStyle.self, forKey: .style))
      case .link: .link(try text(), url: try fields.decode(String.self, forKey: .url))
      case .image:
        .image(
          try fields.decodeIfPresent([UInt8].self, forKey: .bytes).map { .bytes($0) }
            ?? .reference(try fields.decode(String.self, forKey: .src)),
          mode: try fields.decode(ImageMode.self, forKey: .mode))
      case .vstack: .vstack
      case .hstack: .hstack
      case .zstack: .zstack
      case .overlay: .overlay
      case .fits: .fits
      case .grid: .grid(columns: try fields.decode([GridColumn].self, forKey: .columns))
      case .group: .group
      case .card: .card(header: try fields.decodeIfPresent(CardHeader.self, forKey: .header) ?? .automatic)
      case .private: .private
      case .gauge: .gauge(try Gauge(from: decoder))
      case .chart: .chart(try Chart(from: decoder))
      case .circle: .shape(.circle)
      case .rectangle: .shape(.rectangle)
      case .capsule: .shape(.capsule)
      case .path: .shape(.path(try fields.decode(String.self, forKey: .d)))
      case .spacer: .spacer(minLength: try fields.decodeIfPresent(Double.self, forKey: .minLength))
      case .divider: .divider
      case .progress:
        .progress(
          try fields.decode(Double.self, forKey: .value), shape: try fields.decode(ProgressShape.self, forKey: .shape))
      case .button: .button(try text(), icon: try icon())
      case .toggle: .toggle(try text(), isOn: try fields.decode(Bool.self, forKey: .on))
      case .activityIndicator: .activityIndicator(try fields.decodeIfPresent(String.self, forKey: .text))
      }
    var style = try ViewStyle(from: decoder)
    style.effects = try ViewEffects(from: decoder)
    self.init(
      content, style: style,
      children: try fields.decodeIfPresent([ViewNode].self, forKey: .children) ?? [],
      action: try fields.decodeIfPresent(Int.self, forKey: .action),
      spans: try fields.decodeIfPresent([TextSpan].self, forKey: .spans) ?? [])
  }

  public func encode(to encoder: any Encoder) throws {
    try style.encode(to: encoder)
    try style.effects?.encode(to: encoder)
    var fields = encoder.container(keyedBy: Keys.self)
    try fields.encode(content.kind, forKey: .type)
    switch content {
    case .text(let text):
      try fields.encode(text, forKey: .text)
    case .label(let text, let icon):
      try fields.encode(text, forKey: .text)
      try fields.encodeIfPresent(icon, forKey: .icon)
    case .icon(let name):
      try fields.encode(name, forKey: .icon)
    case .date(let seconds, let style):
      try fields.encode(seconds, forKey: .date)
      try fields.encode(style, forKey: .style)
    case .link(let text, let url):
      try fields.encode(text, forKey: .text)
      try fields.encode(url, forKey: .url)
    case .image(let source, let mode):
      switch source {
      case .reference(let reference): try fields.encode(reference, forKey: .src)
      case .bytes(let bytes): try fields.encode(bytes, forKey: .bytes)
      }
      try fields.encode(mode, forKey: .mode)
    case .vstack, .hstack, .zstack, .overlay, .fits, .group, .private, .divider: break
    case .shape(.path(let data)): try fields.encode(data, forKey: .d)
    case .shape: break
    case .card(let header):
      try fields.encode(header, forKey: .header)
    case .grid(let columns):
      try fields.encode(columns, forKey: .columns)
    case .gauge(let gauge):
      try gauge.encode(to: encoder)
    case .chart(let chart):
      try chart.encode(to: encoder)
    case .spacer(let minLength):
      try fields.encodeIfPresent(minLength, forKey: .minLength)
    case .progress(let value, let shape):
      try fields.encode(value, forKey: .value)
      try fields.encode(shape, forKey: .shape)
    case .button(let text, let icon):
      try fields.encode(text, forKey: .text)
      try fields.encodeIfPresent(icon, forKey: .icon)
    case .toggle(let text, let isOn):
      try fields.encode(text, forKey: .text)
      try fields.encode(isOn, forKey: .on)
    case .activityIndicator(let text):
      try fields.encodeIfPresent(text, forKey: .text)
    }
    if !spans.isEmpty { try fields.encode(spans, forKey: .spans) }
    if !children.isEmpty { try fields.encode(children, forKey: .children) }
    try fields.encodeIfPresent(action, forKey: .action)
  }
}
