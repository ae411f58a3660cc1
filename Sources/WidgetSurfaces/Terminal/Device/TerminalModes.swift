import WidgetSystem

/// A live program's terminal modes, with the sequences for setting and resetting them. Terminals ignore unknown private modes.
struct TerminalModes: Sendable, Equatable {
  private let movesCursor: Bool
  /// Whether the alternate screen is used (mode 1049).
  private let usesAlternateScreen: Bool
  /// Whether clicks and the wheel are reported (modes 1000 and 1006), and on the alternate screen also movements with a button
  /// held down (mode 1002).
  var reportsMouse = false
  /// Whether frames use synchronized output (mode 2026). The program may exit in the middle of a frame.
  var synchronizes = false
  /// Whether this program enables grapheme clusters (mode 2027).
  var enablesGraphemeClusters = false
  /// Whether the terminal's colour changes are reported (mode 2031).
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

  /// Sets the optional modes missing from other modes.
  func additions(to old: TerminalModes) -> [UInt8] {
    guard movesCursor else { return [] }
    var text = ""
    if reportsMouse, !old.reportsMouse { text += "\u{1B}[?1000h\(usesAlternateScreen ? "\u{1B}[?1002h" : "")\u{1B}[?1006h" }
    if enablesGraphemeClusters, !old.enablesGraphemeClusters { text += "\u{1B}[?2027h" }
    if reportsColorScheme, !old.reportsColorScheme { text += "\u{1B}[?2031h" }
    return Array(text.utf8)
  }

  /// Resets all modes, plus wrapping (7) and the style, because the program may exit in the middle of a frame.
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

/// The queries a live program sends to the terminal, all at once.
public struct TerminalQueries: Sendable, Equatable {
  /// The features to query.
  public struct Subjects: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Synchronized output and grapheme clusters, for programs that draw often.
    public static let modes = Subjects(rawValue: 1)
    /// The graphics protocols.
    public static let graphics = Subjects(rawValue: 2)
    /// The size of a cell in pixels.
    public static let cellSize = Subjects(rawValue: 4)
    /// The background colour, and whether the terminal reports changes to it (mode 2031).
    public static let background = Subjects(rawValue: 8)
  }

  /// Empty if there's nothing to query.
  public let bytes: [UInt8]
  /// Whether some queries pass through tmux to the outer terminal. Their responses may arrive after tmux's.
  public let passesThrough: Bool

  /// The image id in kitty's graphics query.
  static let graphicsID = 31
  /// An image of one pixel to check but not store (kitty's graphics protocol, "Querying support").
  private static let graphicsQuery = "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"
  private static let backgroundQuery = "\u{1B}]11;?\u{1B}\\"
  private static let versionQuery = "\u{1B}[>0q"

  public init(_ subjects: Subjects, _ capabilities: TerminalCapabilities) {
    // GNU screen forwards queries but doesn't route the responses back to the window.
    let subjects: Subjects = capabilities.movesCursor && capabilities.multiplexer != .screen ? subjects : []
    var text = subjects.contains(.background) && capabilities.supportsColorQueries ? Self.backgroundQuery : ""
    passesThrough = subjects.contains(.graphics) && capabilities.multiplexer == .tmux
    if subjects.contains(.graphics), capabilities.ignoresUnknownStrings {
      let queries = Self.versionQuery + Self.graphicsQuery
      text += passesThrough ? TmuxPassthrough.wrapped(queries) : queries
    }
    // Inside tmux, tmux itself responds to mode queries.
    if subjects.contains(.modes), capabilities.supportsModeQueries { text += "\u{1B}[?2026$p\u{1B}[?2027$p" }
    if subjects.contains(.background), capabilities.supportsModeQueries { text += "\u{1B}[?2031$p" }
    if subjects.contains(.cellSize) { text += "\u{1B}[16t" }
    if !subjects.isEmpty { text += "\u{1B}[c" }
    bytes = Array(text.utf8)
  }
}

/// Passes a sequence through tmux to the outer terminal (tmux(1), `allow-passthrough`).
public enum TmuxPassthrough {
  public static func wrapped(_ sequence: String) -> String {
    "\u{1B}Ptmux;" + sequence.replacing("\u{1B}", with: "\u{1B}\u{1B}") + "\u{1B}\\"
  }
}
