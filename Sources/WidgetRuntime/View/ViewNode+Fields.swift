import WidgetModel

extension ViewContent {
  /// - Parameter values: Checked against the kind's declaration, so that required ones are there.
  init(_ kind: ViewKind, _ values: [String: ViewFieldValue]) {
    let text = values["text"]?.text ?? ""
    func choice<Choice: RawRepresentable<String>>(_ name: String, _ fallback: Choice) -> Choice {
      values[name]?.text.flatMap(Choice.init(rawValue:)) ?? fallback
    }
    self =
      switch kind {
      case .text: .text(text)
      case .label: .label(text, icon: values["icon"]?.text)
      case .icon: .icon(values["name"]?.text ?? "")
      case .date: .date(values["date"]?.number ?? 0, style: choice("style", .time))
      case .link:
        // A link without words shows where it goes.
        .link(text.isEmpty ? values["url"]?.text ?? "" : text, url: values["url"]?.text ?? "")
      case .image: .image(values["src"]?.picture ?? .reference(""), mode: choice("mode", .fit))
      case .vstack: .vstack
      case .hstack: .hstack
      case .zstack: .zstack
      case .grid: .grid(columns: values["columns"]?.columns ?? [])
      case .group: .group
      case .private: .private
      case .spacer: .spacer(minLength: values["min_length"]?.number)
      case .divider: .divider
      case .progress: .progress(values["value"]?.number ?? 0, shape: choice("shape", .bar))
      case .gauge: .gauge(Gauge(values, shape: choice("shape", .circle)))
      case .chart:
        .chart(
          Chart(
            choice("type", .line), values["series"]?.series ?? values["values"]?.series ?? [],
            labels: values["labels"]?.texts ?? [],
            minimum: values["min"]?.number, maximum: values["max"]?.number, showsAxes: values["axes"]?.flag,
            baseline: values["baseline"]?.text.flatMap(ChartBaseline.init(rawValue:))))
      case .activityIndicator: .activityIndicator(text.isEmpty ? nil : text)
      case .button: .button(text, icon: values["icon"]?.text)
      case .toggle: .toggle(text, isOn: values["on"]?.flag ?? false)
      }
  }
}

extension Gauge {
  fileprivate init(_ values: [String: ViewFieldValue], shape: GaugeShape) {
    func text(_ name: String) -> String? { values[name]?.text.flatMap { $0.isEmpty ? nil : $0 } }
    let minimum = values["min"]?.number ?? 0
    let maximum = values["max"]?.number ?? 1
    let value = min(maximum, max(minimum, values["value"]?.number ?? minimum))
    self.init(value, minimum: minimum, maximum: maximum, text: text("text"), valueText: text("value_text"), shape: shape)
  }
}

extension ViewStyle {
  init(_ values: [String: ViewFieldValue]) {
    self.init()
    for (name, value) in values {
      switch name {
      case "id": id = value.text
      case "font": font = value.font
      case "weight": weight = value.text.flatMap(FontWeight.init(rawValue:))
      case "italic": italic = value.flag
      case "monospaced": monospaced = value.flag
      case "color": color = value.color
      case "background": background = value.color
      case "padding": padding = value.insets
      case "width": width = value.number
      case "height": height = value.number
      case "min_width": minWidth = value.number
      case "max_width": maxWidth = value.number
      case "min_height": minHeight = value.number
      case "max_height": maxHeight = value.number
      case "aspect_ratio": aspectRatio = value.number
      case "align": align = value.text.flatMap(Alignment.init(rawValue:))
      case "spacing": spacing = value.number
      case "priority": priority = value.number
      case "line_limit": lineLimit = value.count == 0 ? nil : value.count
      case "truncation": truncation = value.text.flatMap(Truncation.init(rawValue:))
      case "min_scale": minScale = value.number
      case "opacity": opacity = value.number
      case "border": border = value.color
      case "corner_radius": cornerRadius = value.number
      case "hidden": hidden = value.flag
      case "transition": transition = value.text.flatMap(Transition.init(rawValue:))
      case "accessibility": accessibility = value.text
      default: break  // a field of the kind's own
      }
    }
  }
}
