/// The answers of one terminal to one set of questions.
struct TerminalResponses: Sendable, Equatable {
  /// DA1; nil until it has come.
  var attributes: [Int]?
  /// XTVERSION, the newest last: tmux and the terminal around it may both say theirs.
  var names: [String] = []
  var takesKittyGraphics = false
  var hasAnsweredForGraphics = false
  var modes: [Int: TerminalResponse.ModeState] = [:]
  var cell: TerminalFeatures.CellSize?

  mutating func take(_ answer: TerminalResponse) {
    switch answer {
    case .attributes(let numbers): attributes = numbers
    case .mode(let number, let state):
      // Whoever says more than was asked is not listened to.
      if [2026, 2027].contains(number) { modes[number] = state }
    case .cellSize(let width, let height): cell = TerminalFeatures.CellSize(width: width, height: height)
    case .version(let name): if names.count < 4 { names.append(name) }
    case .graphics(let id, let isOK):
      guard id == TerminalQueries.graphicsID else { return }
      hasAnsweredForGraphics = true
      takesKittyGraphics = isOK
    }
  }

  /// The first word of a terminal's name for itself, in small letters: `kitty(0.36.4)`, `WezTerm 20240203`.
  static func program(_ name: String) -> String {
    String(name.prefix { $0.isLetter || $0.isNumber }).lowercased()
  }

  /// Set or settable: known.
  func knows(_ mode: Int) -> Bool { [.set, .reset, .permanentlySet].contains(modes[mode]) }
}
