import WidgetModel

/// The responses of a terminal to one set of queries.
struct TerminalResponses: Sendable, Equatable {
  /// DA1; nil until it has arrived.
  var attributes: [Int]?
  /// XTVERSION, in order: tmux and the terminal around it may both respond.
  var names: [String] = []
  var supportsKittyGraphics = false
  var hasGraphicsResponse = false
  var modes: [Int: TerminalResponse.ModeState] = [:]
  var cell: TerminalFeatures.CellSize?
  /// Whether the background is light or dark.
  var background: ColorScheme?

  mutating func receive(_ response: TerminalResponse) {
    switch response {
    case .attributes(let numbers): attributes = numbers
    case .mode(let number, let state):
      // Modes that were not queried are ignored.
      if [2026, 2027, 2031].contains(number) { modes[number] = state }
    case .cellSize(let width, let height): cell = TerminalFeatures.CellSize(width: width, height: height)
    case .background(let red, let green, let blue):
      // The brightness that the eye sees (ITU-R BT.601).
      background = 0.299 * red + 0.587 * green + 0.114 * blue > 0.5 ? .light : .dark
    case .colorScheme(let scheme): background = scheme
    case .version(let name): if names.count < 4 { names.append(name) }
    case .graphics(let id, let isOK):
      guard id == TerminalQueries.graphicsID else { return }
      hasGraphicsResponse = true
      supportsKittyGraphics = isOK
    }
  }

  /// The first word of an XTVERSION response in lowercase, such as `kitty` for `kitty(0.36.4)`.
  static func program(_ name: String) -> String {
    String(name.prefix { $0.isLetter || $0.isNumber }).lowercased()
  }

  /// Whether the terminal supports a mode.
  func supports(_ mode: Int) -> Bool { [.set, .reset, .permanentlySet].contains(modes[mode]) }
}
