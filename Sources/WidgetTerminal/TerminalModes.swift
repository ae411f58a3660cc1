/// The terminal modes of a live program, with the sequences that set and reset them. Terminals ignore unknown private modes.
struct TerminalModes: Sendable, Equatable {
  private let movesCursor: Bool
  /// Whether clicks and the wheel are reported (modes 1000 and 1006).
  var reportsMouse = false
  /// Whether frames use synchronized output (mode 2026). The program may exit in the middle of a frame.
  var synchronizes = false
  /// Whether this program enables grapheme clusters (mode 2027).
  var enablesGraphemeClusters = false

  init(_ capabilities: TerminalCapabilities) { movesCursor = capabilities.movesCursor }

  /// Hides the cursor (25) and sets bracketed paste (2004) and the optional modes.
  var enter: [UInt8] {
    guard movesCursor else { return [] }
    var base = self
    (base.reportsMouse, base.enablesGraphemeClusters) = (false, false)
    return Array("\u{1B}[?25l\u{1B}[?2004h".utf8) + additions(to: base)
  }

  /// Sets the optional modes that other modes lack.
  func additions(to old: TerminalModes) -> [UInt8] {
    guard movesCursor else { return [] }
    var text = ""
    if reportsMouse, !old.reportsMouse { text += "\u{1B}[?1000h\u{1B}[?1006h" }
    if enablesGraphemeClusters, !old.enablesGraphemeClusters { text += "\u{1B}[?2027h" }
    return Array(text.utf8)
  }

  /// Resets all modes, and wrapping (7) and the style too, because the program may exit in the middle of a frame.
  var leave: [UInt8] {
    guard movesCursor else { return [] }
    var text = synchronizes ? "\u{1B}[?2026l" : ""
    if enablesGraphemeClusters { text += "\u{1B}[?2027l" }
    text += "\u{1B}[?7h\u{1B}[0m"
    if reportsMouse { text += "\u{1B}[?1006l\u{1B}[?1000l" }
    text += "\u{1B}[?2004l\u{1B}[?25h"
    return Array(text.utf8)
  }
}
