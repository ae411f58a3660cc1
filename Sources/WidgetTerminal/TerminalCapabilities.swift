/// How many colours a terminal shows.
public enum ColorCapability: Int, Sendable, Equatable, CaseIterable, Comparable {
  case none, ansi16, ansi256, trueColor

  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// What stands between us and the terminal and keeps a screen of its own.
public enum TerminalMultiplexer: String, Sendable, Equatable { case tmux, screen }

/// What a terminal can do, as far as its environment variables tell. What it says itself is in ``TerminalFeatures``.
public struct TerminalCapabilities: Sendable, Equatable {
  public var color: ColorCapability
  /// Whether text may be UTF-8; otherwise stay within ASCII.
  public var isUTF8: Bool
  public var multiplexer: TerminalMultiplexer?
  /// Whether the cursor can be moved and lines rewritten. false: print each new frame below the last one.
  public var movesCursor: Bool
  /// Whether it may be asked about its modes (DECRQM). Some print a part of the question.
  public var answersModeQueries: Bool
  /// Whether it keeps control strings that it does not know (APC, DCS) off the screen.
  public var swallowsUnknownStrings: Bool
  /// Whether a narrower window breaks long lines anew. Otherwise it cuts them off.
  public var wrapsOnResize: Bool

  public init(
    color: ColorCapability = .none, isUTF8: Bool = false, multiplexer: TerminalMultiplexer? = nil, movesCursor: Bool = true,
    answersModeQueries: Bool = true, swallowsUnknownStrings: Bool = true, wrapsOnResize: Bool = true
  ) {
    self.color = color
    self.isUTF8 = isUTF8
    self.multiplexer = multiplexer
    self.movesCursor = movesCursor
    self.answersModeQueries = answersModeQueries
    self.swallowsUnknownStrings = swallowsUnknownStrings
    self.wrapsOnResize = wrapsOnResize
  }

  /// - Parameters:
  ///   - environment: The process's variables. `TERM`, `COLORTERM`, `NO_COLOR`, `FORCE_COLOR`, `CLICOLOR`, `CLICOLOR_FORCE`,
  ///     `LC_ALL`, `LC_CTYPE`, `LANG`, `TMUX`, `STY`, `TERM_PROGRAM`, `KONSOLE_VERSION` and `XTERM_VERSION`
  ///     are read.
  ///   - isTerminal: Whether the output is a terminal. A pipe gets no colours unless a variable forces them.
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
    swallowsUnknownStrings = movesCursor && term != "linux" && program != "Apple_Terminal"
    answersModeQueries = swallowsUnknownStrings && !isSet("KONSOLE_VERSION", in: environment)
    wrapsOnResize =
      movesCursor && term != "linux" && multiplexer != .screen && !isSet("XTERM_VERSION", in: environment)
  }
}

private func isSet(_ name: String, in environment: [String: String]) -> Bool { environment[name]?.isEmpty == false }

/// The person's wish first (no-color.org, then force-color.org and the older CLICOLOR), then what the terminal says of itself.
private func colorCapability(_ environment: [String: String], term: String, isTerminal: Bool) -> ColorCapability {
  if isSet("NO_COLOR", in: environment) { return .none }
  let known = terminalColors(environment, term: term)
  if let wish = environment["FORCE_COLOR"] {
    switch wish.lowercased() {
    case "0", "false", "no", "none": return .none
    case "2": return .ansi256
    case "3": return .trueColor
    default: return max(known, .ansi16)
    }
  }
  if let wish = environment["CLICOLOR_FORCE"], !wish.isEmpty, wish != "0" { return max(known, .ansi16) }
  if environment["CLICOLOR"] == "0" || !isTerminal { return .none }
  return known
}

/// Terminals with 24-bit colour whose `TERM` alone says so, for when `COLORTERM` is lost on the way (ssh, sudo).
private let trueColorTerms = ["alacritty", "contour", "foot", "wezterm", "xterm-ghostty", "xterm-kitty"]

private func terminalColors(_ environment: [String: String], term: String) -> ColorCapability {
  if term.isEmpty || term == "dumb" || term == "unknown" { return .none }
  let colorTerm = environment["COLORTERM"]?.lowercased()
  // GNU screen before 5 prints 24-bit colours wrongly, and COLORTERM is inherited from the terminal around it.
  let isScreen = isSet("STY", in: environment)
  if !isScreen, colorTerm == "truecolor" || colorTerm == "24bit" { return .trueColor }
  if !isScreen, trueColorTerms.contains(where: { term == $0 || term.hasPrefix($0 + "-") }) { return .trueColor }
  if !isScreen, term.hasSuffix("-direct") || term.hasSuffix("-truecolor") { return .trueColor }
  if term.hasSuffix("-256color") || isScreen { return .ansi256 }
  // The DEC terminals up to the VT420 and `-m` entries are monochrome.
  if term.hasPrefix("vt") || term.hasSuffix("-m") || term.hasSuffix("-mono") { return .none }
  return .ansi16
}

/// The character set of `LC_CTYPE`: the first of the three variables that is set and not empty decides (POSIX, 8.2).
private func usesUTF8(_ environment: [String: String]) -> Bool {
  let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? "C"
  let withoutModifier = locale.prefix { $0 != "@" }
  // macOS sets LC_CTYPE to the bare "UTF-8".
  let codeset = withoutModifier.split(separator: ".", maxSplits: 1).last ?? ""
  return codeset.lowercased().filter { $0 != "-" } == "utf8"
}
