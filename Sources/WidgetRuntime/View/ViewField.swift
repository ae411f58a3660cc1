/// A field that a view may have: its Lua name, its type, its words. The decoder, the reference and the editor types share it.
public struct ViewField: Sendable, Equatable {
  public var name: String
  /// Another name for the same field.
  public var alias: String?
  public var type: ViewFieldType
  public var documentation: String
  public var isRequired: Bool
  /// Whether the alias is the wire's alone, and no name for authors.
  public var hidesAlias: Bool

  /// The alias, where authors may write it.
  var writtenAlias: String? { hidesAlias ? nil : alias }

  public init(
    _ name: String, _ type: ViewFieldType, _ documentation: String, alias: String? = nil, isRequired: Bool = false,
    hidesAlias: Bool = false
  ) {
    self.name = name
    self.alias = alias
    self.type = type
    self.documentation = documentation
    self.isRequired = isRequired
    self.hidesAlias = hidesAlias
  }
}

/// The types of a view's fields.
public enum ViewFieldType: Sendable, Equatable {
  /// A string; a number is written out.
  case text
  case boolean
  /// The name of an icon; see ``IconName``.
  case icon
  /// Points, clamped to 0...100 000.
  case length
  /// Points as before, or `math.huge` for all there is.
  case maximum
  /// An error outside the range.
  case number(ClosedRange<Double>)
  /// Any number that is one.
  case finite
  /// Moved into the range.
  case clamped(ClosedRange<Double>)
  /// A whole number, 0 or more.
  case count
  /// Seconds since 1970.
  case time
  case color
  /// A colour, or `true` for the surface's own.
  case border
  case font
  /// A number for all four sides, or a table of sides.
  case insets
  case choice([String])
  /// A URL to open: `http`, `https`, `mailto`, or an application's own scheme.
  case url
  /// A resource's path, an `http` or `https` URL, or the picture's bytes.
  case picture
  /// The columns of a grid.
  case columns
  /// Numbers and gaps.
  case values
  /// Several lists of numbers and gaps.
  case series
  /// A list of texts.
  case texts
  /// A function of the script; a worker sends its number.
  case action

  /// The type as an error message says it: `must be ...`.
  public var words: String {
    switch self {
    case .text: "text"
    case .icon: "the name of an icon"
    case .boolean: "true or false"
    case .length, .maximum, .clamped, .finite: "a number"
    case .number(let range): "a number from \(Self.plain(range.lowerBound)) to \(Self.plain(range.upperBound))"
    case .count: "a whole number, 0 or more"
    case .time: "a number of seconds since 1970"
    case .color: "a colour"
    case .border: "a colour or true"
    case .font: "a text style or { size = ... }"
    case .insets: "a number or { top = ..., left = ..., bottom = ..., right = ... }"
    case .choice(let names): alternatives(names)
    case .url: "a URL"
    case .picture: "a resource's path, a URL or a picture's bytes"
    case .columns: "a number of columns or a list of them"
    case .values: "a list of numbers"
    case .series: "a list of series"
    case .texts: "a list of texts"
    case .action: "a function"
    }
  }

  /// `0` for 0.0.
  static func plain(_ number: Double) -> String { Int(exactly: number).map(String.init) ?? String(number) }
}
