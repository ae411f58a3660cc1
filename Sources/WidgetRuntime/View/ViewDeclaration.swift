public import WidgetModel

/// The complete declaration of one kind of view: its own fields, the field filled by positional values, and how to make its
/// content.
///
/// The decoder, the prelude, the reference page and the editor types are all made from this. Nothing else lists views or fields.
public struct ViewDeclaration: Sendable, LeveledDeclaration {
  public let kind: ViewKind
  public let summary: String
  /// This kind's fields, besides ``ViewSchema/common``.
  public let fields: [ViewField]
  /// The meaning of positional values, as in `ui.text { "a", "b" }`.
  let positional: ViewPositional
  public var availability = Availability()
  /// Makes the content, from fields whose types have been checked.
  let content: @Sendable (ViewFields) throws(FieldProblem) -> ViewContent

  init(
    _ kind: ViewKind, _ summary: String, positional: ViewPositional, fields: [any ViewFieldDeclaration] = [],
    content: @escaping @Sendable (ViewFields) throws(FieldProblem) -> ViewContent
  ) {
    self.kind = kind
    self.summary = summary
    self.positional = positional
    self.fields = fields.map(\.declaration)
    self.content = content
  }
}

/// The meaning of a view's positional values.
enum ViewPositional: Equatable {
  /// Pieces of text, joined in this field.
  case text(String)
  case children
  /// A single value for this field.
  case value(String)
  /// The elements of this field, or the list itself as one value.
  case list(String)
  case nothing
}

extension ViewKind {
  /// A missing kind doesn't compile.
  public var declaration: ViewDeclaration {
    switch self {
    case .text: .text
    case .label: .label
    case .icon: .icon
    case .date: .date
    case .link: .link
    case .image: .image
    case .vstack: .vstack
    case .hstack: .hstack
    case .zstack: .zstack
    case .overlay: .overlay
    case .fits: .fits
    case .grid: .grid
    case .group: .group
    case .card: .card
    case .private: .private
    case .spacer: .spacer
    case .divider: .divider
    case .progress: .progress
    case .gauge: .gauge
    case .chart: .chart
    case .circle: .circle
    case .rectangle: .rectangle
    case .capsule: .capsule
    case .path: .path
    case .activityIndicator: .activityIndicator
    case .button: .button
    case .toggle: .toggle
    case .textField: .textField
    case .picker: .picker
    case .slider: .slider
    case .stepper: .stepper
    case .dateField: .dateField
    }
  }
}

extension ViewDeclaration {
  static let button = ViewDeclaration(
    .button, "A button. Runs a function when you tap it.", positional: .text("text"),
    fields: [SharedFields.text, SharedFields.icon]
  ) { fields throws(FieldProblem) in
    try SharedFields.requireTextOrIcon(fields)
    try SharedFields.requireAction(fields)
    return .button(fields[SharedFields.text], icon: fields[SharedFields.icon])
  }

  private static let isOn = TypedField<Bool>.boolean("on", "Whether it's switched on.").defaulting(to: false)

  static let toggle = ViewDeclaration(
    .toggle, "A switch. It needs an `action` (`on_tap`), which changes what `on` shows.", positional: .text("text"),
    fields: [SharedFields.text, isOn]
  ) { fields throws(FieldProblem) in
    try SharedFields.requireAction(fields)
    return .toggle(fields[SharedFields.text], isOn: fields[isOn])
  }
}

extension ViewDeclaration {
  // `icon` is what every other view calls it.
  private static let name = TypedField<String>.icon("name", "The icon's name.", alias: "icon").required

  private static let palette = TypedField<[Color]>(
    ViewField(
      "palette", .palette,
      "Colours for the icon's parts: `{ \"white\", \"blue\" }` draws a mark and what's behind it, or a cloud and its sun."
    ) { $0.setEffect(\.palette, to: $1.palette ?? []) }
  ) { $0.palette }

  private static let value = TypedField<Double>(
    ViewField(
      "value", .number(0...1),
      "How much of the icon is drawn in full strength: the waves of `wifi` and `speaker.wave.3`, the bars of `cellularbars` and "
        + "`chart.bar`, the charge of `battery.100`; any other icon is filled from below."
    ) { $0.setEffect(\.iconValue, to: $1.number) }
  ) { $0.number }

  static let icon = ViewDeclaration(.icon, "A symbol, by name.", positional: .value("name"), fields: [name, palette, value]) {
    fields throws(FieldProblem) in
    .icon(try fields.value(of: name))
  }

  private static let source = TypedField<ImageSource>.image("src", "The image.").required
  private static let mode = TypedField<ImageMode>.choice(
    "mode", "Whether the whole image is visible (\"fit\") or fills its frame (\"fill\")."
  ).defaulting(to: .fit)

  private static let focus = TypedField<Size>(
    ViewField(
      "focus", .offset, "The point of a cropped image to keep in view, as fractions of its size: `{ x = 0.5, y = 0.2 }`."
    ) {
      func fraction(_ value: Double) -> Double { min(1, max(0, value)) }
      $0.setEffect(\.focus, to: $1.offset.map { Size(width: fraction($0.width), height: fraction($0.height)) })
    }
  ) { $0.offset }

  static let image = ViewDeclaration(.image, "An image.", positional: .value("src"), fields: [source, mode, focus]) {
    fields throws(FieldProblem) in
    .image(try fields.value(of: source), mode: fields[mode])
  }
}
