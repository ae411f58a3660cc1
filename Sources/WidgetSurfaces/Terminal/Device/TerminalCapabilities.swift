public import WidgetModel

/// The colours of a terminal.
public enum ColorCapability: Int, Sendable, Equatable, CaseIterable, Comparable {
  case none, ansi16, ansi256, trueColor

  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// A program between luawidget and the terminal, with a screen of its own.
public enum TerminalMultiplexer: String, Sendable, Equatable { case tmux, screen }

/// A terminal's capabilities according to the environment. ``TerminalFeatures`` has its responses to queries.
public struct TerminalCapabilities: Sendable, Equatable {
  public var color: ColorCapability
  /// Whether text can be UTF-8. Otherwise only ASCII is safe.
  public var isUTF8: Bool
  public var multiplexer: TerminalMultiplexer?
  /// Whether the cursor can be moved. Otherwise each frame is printed below the last one.
  public var movesCursor: Bool
  /// Whether mode queries (DECRQM) are safe. Some terminals print a part of them.
  public var supportsModeQueries: Bool
  /// Whether unknown control strings (APC, DCS) are ignored rather than printed.
  public var ignoresUnknownStrings: Bool
  /// Whether colour queries (OSC 10 and 11) are safe. The Linux console prints a part of them.
  public var supportsColorQueries: Bool
  /// Whether the background is light or dark according to `COLORFGBG`; nil if unknown.
  public var background: ColorScheme?
  /// Whether a narrower window wraps long lines. Otherwise it truncates them.
  public var wrapsOnResize: Bool
  /// Whether mouse reporting can be enabled. The Linux console doesn't have it.
  public var reportsMouse: Bool

  public init(
    color: ColorCapability = .none, isUTF8: Bool = false, multiplexer: TerminalMultiplexer? = nil, movesCursor: Bool = true,
    supportsModeQueries: Bool = true, ignoresUnknownStrings: Bool = true, wrapsOnResize: Bool = true, reportsMouse: Bool = true,
    supportsColorQueries: Bool = true, background: ColorScheme? = nil
  ) {
    self.color = color
    self.isUTF8 = isUTF8
    self.multiplexer = multiplexer
    self.movesCursor = movesCursor
    self.supportsModeQueries = supportsModeQueries
    self.ignoresUnknownStrings = ignoresUnknownStrings
    self.wrapsOnResize = wrapsOnResize
    self.reportsMouse = reportsMouse
    self.supportsColorQueries = supportsColorQueries
    self.background = background
  }

  /// - Parameters:
  ///   - environment: The environment. `TERM`, `COLORTERM`, `NO_COLOR`, `FORCE_COLOR`, `CLICOLOR`, `CLICOLOR_FORCE`,
  ///     `LC_ALL`, `LC_CTYPE`, `LANG`, `TMUX`, `STY`, `TERM_PROGRAM`, `KONSOLE_VERSION`, `XTERM_VERSION` and
  ///     `COLORFGBG` are read.
  ///   - isTerminal: Whether the output is a terminal. A pipe gets colours only if a variable forces them.
  public init(environment: [String: String], isTerminal: Bool = true) {
    let term = environment["TERM"] ?? ""
    let program = environment["TERM_PROGRAM"] ?? ""
    let isDumb = term.isEmpty || term == "dumb" || term == "unknown"
    if isSet("TMUX", in: environment) || term.hasPrefix("tmux") {
      multiplexer = .tmux
    } else if isSet("STY", in: environment) || term.hasPrefix("screen") {
      multiplexer = .screen
    } else {
      multiplexer = nil
    }
    color = colorCapability(environment, term: term, isTerminal: isTerminal && !isDumb)
    isUTF8 = usesUTF8(environment)
    movesCursor = isTerminal && !isDumb
    ignoresUnknownStrings = movesCursor && term != "linux" && program != "Apple_Terminal"
    supportsModeQueries = ignoresUnknownStrings && !isSet("KONSOLE_VERSION", in: environment)
    wrapsOnResize =
      movesCursor && term != "linux" && multiplexer != .screen && !isSet("XTERM_VERSION", in: environment)
    reportsMouse = movesCursor && term != "linux"
    supportsColorQueries = movesCursor && term != "linux"
    background = backgroundColor(environment["COLORFGBG"])
  }
}

private func isSet(_ name: String, in environment: [String: String]) -> Bool { environment[name]?.isEmpty == false }

/// The user's choice first (no-color.org, then force-color.org and the older CLICOLOR), then the terminal's own colours.
private func colorCapability(_ environment: [String: String], term: String, isTerminal: Bool) -> ColorCapability {
  if isSet("NO_COLOR", in: environment) { return .none }
  let known = terminalColors(environment, term: term)
  if let choice = environment["FORCE_COLOR"] {
    switch choice.lowercased() {
    case "0", "false", "no", "none": return .none
    case "2": return .ansi256
    case "3": return .trueColor
    default: return max(known, .ansi16)
    }
  }
  if let choice = environment["CLICOLOR_FORCE"], !choice.isEmpty, choice != "0" { return max(known, .ansi16) }
  if environment["CLICOLOR"] == "0" || !isTerminal { return .none }
  return known
}

/// The last field of rxvt's `COLORFGBG` is the background's number: `15;0` is dark, `0;default;15` light.
private func backgroundColor(_ text: String?) -> ColorScheme? {
  guard let field = text?.split(separator: ";", omittingEmptySubsequences: false).last, let number = Int(field) else {
    return nil
  }
  switch number {
  case 0...6, 8: return .dark
  case 7, 9...15: return .light
  default: return nil
  }
}

/// `TERM` values that imply 24-bit colour, because ssh and sudo drop `COLORTERM`.
private let trueColorTerms = ["alacritty", "contour", "foot", "wezterm", "xterm-ghostty", "xterm-kitty"]

private func terminalColors(_ environment: [String: String], term: String) -> ColorCapability {
  if term.isEmpty || term == "dumb" || term == "unknown" { return .none }
  let colorTerm = environment["COLORTERM"]?.lowercased()
  // GNU screen before version 5 prints 24-bit colours incorrectly, and inherits COLORTERM from the outer terminal.
  let isScreen = isSet("STY", in: environment)
  if !isScreen, colorTerm == "truecolor" || colorTerm == "24bit" { return .trueColor }
  if !isScreen, trueColorTerms.contains(where: { term == $0 || term.hasPrefix($0 + "-") }) { return .trueColor }
  if !isScreen, term.hasSuffix("-direct") || term.hasSuffix("-truecolor") { return .trueColor }
  if term.hasSuffix("-256color") || isScreen { return .ansi256 }
  // The DEC terminals up to the VT420 and `-m` entries are monochrome.
  if term.hasPrefix("vt") || term.hasSuffix("-m") || term.hasSuffix("-mono") { return .none }
  return .ansi16
}

/// Whether the charset of `LC_CTYPE` is UTF-8. The first non-empty variable of the three decides (POSIX, 8.2).
private func usesUTF8(_ environment: [String: String]) -> Bool {
  let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? "C"
  let withoutModifier = locale.prefix { $0 != "@" }
  // macOS sets LC_CTYPE to the bare "UTF-8".
  let codeset = withoutModifier.split(separator: ".", maxSplits: 1).last ?? ""
  return codeset.lowercased().filter { $0 != "-" } == "utf8"
}
