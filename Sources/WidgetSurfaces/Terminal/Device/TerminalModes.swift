/// The terminal modes of a live program, with the sequences that set and reset them. Terminals ignore unknown private modes.
struct TerminalModes: Sendable, Equatable {
  private let movesCursor: Bool
  /// Whether the alternate screen is used (mode 1049).
  private let usesAlternateScreen: Bool
  /// Whether clicks and the wheel are reported (modes 1000 and 1006), and on the alternate screen movements with a pressed button
  /// too (mode 1002).
  var reportsMouse = false
  /// Whether frames use synchronized output (mode 2026). The program may exit in the middle of a frame.
  var synchronizes = false
  /// Whether this program enables grapheme clusters (mode 2027).
  var enablesGraphemeClusters = false
  /// Whether changes of the terminal's colours are reported (mode 2031).
  var reportsColorScheme = false

  init(_ capabilities: TerminalCapabilities, usesAlternateScreen: Bool = false) {
    movesCursor = capabilities.movesCursor
    self.usesAlternateScreen = usesAlternateScreen
  }

  /// Enters the alternate screen, hides the cursor (25) and sets bracketed paste (2004) and the optional modes.
  var enter: [UInt8] {
    guard movesCursor else { return [] }
    var base = self
    (base.reportsMouse, base.enablesGraphemeClusters, base.reportsColorScheme) = (false, false, false)
    let screen = usesAlternateScreen ? "\u{1B}[?1049h" : ""
    return Array("\(screen)\u{1B}[?25l\u{1B}[?2004h".utf8) + additions(to: base)
  }

  /// Sets the optional modes that other modes lack.
  func additions(to old: TerminalModes) -> [UInt8] {
    guard movesCursor else { return [] }
    var text = ""
    if reportsMouse, !old.reportsMouse { text += "\u{1B}[?1000h\(usesAlternateScreen ? "\u{1B}[?1002h" : "")\u{1B}[?1006h" }
    if enablesGraphemeClusters, !old.enablesGraphemeClusters { text += "\u{1B}[?2027h" }
    if reportsColorScheme, !old.reportsColorScheme { text += "\u{1B}[?2031h" }
    return Array(text.utf8)
  }

  /// Resets all modes, and wrapping (7) and the style too, because the program may exit in the middle of a frame.
  var leave: [UInt8] {
    guard movesCursor else { return [] }
    var text = synchronizes ? "\u{1B}[?2026l" : ""
    if enablesGraphemeClusters { text += "\u{1B}[?2027l" }
    if reportsColorScheme { text += "\u{1B}[?2031l" }
    text += "\u{1B}[?7h\u{1B}[0m"
    if reportsMouse { text += "\u{1B}[?1006l\(usesAlternateScreen ? "\u{1B}[?1002l" : "")\u{1B}[?1000l" }
    text += "\u{1B}[?2004l\u{1B}[?25h"
    // Erased first, because the Linux console has no alternate screen.
    if usesAlternateScreen { text += "\u{1B}[2J\u{1B}[H\u{1B}[?1049l" }
    return Array(text.utf8)
  }
}
