/// How the user wants images shown.
public enum GraphicsPreference: String, Sendable, Equatable, CaseIterable {
  /// The best protocol supported by the terminal.
  case auto
  case none, kitty, iterm2, sixel, blocks
}

extension GraphicsPreference {
  /// The queries needed for this choice.
  public var subjects: TerminalQueries.Subjects {
    switch self {
    case .auto: [.graphics, .cellSize]
    case .kitty, .iterm2, .sixel: .cellSize
    case .none, .blocks: []
    }
  }

  /// The protocol to use, given the terminal's responses.
  ///
  /// `auto` takes the first that applies: iTerm2's protocol in terminals preferring it, kitty's, sixel, block characters. Without
  /// colours there are no images.
  func graphics(_ responses: TerminalResponses, _ capabilities: TerminalCapabilities, _ environment: [String: String])
    -> TerminalFeatures.Graphics
  {
    guard self != .none, capabilities.color != .none, capabilities.movesCursor else { return .none }
    let blocks: TerminalFeatures.Graphics = capabilities.isUTF8 ? .blocks : .none
    switch self {
    case .none: return .none
    case .blocks: return blocks
    case .iterm2: return .iterm2
    case .sixel: return .sixel
    // Inside tmux only placeholders work, because tmux can move them.
    case .kitty:
      if capabilities.multiplexer == nil { return .kitty }
      return capabilities.multiplexer == .tmux && capabilities.canHoldPlaceholders ? .kittyPlaceholders : blocks
    case .auto: break
    }
    // Sixteen colours aren't enough for an image.
    let fallback = capabilities.color >= .ansi256 ? blocks : .none
    switch capabilities.multiplexer {
    case .tmux:
      let isKnown = responses.names.contains { ["kitty", "ghostty"].contains(TerminalResponses.program($0)) }
      let isInherited = ["KITTY_WINDOW_ID", "GHOSTTY_RESOURCES_DIR"].contains { environment[$0]?.isEmpty == false }
      let shows = responses.supportsKittyGraphics && (isKnown || isInherited) && capabilities.canHoldPlaceholders
      return shows ? .kittyPlaceholders : fallback
    case .screen: return fallback
    case nil: break
    }
    // A terminal that doesn't respond gets no protocol.
    guard let attributes = responses.attributes else { return fallback }
    if prefersITerm2(responses, environment) { return .iterm2 }
    if responses.supportsKittyGraphics { return .kitty }
    return attributes.contains(4) ? .sixel : fallback
  }

  /// Whether iTerm2's protocol is the terminal's own, or the one it implements best.
  private func prefersITerm2(_ responses: TerminalResponses, _ environment: [String: String]) -> Bool {
    if let name = responses.names.first { return ["iterm2", "wezterm", "mintty"].contains(TerminalResponses.program(name)) }
    if ["iTerm.app", "WezTerm"].contains(environment["TERM_PROGRAM"] ?? "") { return true }
    return environment["LC_TERMINAL"] == "iTerm2"
  }
}

extension TerminalCapabilities {
  /// Whether placeholders work: they aren't ASCII, and their 24-bit colour selects the image.
  fileprivate var canHoldPlaceholders: Bool { color == .trueColor && isUTF8 }
}
