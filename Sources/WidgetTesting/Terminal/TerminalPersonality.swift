/// How a terminal responds to queries.
public struct TerminalPersonality: Sendable, CustomStringConvertible {
  public var description: String
  /// Responses by query as it arrives at the terminal. Other queries get none.
  public var responses: [String: String]

  public init(_ name: String, _ responses: [String: String]) {
    description = name
    self.responses = responses
  }

  private static let version = "\u{1B}[>0q"
  private static let graphics = "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"
  private static let synchronized = "\u{1B}[?2026$p"
  private static let clusters = "\u{1B}[?2027$p"
  private static let scheme = "\u{1B}[?2031$p"
  private static let cell = "\u{1B}[16t"
  private static let background = "\u{1B}]11;?\u{1B}\\"
  private static let attributes = "\u{1B}[c"

  public static let kitty = TerminalPersonality(
    "kitty",
    [
      version: "\u{1B}P>|kitty(0.36.4)\u{1B}\\", graphics: "\u{1B}_Gi=31;OK\u{1B}\\", synchronized: "\u{1B}[?2026;2$y",
      clusters: "\u{1B}[?2027;0$y", cell: "\u{1B}[6;20;10t", attributes: "\u{1B}[?62;52;c",
    ])
  public static let ghostty = TerminalPersonality(
    "ghostty",
    [
      version: "\u{1B}P>|ghostty 1.1.3\u{1B}\\", graphics: "\u{1B}_Gi=31;OK\u{1B}\\", synchronized: "\u{1B}[?2026;2$y",
      clusters: "\u{1B}[?2027;2$y", cell: "\u{1B}[6;34;16t", attributes: "\u{1B}[?62;22;52c",
    ])
  public static let iTerm2 = TerminalPersonality(
    "iTerm2",
    [
      version: "\u{1B}P>|iTerm2 3.5.14\u{1B}\\", synchronized: "\u{1B}[?2026;2$y", clusters: "\u{1B}[?2027;0$y",
      cell: "\u{1B}[6;17;8t", attributes: "\u{1B}[?64;1;2;4;6;17;18;21;22c",
    ])
  public static let wezTerm = TerminalPersonality(
    "WezTerm",
    [
      version: "\u{1B}P>|WezTerm 20240203-110809-5046fc22\u{1B}\\", graphics: "\u{1B}_Gi=31;OK\u{1B}\\",
      synchronized: "\u{1B}[?2026;2$y", clusters: "\u{1B}[?2027;3$y", cell: "\u{1B}[6;20;9t",
      attributes: "\u{1B}[?65;4;6;18;22;52c",
    ])
  public static let foot = TerminalPersonality(
    "foot",
    [
      version: "\u{1B}P>|foot(1.22.3)\u{1B}\\", synchronized: "\u{1B}[?2026;2$y", clusters: "\u{1B}[?2027;1$y",
      cell: "\u{1B}[6;18;9t", attributes: "\u{1B}[?62;4;22;28;29c",
    ])
  public static let xtermWithSixel = TerminalPersonality(
    "xterm with sixel",
    [
      version: "\u{1B}P>|XTerm(390)\u{1B}\\", synchronized: "\u{1B}[?2026;0$y", clusters: "\u{1B}[?2027;0$y",
      cell: "\u{1B}[6;13;6t", attributes: "\u{1B}[?63;1;2;4;6;9;15;16;22;28c",
    ])
  public static let xterm = TerminalPersonality(
    "xterm",
    [
      version: "\u{1B}P>|XTerm(390)\u{1B}\\", synchronized: "\u{1B}[?2026;0$y", clusters: "\u{1B}[?2027;0$y",
      attributes: "\u{1B}[?64;1;2;6;9;15;16;17;18;21;22;28c",
    ])
  /// A terminal supporting only the one query that all terminals support.
  public static let plain = TerminalPersonality("minimal", [attributes: "\u{1B}[?6c"])
  /// A terminal with black text on white.
  public static let light = TerminalPersonality(
    "light", [background: "\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\", attributes: "\u{1B}[?6c"])
  /// A terminal ending its response with BEL, with colours in another form.
  public static let dark = TerminalPersonality("dark", [background: "\u{1B}]11;rgba:1/1e/11/ff\u{7}", attributes: "\u{1B}[?6c"])
  /// A dark terminal that reports when it becomes light.
  public static let switching = TerminalPersonality(
    "switching",
    [background: "\u{1B}]11;rgb:1111/1111/1111\u{1B}\\", scheme: "\u{1B}[?2031;2$y", attributes: "\u{1B}[?62;52;c"])
  public static let mute = TerminalPersonality("silent", [:])

  /// All responses to a program's output, in the order of its queries.
  public func response(to output: String) -> String {
    var response = ""
    var rest = output[...]
    while let start = rest.firstIndex(of: "\u{1B}") {
      rest = rest[start...]
      if let query = responses.keys.first(where: { rest.hasPrefix($0) }) {
        response += responses[query] ?? ""
        rest = rest.dropFirst(query.count)
      } else {
        rest = rest.dropFirst()
      }
    }
    return response
  }
}
