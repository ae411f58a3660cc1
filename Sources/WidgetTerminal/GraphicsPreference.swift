/// How the person wants pictures to be shown.
public enum GraphicsPreference: String, Sendable, Equatable, CaseIterable {
  /// In the best way that the terminal answers to.
  case auto
  case none, kitty, iterm2, sixel, blocks
}

extension GraphicsPreference {
  /// What must be asked for it.
  public var subjects: TerminalQueries.Subjects {
    switch self {
    case .auto: [.graphics, .cellSize]
    case .kitty, .iterm2, .sixel: .cellSize
    case .none, .blocks: []
    }
  }

  /// What is shown for a choice, when the terminal has said this.
  ///
  /// Of what a terminal can do, in this order: iTerm2's protocol where it is at home, kitty's, sixel, characters. Without colours
  /// there are no pictures at all.
  func graphics(_ answers: TerminalResponses, _ capabilities: TerminalCapabilities, _ environment: [String: String])
    -> TerminalFeatures.Graphics
  {
    guard self != .none, capabilities.color != .none, capabilities.movesCursor else { return .none }
    let blocks: TerminalFeatures.Graphics = capabilities.isUTF8 ? .blocks : .none
    switch self {
    case .none: return .none
    case .blocks: return blocks
    case .iterm2: return .iterm2
    case .sixel: return .sixel
    // What tmux is given for kitty can only be the form that it can move about.
    case .kitty:
      if capabilities.multiplexer == nil { return .kitty }
      return capabilities.multiplexer == .tmux && capabilities.canHoldPlaceholders ? .kittyPlaceholders : blocks
    case .auto: break
    }
    // Sixteen colours make no picture.
    let fallback = capabilities.color >= .ansi256 ? blocks : .none
    switch capabilities.multiplexer {
    case .tmux:
      let isKnown = answers.names.contains { ["kitty", "ghostty"].contains(TerminalResponses.program($0)) }
      let isInherited = ["KITTY_WINDOW_ID", "GHOSTTY_RESOURCES_DIR"].contains { environment[$0]?.isEmpty == false }
      let shows = answers.takesKittyGraphics && (isKnown || isInherited) && capabilities.canHoldPlaceholders
      return shows ? .kittyPlaceholders : fallback
    case .screen: return fallback
    case nil: break
    }
    // One that says nothing at all is asked for nothing.
    guard let attributes = answers.attributes else { return fallback }
    if isAtHome(answers, environment) { return .iterm2 }
    if answers.takesKittyGraphics { return .kitty }
    return attributes.contains(4) ? .sixel : fallback
  }

  /// iTerm2's protocol is the terminal's own, or the one it draws best.
  private func isAtHome(_ answers: TerminalResponses, _ environment: [String: String]) -> Bool {
    if let name = answers.names.first { return ["iterm2", "wezterm", "mintty"].contains(TerminalResponses.program(name)) }
    if ["iTerm.app", "WezTerm"].contains(environment["TERM_PROGRAM"] ?? "") { return true }
    return environment["LC_TERMINAL"] == "iTerm2"
  }
}

extension TerminalCapabilities {
  /// The placeholders' colour says which picture they show, and they are beyond ASCII.
  fileprivate var canHoldPlaceholders: Bool { color == .trueColor && isUTF8 }
}
