/// What a terminal is asked, all at once, when a live program begins; the answers come when they come.
public struct TerminalQueries: Sendable, Equatable {
  /// What somebody wants to know.
  public struct Subjects: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Synchronized output and grapheme clusters: for programs that draw often.
    public static let modes = Subjects(rawValue: 1)
    /// Which graphics protocol it knows.
    public static let graphics = Subjects(rawValue: 2)
    /// How many pixels a cell has.
    public static let cellSize = Subjects(rawValue: 4)
  }

  /// Empty when there is nothing to ask.
  public let bytes: [UInt8]
  /// Some go past tmux to the terminal around it. Their answers may come after those of tmux itself.
  public let passesThrough: Bool

  /// By what kitty's graphics query is recognised.
  static let graphicsID = 31
  /// A picture of one pixel that is to be looked at and not kept (kitty's graphics protocol, "Querying support").
  private static let graphicsQuery = "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"
  private static let versionQuery = "\u{1B}[>0q"

  public init(_ subjects: Subjects, _ capabilities: TerminalCapabilities) {
    // GNU screen passes on what is wrapped, and gives its windows no answer that they could tell from keys.
    let subjects: Subjects = capabilities.movesCursor && capabilities.multiplexer != .screen ? subjects : []
    var text = ""
    passesThrough = subjects.contains(.graphics) && capabilities.multiplexer == .tmux
    if subjects.contains(.graphics), capabilities.swallowsUnknownStrings {
      let queries = Self.versionQuery + Self.graphicsQuery
      text += passesThrough ? TmuxPassthrough.wrapped(queries) : queries
    }
    // Inside tmux modes are tmux's own, and it answers for them.
    if subjects.contains(.modes), capabilities.answersModeQueries { text += "\u{1B}[?2026$p\u{1B}[?2027$p" }
    if subjects.contains(.cellSize) { text += "\u{1B}[16t" }
    if !subjects.isEmpty { text += "\u{1B}[c" }
    bytes = Array(text.utf8)
  }
}

/// How a sequence reaches the terminal around tmux (tmux(1), `allow-passthrough`).
public enum TmuxPassthrough {
  public static func wrapped(_ sequence: String) -> String {
    "\u{1B}Ptmux;" + sequence.replacing("\u{1B}", with: "\u{1B}\u{1B}") + "\u{1B}\\"
  }
}
