import WidgetModel

/// The escape sequences by which a terminal shows a notification.
public struct TerminalNotification: Sendable, Equatable {
  public enum Kind: Sendable, Equatable {
    /// kitty's desktop notifications: OSC 99.
    case osc99
    /// iTerm2, WezTerm, Ghostty: OSC 9.
    case osc9
    /// foot, urxvt: OSC 777.
    case osc777
  }

  public var kind: Kind
  /// Whether tmux passes the sequence on to the terminal that it runs in.
  public var isInTmux: Bool

  public init(_ kind: Kind, isInTmux: Bool = false) {
    self.kind = kind
    self.isInTmux = isInTmux
  }

  /// - Returns: nil for a terminal that is not known to show notifications.
  public init?(environment: [String: String]) {
    let term = environment["TERM"] ?? ""
    // tmux replaces TERM_PROGRAM; these variables name the terminal that it was started in.
    let program = environment["TMUX"] == nil ? environment["TERM_PROGRAM"] : environment["LC_TERMINAL"]
    let kind: Kind
    if environment["KITTY_WINDOW_ID"] != nil || term == "xterm-kitty" {
      kind = .osc99
    } else if ["iTerm.app", "iTerm2", "WezTerm", "ghostty"].contains(program) || term == "xterm-ghostty" {
      kind = .osc9
    } else if term.hasPrefix("foot") || term.hasPrefix("rxvt-unicode") {
      kind = .osc777
    } else {
      return nil
    }
    self.init(kind, isInTmux: environment["TMUX"] != nil)
  }

  public func bytes(of notification: UserNotification) -> [UInt8] {
    let title = Self.plain(notification.title)
    let body = Self.plain(notification.body)
    switch kind {
    case .osc99:
      let urgency = ["low": 0, "normal": 1, "critical": 2][notification.urgency.rawValue] ?? 1
      let options = "i=\(notification.key):e=1:u=\(urgency)"
      let first = sequence("99;\(options):d=\(body.isEmpty ? 1 : 0):p=title;\(Base64.text(Array(title.utf8)))")
      return body.isEmpty ? first : first + sequence("99;\(options):d=1:p=body;\(Base64.text(Array(body.utf8)))")
    // One text. A number at its start would mean progress.
    case .osc9: return sequence("9;\(Self.plain(notification.sender.name)): \(title)" + (body.isEmpty ? "" : " – \(body)"))
    case .osc777:
      return sequence("777;notify;\(title.map { $0 == ";" ? "," : String($0) }.joined());\(body)")
    }
  }

  /// - Returns: nil where a notification cannot be closed.
  public func bytes(closing key: String) -> [UInt8]? {
    kind == .osc99 ? sequence("99;i=\(key):p=close;") : nil
  }

  private func sequence(_ content: String) -> [UInt8] {
    let sequence = "\u{1B}]\(content)\u{1B}\\"
    guard isInTmux else { return Array(sequence.utf8) }
    return Array("\u{1B}Ptmux;\(sequence.map { $0 == "\u{1B}" ? "\u{1B}\u{1B}" : String($0) }.joined())\u{1B}\\".utf8)
  }

  /// One line without control characters.
  private static func plain(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in scalar.properties.generalCategory == .control ? " " : scalar }))
  }
}
