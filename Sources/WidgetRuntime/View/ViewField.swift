public import WidgetModel

/// A field a view can have: its Lua name, its type, its documentation. The decoder, the prelude, the reference page and the
/// editor types share it.
public struct ViewField: Sendable, LeveledDeclaration {
  public var name: String
  /// Another name authors can use.
  public var alias: String?
  public var type: ViewFieldType
  public var isRequired = false
  /// The default as Lua text: `"time"`, `0`. A function, because only the documentation needs it and every start would pay for
  /// it.
  var defaultText: (@Sendable () -> String)?
  /// The name `ui` sends the field under, if its own has another meaning there.
  var wireName: String?
  public var availability = Availability()
  private var summary: String

  /// Sets the property of a style that the field stands for; nil for a field of the content.
  let style: (@Sendable (inout ViewStyle, ViewFieldValue) -> Void)?

  init(
    _ name: String, _ type: ViewFieldType, _ summary: String, alias: String? = nil, wireName: String? = nil,
    style: (@Sendable (inout ViewStyle, ViewFieldValue) -> Void)? = nil
  ) {
    self.name = name
    self.type = type
    self.summary = summary
    self.alias = alias
    self.wireName = wireName
    self.style = style
  }

  /// The meaning of the field, with its default and its level.
  public var documentation: String {
    guard let text = defaultText?(), text != "\"\"" else { return noted(summary) }
    return noted(summary + " Default: \(text).")
  }

  /// A default as Lua text.
  static func written<Value>(_ value: Value) -> String {
    switch value {
    case let number as Double: ViewFieldType.plain(number)
    case let text as String: "\"\(text)\""
    case let name as any RawRepresentable<String>: "\"\(name.rawValue)\""
    default: "\(value)"
    }
  }
}

/// The types of view fields.
public enum ViewFieldType: Sendable, Equatable {
  /// A string, or a number to convert to text.
  case text
  case boolean
  /// Text, or `false` for none.
  case alternative
  /// The name of an icon; see ``IconName``.
  case icon
  /// Points, clamped to 0...100 000.
  case length
  /// Points as above, or `math.huge` for all available space.
  case maximum
  /// An error outside the range.
  case number(ClosedRange<Double>)
  /// Any number but NaN and the infinities.
  case finite
  /// Clamped to the range.
  case clamped(ClosedRange<Double>)
  /// A whole number, 0 or more.
  case count
  /// Seconds since 1970.
  case time
  case color
  /// The colours of an icon's parts.
  case palette
  /// A colour or a gradient.
  case background
  /// A colour or a gradient, perhaps along a line.
  case stroke
  /// A colour, or `true` for the surface's own.
  case border
  case font
  /// A number for all four sides, or a table of sides.
  case insets
  case choice([String])
  /// A URL to open: `http`, `https`, `mailto`, or an application's own scheme.
  case url
  /// A resource's path, an `http` or `https` URL, or the image's bytes.
  case image
  /// The columns of a grid.
  case columns
  /// Numbers and gaps.
  case values
  /// Several lists of numbers and gaps.
  case series
  /// Values on a chart's axis.
  case ticks
  /// Lines across a chart.
  case rules
  /// A list of texts.
  case texts
  /// Parts of a text with their own styles.
  case spans
  /// A width or a height: points, or a part of the container's.
  case extent
  /// A distance across and down.
  case offset
  case shadow
  /// A corner radius, or one for each corner.
  case radius
  /// SVG path data.
  case path
  /// The lengths of dashes and gaps.
  case dash
  /// A part of a line, as two fractions.
  case trim
  /// Another view.
  case view
  /// A function in the script; a worker sends its number.
  case action

  /// Whether false is a value, and not the same as no value.
  var takesFalse: Bool { self == .boolean || self == .alternative || self == .border }

  /// The requirement for a value, in an error message: `must be ...`.
  public var expectation: String {
    switch self {
    case .text: "text"
    case .icon: "the name of an icon"
    case .boolean: "true or false"
    case .alternative: "text, or false for decoration"
    case .length, .maximum, .finite: "a number"
    case .clamped(let range), .number(let range):
      "a number from \(Self.plain(range.lowerBound)) to \(Self.plain(range.upperBound))"
    case .count: "a whole number, 0 or more"
    case .time: "a number of seconds since 1970"
    case .color: "a colour"
    case .palette: "a list of colours"
    case .background, .stroke: "a colour or { gradient = { ... } }"
    case .border: "a colour or true"
    case .font: "a text style or { size = ... }"
    case .insets: "a number or { top = ..., left = ..., bottom = ..., right = ... }"
    case .choice(let names): alternatives(names)
    case .url: "a URL"
    case .image:
      "a resource's path, the URL of a host in `permissions.net`, a player's `cover`, an image's bytes or { light = ..., dark = ... }"
    case .columns: "a number of columns or a list of them"
    case .values: "a list of numbers"
    case .series: "a list of series"
    case .ticks: "a list of numbers"
    case .rules: "a list of numbers or { value = ..., label = ..., color = ... }"
    case .texts: "a list of texts"
    case .spans: "a list of spans"
    case .extent: "a number or a percentage such as \"50%\""
    case .offset: "{ x = ..., y = ... }"
    case .shadow: "true, a radius or { radius = ..., x = ..., y = ..., color = ... }"
    case .radius: "a number or { top_left = ..., top_right = ..., bottom_left = ..., bottom_right = ... }"
    case .path: "path data such as \"M0 0 L1 1\""
    case .dash: "a length or a list of lengths"
    case .trim: "{ from = ..., to = ... }"
    case .view: "a view"
    case .action: "a function"
    }
  }

  /// Whether nil inside a list is a gap rather than its end.
  var mayHaveGaps: Bool {
    switch self {
    case .values, .series, .texts: true
    case .text, .boolean, .alternative, .icon, .length, .maximum, .number, .finite, .clamped, .count, .time, .color, .palette,
      .background, .stroke, .border, .font, .insets, .choice, .url, .image, .columns, .ticks, .rules, .spans, .extent, .offset,
      .shadow,
      .radius, .path, .dash, .trim, .view, .action:
      false
    }
  }

  /// The names of an enumeration.
  static func choice<Value: RawRepresentable<String> & CaseIterable>(_ type: Value.Type) -> ViewFieldType {
    .choice(Value.allCases.map(\.rawValue))
  }

  /// `0` for 0.0.
  static func plain(_ number: Double) -> String { Int(exactly: number).map(String.init) ?? String(number) }
}

extension ViewFieldType {
  /// Why a value that can be shown is probably a mistake.
  func doubt(about value: LuaValue) -> String? {
    switch self {
    case .icon:
      // An icon may be chosen at run time, by a name sent by a server.
      guard let name = value.string, !name.isEmpty, !IconName.isKnown(name) else { return nil }
      return "unknown icon \(name.quoted)\(IconHint.text(for: name))"
    case .length, .maximum, .extent, .radius:
      guard let number = value.double, number < 0 else { return nil }
      return "\(Self.plain(number)) counts as 0: a length is not negative"
    case .insets:
      guard let number = value.double, number < 0 else { return nil }
      return "\(Self.plain(number)) counts as 0: padding is not negative"
    default: return nil
    }
  }
}

/// Suggests names of icons.
enum IconHint {
  /// `; did you mean "sun.max"?`: the closest name, or else those containing it.
  static func text(for name: String) -> String {
    if let nearest = NearestName.of(name, among: IconName.all) { return "; \(NearestName.question(nearest))" }
    let parts = Set(name.lowercased().split(whereSeparator: { ".-_ ".contains($0) }).map(String.init))
    let related = IconName.all.filter { !parts.isDisjoint(with: $0.split(separator: ".").map(String.init)) }
    return related.isEmpty ? "; `luawidget api reference` lists the names" : "; there is \(alternatives(related.prefix(4)))"
  }
}
