/// A view in JSON is a flat object with the script's own field names: `{"type": "text", "text": "Boarding", "color":
/// "secondary"}`.
extension ViewNode: FieldCoded {
  public init() { self.init(.group) }

  public mutating func code(_ coder: inout some FieldCoder) {
    var kind = content.kind
    coder.code("type", &kind)
    content.code(&coder, kind)
    coder.code(beside: &style)
    coder.code("children", &children.ifAny)
    coder.code("action", &action)
    coder.code("spans", &spans.ifAny)
    coder.code(storedOnly: &line)
  }
}

extension ViewContent {
  /// The fields of a kind.
  fileprivate mutating func code(_ coder: inout some FieldCoder, _ kind: ViewKind) {
    switch kind {
    case .text:
      var text = if case .text(let text) = self { text } else { "" }
      coder.code("text", &text)
      self = .text(text)
    case .label:
      var (text, icon): (String, String?) = if case .label(let text, let icon) = self { (text, icon) } else { ("", nil) }
      coder.code("text", &text)
      coder.code("icon", &icon)
      self = .label(text, icon: icon)
    case .icon:
      var name = if case .icon(let name) = self { name } else { "" }
      coder.code("icon", &name)
      self = .icon(name)
    case .date:
      var (date, style) = if case .date(let date, let style) = self { (date, style) } else { (0, DateStyle.time) }
      coder.code("date", &date)
      coder.code("style", &style)
      self = .date(date, style: style)
    case .link:
      var (text, url) = if case .link(let text, let url) = self { (text, url) } else { ("", "") }
      coder.code("text", &text)
      coder.code("url", &url)
      self = .link(text, url: url)
    case .image:
      var (source, mode) =
        if case .image(let source, let mode) = self { (source, mode) } else { (ImageSource.reference(""), .fit) }
      coder.code(source.isBytes ? "bytes" : "src", &source)
      coder.code("mode", &mode)
      self = .image(source, mode: mode)
    case .vstack: self = .vstack
    case .hstack: self = .hstack
    case .zstack: self = .zstack
    case .overlay: self = .overlay
    case .fits: self = .fits
    case .group: self = .group
    case .card:
      var header = if case .card(let header) = self { header } else { CardHeader.automatic }
      coder.code("header", &header)
      self = .card(header: header)
    case .private: self = .private
    case .divider: self = .divider
    case .grid:
      var columns = if case .grid(let columns) = self { columns } else { [GridColumn]() }
      coder.code("columns", &columns)
      self = .grid(columns: columns)
    case .spacer:
      var length = if case .spacer(let length) = self { length } else { Double?.none }
      coder.code("min_length", &length)
      self = .spacer(minLength: length)
    case .progress:
      var (value, shape) = if case .progress(let value, let shape) = self { (value, shape) } else { (0, ProgressShape.bar) }
      coder.code("value", &value)
      coder.code("shape", &shape)
      self = .progress(value, shape: shape)
    case .gauge:
      var gauge = if case .gauge(let gauge) = self { gauge } else { Gauge() }
      coder.code(beside: &gauge)
      self = .gauge(gauge)
    case .chart:
      var chart = if case .chart(let chart) = self { chart } else { Chart() }
      coder.code(beside: &chart)
      self = .chart(chart)
    case .circle: self = .shape(.circle)
    case .rectangle: self = .shape(.rectangle)
    case .capsule: self = .shape(.capsule)
    case .path:
      var data = if case .shape(.path(let data)) = self { data } else { "" }
      coder.code("d", &data)
      self = .shape(.path(data))
    case .activityIndicator:
      var text = if case .activityIndicator(let text) = self { text } else { String?.none }
      coder.code("text", &text)
      self = .activityIndicator(text)
    case .button:
      var (text, icon): (String, String?) = if case .button(let text, let icon) = self { (text, icon) } else { ("", nil) }
      coder.code("text", &text)
      coder.code("icon", &icon)
      self = .button(text, icon: icon)
    case .toggle:
      var (text, isOn) = if case .toggle(let text, let isOn) = self { (text, isOn) } else { ("", false) }
      coder.code("text", &text)
      coder.code("on", &isOn)
      self = .toggle(text, isOn: isOn)
    case .textField: code(field: &coder, .text)
    case .picker: code(field: &coder, .picker)
    case .slider: code(field: &coder, .slider)
    case .stepper: code(field: &coder, .stepper)
    case .dateField: code(field: &coder, .date)
    }
  }

  private mutating func code(field coder: inout some FieldCoder, _ kind: InputField.Kind) {
    var field = if case .field(let field) = self { field } else { InputField(kind) }
    coder.code(beside: &field)
    // Reading makes a field of no kind in particular.
    field.kind = kind
    self = .field(field)
  }
}

extension ImageSource: FieldValue {
  var isBytes: Bool { if case .bytes = self { true } else { false } }

  public var stored: LuaValue {
    switch self {
    case .reference(let name): .string(name)
    case .bytes(let bytes): .bytes(bytes)
    case .pair(let light, let dark): .array([light.stored, dark.stored])
    }
  }

  public init?(stored: LuaValue) {
    switch stored {
    case .string(let name): self = .reference(name)
    case .bytes(let bytes): self = .bytes(bytes)
    case .array(let pair):
      // Read as single images, so that a file cannot nest pairs.
      guard pair.count == 2, pair.allSatisfy({ $0.array == nil }), let light = ImageSource(stored: pair[0]),
        let dark = ImageSource(stored: pair[1])
      else { return nil }
      self = .pair(light: light, dark: dark)
    default: return nil
    }
  }

  /// Bytes are a list of numbers, because JSON has no bytes.
  public var json: JSONValue {
    switch self {
    case .reference(let name): .string(name)
    case .bytes(let bytes): .array(bytes.map { .integer(Int64($0)) })
    case .pair(let light, let dark):
      .object([JSONValue.Field(key: "light", value: light.json), JSONValue.Field(key: "dark", value: dark.json)])
    }
  }
}
