/// The queries that a live program sends to the terminal, all at once.
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
    /// The colour of the background, and whether the terminal reports changes of it (mode 2031).
    public static let background = Subjects(rawValue: 8)
  }

  /// Empty if there is nothing to query.
  public let bytes: [UInt8]
  /// Whether some queries pass through tmux to the terminal around it. Their responses may arrive after those of tmux.
  public let passesThrough: Bool

  /// The image id in kitty's graphics query.
  static let graphicsID = 31
  /// An image of one pixel that is checked and not stored (kitty's graphics protocol, "Querying support").
  private static let graphicsQuery = "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"
  private static let backgroundQuery = "\u{1B}]11;?\u{1B}\\"
  private static let versionQuery = "\u{1B}[>0q"

  public init(_ subjects: Subjects, _ capabilities: TerminalCapabilities) {
    // GNU screen forwards queries and does not route the responses back to the window.
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

/// Passes a sequence through tmux to the terminal around it (tmux(1), `allow-passthrough`).
public enum TmuxPassthrough {
  public static func wrapped(_ sequence: String) -> String {
    "\u{1B}Ptmux;" + sequence.replacing("\u{1B}", with: "\u{1B}\u{1B}") + "\u{1B}\\"
  }
}
