public import WidgetModel

/// How a cell is drawn: colours by meaning, so that one drawing serves every terminal.
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

  /// The SGR sequence (ECMA-48, 8.3.117) that sets exactly this style, whatever was set before.
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
