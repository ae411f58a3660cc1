public import WidgetModel

extension ViewKind {
  /// The image's name in the sample of an image.
  public static let sampleImage = "sample.png"

  /// A view of this kind. Its texts contain "Sample". The switch makes the compiler ask for a sample of every new kind.
  public var sample: ViewNode {
    let content: ViewContent =
      switch self {
      case .text: .text("Sample")
      case .label: .label("Sample", icon: "star")
      case .icon: .icon("star")
      case .date: .date(1000, style: .relative)
      case .link: .link("Sample", url: "https://example.com")
      case .image: .image(.reference(Self.sampleImage), mode: .fit)
      case .vstack: .vstack
      case .hstack: .hstack
      case .zstack: .zstack
      case .overlay: .overlay
      case .fits: .fits
      case .grid: .grid(columns: [GridColumn()])
      case .group: .group
      case .card: .card(header: .hidden)
      case .private: .private
      case .spacer: .spacer(minLength: nil)
      case .divider: .divider
      case .progress: .progress(0.5, shape: .bar)
      case .gauge: .gauge(Gauge(0.5, text: "Sample", valueText: "50 %"))
      case .chart: .chart(Chart(.line, [ChartSeries([1, 2, 3])]))
      case .circle: .shape(.circle)
      case .rectangle: .shape(.rectangle)
      case .capsule: .shape(.capsule)
      case .path: .shape(.path("M0 0 L1 1"))
      case .activityIndicator: .activityIndicator("Sample")
      case .button: .button("Sample", icon: nil)
      case .toggle: .toggle("Sample", isOn: true)
      case .textField: .field(.sample(.text))
      case .picker: .field(.sample(.picker))
      case .slider: .field(.sample(.slider))
      case .stepper: .field(.sample(.stepper))
      case .dateField: .field(.sample(.date))
      }
    if case .field(let field) = content { return ViewNode(content, children: field.parts(), action: field.onSubmit) }
    return ViewNode(content, children: traits.takesChildren ? [ViewNode(.text("Sample"))] : [])
  }
}

extension InputField {
  /// A field of a kind with the label "Sample".
  public static func sample(_ kind: Kind) -> InputField {
    var field = InputField(kind)
    (field.label, field.text, field.onChange) = ("Sample", "one", 3)
    (field.choices, field.number, field.to, field.step) = (["one", "two"], 4, 10, 2)
    if kind == .text { field.onSubmit = 4 }
    if kind == .date { (field.text, field.number, field.to) = ("2026-11-05T15:04:09", 1_793_891_049, 4_000_000_000) }
    return field
  }
}

extension ViewNode {
  /// The kinds of this view and everything inside it.
  public var kinds: Set<ViewKind> { children.reduce(into: [content.kind]) { $0.formUnion($1.kinds) } }
}

extension ViewStyle {
  /// Every field has a value.
  public static var sample: ViewStyle {
    var style = ViewStyle()
    style.id = "id"
    style.font = .custom(size: 17.5, weight: .semibold, design: .serif, relativeTo: .title)
    style.weight = .bold
    style.italic = true
    style.monospaced = false
    style.color = .pair(light: .rgb(0x123456), dark: .named(.accent))
    style.background = .translucent(.named(.red), opacity: 0.5)
    style.gradient = Gradient([.named(.red), .pair(light: .rgb(1), dark: .rgb(2))], direction: .radial)
    style.padding = EdgeInsets(top: 1, left: 2, bottom: 3, right: 4.5)
    (style.width, style.height, style.minWidth, style.maxWidth) = (1, 2, 3, 4)
    (style.minHeight, style.maxHeight, style.aspectRatio) = (5, 6, 1.5)
    (style.align, style.spacing, style.priority, style.lineLimit) = (.firstBaseline, 7, -1, 3)
    (style.truncation, style.minScale, style.opacity) = (.middle, 0.5, 0.25)
    (style.border, style.cornerRadius, style.hidden, style.transition) = (.rgb(0xFFFFFF), 8, true, .move)
    (style.accessibility, style.layoutDirection) = ("words", .rightToLeft)
    style.effects = .sample
    return style
  }
}

extension ViewEffects {
  /// Every field with a value other than its default.
  public static var sample: ViewEffects {
    var effects = ViewEffects()
    (effects.isTabular, effects.textAlign, effects.lineSpacing) = (true, .trailing, 2.5)
    effects.tint = .translucent(.named(.red), opacity: 0.5)
    (effects.offset, effects.rotation) = (Size(width: 3, height: -4.5), 45)
    (effects.relativeWidth, effects.relativeHeight) = (0.5, 0.25)
    effects.shadow = Shadow(color: .named(.blue), radius: 8, x: 1, y: -2)
    effects.corners = CornerRadii(topLeft: 1, topRight: 2, bottomLeft: 3, bottomRight: 4)
    (effects.clips, effects.backgroundImage) = (true, .reference("sea.png"))
    (effects.fill, effects.stroke, effects.lineWidth) = (.named(.green), .pair(light: .rgb(1), dark: .rgb(2)), 3)
    effects.fillGradient = Gradient([.named(.red), .named(.blue)], direction: .right)
    effects.interval = Interval(from: 1000, to: 2000.5)
    effects.fit = .drop
    (effects.isDecorative, effects.columnSpan, effects.contentTransition) = (true, 2, .numeric)
    effects.focus = Size(width: 0.5, height: 0.25)
    var stroke = StrokeStyle()
    stroke.gradient = Gradient([.named(.green), .named(.mint)])
    (stroke.isAngular, stroke.cap, stroke.dash, stroke.trim) = (true, .square, [4, 2.5], StrokeStyle.Trim(from: 0.25, to: 0.75))
    effects.strokeStyle = stroke
    (effects.backgroundBlur, effects.material, effects.isMasked) = (12, .thin, true)
    effects.colorOf = .pair(light: .reference("day.png"), dark: .reference("night.png"))
    (effects.palette, effects.iconValue) = ([.named(.red)], 0.5)
    effects.imageColors = Gradient([.named(.orange), .named(.blue)])
    return effects
  }
}
