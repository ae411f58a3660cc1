public import WidgetModel

/// How to draw a cell: colours by meaning, so one drawing works on all terminals.
public struct TerminalStyle: Sendable, Equatable {
  /// nil is the terminal's own.
  public var foreground: Color?
  public var background: Color?
  public var bold = false
  public var dim = false
  public var italic = false
  public var underline = false
  public var strikethrough = false
  public var reverse = false
  public var link: TerminalLink?

  public init(foreground: Color? = nil, background: Color? = nil) {
    self.foreground = foreground
    self.background = background
  }

  public static let plain = TerminalStyle()

  /// The SGR sequence (ECMA-48, 8.3.117) setting exactly this style, whatever was set before.
  public func sgr(_ depth: ColorDepth, scheme: ColorScheme) -> String {
    var codes = ["0"]
    if bold { codes.append("1") }
    if dim { codes.append("2") }
    if italic { codes.append("3") }
    if underline { codes.append("4") }
    if reverse { codes.append("7") }
    if strikethrough { codes.append("9") }
    if let foreground { codes += TerminalPalette.codes(foreground, depth, scheme, isBackground: false) }
    if let background { codes += TerminalPalette.codes(background, depth, scheme, isBackground: true) }
    return "\u{1B}[" + codes.joined(separator: ";") + "m"
  }
}

/// A canvas's styles by number, so a cell only stores a number. Number 0 is the terminal's own style.
///
/// Two numbers can have the same style: only the last few are compared, so an image in which every cell has its own colours
/// doesn't take quadratic time.
struct StyleTable: Sendable, Equatable {
  private(set) var styles: [TerminalStyle] = [.plain]

  subscript(number: Int32) -> TerminalStyle { styles[Int(number)] }

  mutating func number(of style: TerminalStyle) -> Int32 {
    for number in styles.indices.suffix(16).reversed() where styles[number] == style { return Int32(number) }
    styles.append(style)
    return Int32(styles.count - 1)
  }
}

/// A style drawn on cells. Without a background, it keeps each cell's.
struct Ink {
  private let style: TerminalStyle
  private let number: Int32
  /// The last result: neighbouring cells usually have the same style.
  private var last: (under: Int32, result: Int32)?

  init(_ style: TerminalStyle, _ styles: inout StyleTable) {
    self.style = style
    number = styles.number(of: style)
  }

  mutating func number(over under: Int32, _ styles: inout StyleTable) -> Int32 {
    if let last, last.under == under { return last.result }
    var result = number
    if style.background == nil, let background = styles[under].background {
      var style = style
      style.background = background
      result = styles.number(of: style)
    }
    last = (under, result)
    return result
  }
}
