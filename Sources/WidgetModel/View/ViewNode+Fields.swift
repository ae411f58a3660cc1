extension ViewNode: FieldCoded {
  public init() { self.init(.group) }

  public mutating func code(_ coder: inout some FieldCoder) {
    var kind = content.kind
    coder.code(&kind)
    content.code(&coder, kind)
    // Most views have no style.
    coder.code(
      &style, write: { $0 == ViewStyle() ? .null : $0.fieldList },
      read: { $0.isNull ? ViewStyle() : ViewStyle(fieldList: $0) })
    coder.code(&children)
    coder.code(&action)
    coder.code(&spans)
  }
}

extension ViewContent {
  /// The fields of a kind.
  fileprivate mutating func code(_ coder: inout some FieldCoder, _ kind: ViewKind) {
    switch kind {
    case .text:
      var text = if case .text(let text) = self { text } else { "" }
      coder.code(&text)
      self = .text(text)
    case .label:
      var (text, icon): (String, String?) = if case .label(let text, let icon) = self { (text, icon) } else { ("", nil) }
      coder.code(&text)
      coder.code(&icon)
      self = .label(text, icon: icon)
    case .icon:
      var name = if case .icon(let name) = self { name } else { "" }
      coder.code(&name)
      self = .icon(name)
    case .date:
      var (date, style) = if case .date(let date, let style) = self { (date, style) } else { (0, DateStyle.time) }
      coder.code(&date)
      coder.code(&style)
      self = .date(date, style: style)
    case .link:
      var (text, url) = if case .link(let text, let url) = self { (text, url) } else { ("", "") }
      coder.code(&text)
      coder.code(&url)
      self = .link(text, url: url)
    case .image:
      var (source, mode) = if case .image(let source, let mode) = self { (source, mode) } else { (ImageSource.bytes([]), .fit) }
      coder.code(&source, write: Self.stored, read: Self.source)
      coder.code(&mode)
      self = .image(source, mode: mode)
    case .vstack: self = .vstack
    case .hstack: self = .hstack
    case .zstack: self = .zstack
    case .overlay: self = .overlay
    case .fits: self = .fits
    case .group: self = .group
    case .card:
      var header = if case .card(let header) = self { header } else { CardHeader.automatic }
      coder.code(&header)
      self = .card(header: header)
    case .private: self = .private
    case .divider: self = .divider
    case .grid:
      var columns = if case .grid(let columns) = self { columns } else { [GridColumn]() }
      coder.code(&columns)
      self = .grid(columns: columns)
    case .spacer:
      var length = if case .spacer(let length) = self { length } else { Double?.none }
      coder.code(&length)
      self = .spacer(minLength: length)
    case .progress:
      var (value, shape) = if case .progress(let value, let shape) = self { (value, shape) } else { (0, ProgressShape.bar) }
      coder.code(&value)
      coder.code(&shape)
      self = .progress(value, shape: shape)
    case .gauge:
      var gauge = if case .gauge(let gauge) = self { gauge } else { Gauge() }
      coder.code(&gauge)
      self = .gauge(gauge)
    case .chart:
      var chart = if case .chart(let chart) = self { chart } else { Chart() }
      coder.code(&chart)
      self = .chart(chart)
    case .circle: self = .shape(.circle)
    case .rectangle: self = .shape(.rectangle)
    case .capsule: self = .shape(.capsule)
    case .path:
      var data = if case .shape(.path(let data)) = self { data } else { "" }
      coder.code(&data)
      self = .shape(.path(data))
    case .activityIndicator:
      var text = if case .activityIndicator(let text) = self { text } else { String?.none }
      coder.code(&text)
      self = .activityIndicator(text)
    case .button:
      var (text, icon): (String, String?) = if case .button(let text, let icon) = self { (text, icon) } else { ("", nil) }
      coder.code(&text)
      coder.code(&icon)
      self = .button(text, icon: icon)
    case .toggle:
      var (text, isOn) = if case .toggle(let text, let isOn) = self { (text, isOn) } else { ("", false) }
      coder.code(&text)
      coder.code(&isOn)
      self = .toggle(text, isOn: isOn)
    }
  }

  static func stored(_ source: ImageSource) -> LuaValue {
    switch source {
    case .reference(let name): .string(name)
    case .bytes(let bytes): .bytes(bytes)
    }
  }

  static func source(_ stored: LuaValue) -> ImageSource? {
    switch stored {
    case .string(let name): .reference(name)
    case .bytes(let bytes): .bytes(bytes)
    default: nil
    }
  }
}
