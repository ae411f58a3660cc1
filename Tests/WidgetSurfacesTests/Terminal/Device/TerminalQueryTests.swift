import Testing
import WidgetModel
import WidgetTesting

@testable import WidgetSurfaces

/// Queries and responses, without a terminal.
@Suite struct TerminalQueryTests {
  private static let xterm = ["TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8"]

  private func queries(_ subjects: TerminalQueries.Subjects, _ environment: [String: String]) -> String {
    let all = TerminalQueries(subjects, TerminalCapabilities(environment: environment))
    return String(decoding: all.bytes, as: UTF8.self).replacing("\u{1B}", with: "^")
  }

  @Test("The queries for each terminal")
  func queries() {
    let all: TerminalQueries.Subjects = [.modes, .graphics, .cellSize]
    let graphics = "^[>0q^_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA^\\"
    #expect(queries(all, Self.xterm) == graphics + "^[?2026$p^[?2027$p^[16t^[c")
    #expect(queries(.modes, Self.xterm) == "^[?2026$p^[?2027$p^[c")
    #expect(queries(.cellSize, Self.xterm) == "^[16t^[c")
    #expect(queries([], Self.xterm) == "")
    #expect(queries([.background, .modes], Self.xterm) == "^]11;?^\\^[?2026$p^[?2027$p^[?2031$p^[c")
    #expect(queries(.background, ["TERM": "linux"]) == "^[c")
    #expect(queries(all, ["TERM": "dumb"]) == "")
    // These would display a part of the queries.
    #expect(queries(all, ["TERM": "linux"]) == "^[16t^[c")
    #expect(queries(all, ["TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"]) == "^[16t^[c")
    #expect(queries(all, Self.xterm.merging(["KONSOLE_VERSION": "250400"]) { $1 }) == graphics + "^[16t^[c")
    // Queries tmux doesn't support bypass it; screen isn't queried.
    #expect(
      queries(all, Self.xterm.merging(["TMUX": "/tmp/tmux"]) { $1 })
        == "^Ptmux;^^[>0q^^_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA^^\\^\\^[?2026$p^[?2027$p^[16t^[c")
    #expect(queries(all, Self.xterm.merging(["STY": "1.pts"]) { $1 }) == "")
  }

  @Test(
    "A background is light or dark by its brightness; a response in another form is ignored",
    arguments: [
      ("rgb:ffff/ffff/ffff", .light), ("rgb:0000/0000/0000", .dark), ("rgb:fd/f6/e3", .light), ("rgba:1/1e/11/ff", .dark),
      ("rgb:00/00/ff", .dark), ("rgb:ff/ff/00", .light), ("#ffffff", nil), ("rgb:ff/ff", nil), ("rgb:fffff/0/0", nil),
      ("rgb:-1/0/0", nil),
      ("rgb:/", nil), ("", nil),
    ] as [(String, ColorScheme?)])
  func background(_ color: String, _ expected: ColorScheme?) {
    for end in ["\u{7}", "\u{1B}\\"] {
      var detection = FeatureDetection(TerminalCapabilities(environment: Self.xterm), Self.xterm)
      _ = detection.begin(.none, .background, canRespond: true, now: 0)
      var decoder = KeyDecoder()
      #expect(decoder.decode("\u{1B}]11;\(color)\(end)".utf8).isEmpty)
      _ = detection.receive(decoder.takeResponses())
      #expect(detection.features(measured: nil).background == expected)
    }
  }

  @Test("pieces of responses are expected until the last one is there, for at most ten seconds") func expectation() {
    var detection = FeatureDetection(TerminalCapabilities(environment: Self.xterm), Self.xterm)
    #expect(!detection.expectsResponses(at: 0))
    _ = detection.begin(.none, .background, canRespond: true, now: 100)
    _ = detection.expire()
    #expect(detection.expectsResponses(at: 109) && !detection.expectsResponses(at: 111))
    var decoder = KeyDecoder()
    #expect(decoder.decode("\u{1B}P".utf8).isEmpty && decoder.isInString && !decoder.isInResponse)
    #expect(decoder.decode(">|hterm 1.2\u{1B}\\\u{1B}[?62;4c".utf8).isEmpty && !decoder.isInString)
    _ = detection.receive(decoder.takeResponses())
    #expect(!detection.expectsResponses(at: 101))
  }

  @Test(
    "COLORFGBG ends with the number of the background",
    arguments: [
      ("15;0", .dark), ("0;15", .light), ("0;default;7", .light), ("12;8", .dark), ("15", .light), ("0;default", nil), ("", nil),
    ]
      as [(String, ColorScheme?)])
  func colorVariable(_ value: String, _ expected: ColorScheme?) {
    #expect(TerminalCapabilities(environment: Self.xterm.merging(["COLORFGBG": value]) { $1 }).background == expected)
  }

  /// The features of a terminal with these responses.
  private func features(
    _ personality: TerminalPersonality, _ choice: GraphicsPreference = .auto, _ environment: [String: String] = [:]
  ) -> TerminalFeatures {
    let environment = Self.xterm.merging(environment) { $1 }
    var detection = FeatureDetection(TerminalCapabilities(environment: environment), environment)
    let bytes = detection.begin(choice, [.modes, .graphics, .cellSize], canRespond: true, now: 0)
    // The outer terminal receives the wrapped sequences.
    var queries = String(decoding: bytes, as: UTF8.self)
    if let range = queries.firstRange(of: "\u{1B}Ptmux;"), let end = queries.firstRange(of: "\\\u{1B}\\") {
      let inner = queries[range.upperBound..<end.upperBound].replacing("\u{1B}\u{1B}", with: "\u{1B}")
      queries = String(inner) + queries[end.upperBound...]
    }
    var decoder = KeyDecoder()
    let keys = decoder.decode(Array(personality.response(to: queries).utf8))
    #expect(keys.isEmpty, "\(personality)")
    let isSettled = detection.receive(decoder.takeResponses())
    let isExpired = detection.expire()
    #expect(isSettled != isExpired || bytes.isEmpty)
    return detection.features(measured: nil)
  }

  private typealias Size = TerminalFeatures.CellSize

  @Test("Each terminal gets its best protocol")
  func choices() {
    let expected: [(TerminalPersonality, TerminalFeatures)] = [
      (.kitty, TerminalFeatures(graphics: .kitty, synchronizedOutput: true, cell: Size(width: 10, height: 20))),
      (
        .ghostty,
        TerminalFeatures(graphics: .kitty, synchronizedOutput: true, graphemeClusters: true, cell: Size(width: 16, height: 34))
      ),
      (.iTerm2, TerminalFeatures(graphics: .iterm2, synchronizedOutput: true, cell: Size(width: 8, height: 17))),
      (
        .wezTerm,
        TerminalFeatures(graphics: .iterm2, synchronizedOutput: true, graphemeClusters: true, cell: Size(width: 9, height: 20))
      ),
      (
        .foot,
        TerminalFeatures(graphics: .sixel, synchronizedOutput: true, graphemeClusters: true, cell: Size(width: 9, height: 18))
      ),
      (.xtermWithSixel, TerminalFeatures(graphics: .sixel, cell: Size(width: 6, height: 13))),
      (.xterm, TerminalFeatures(graphics: .blocks)), (.plain, TerminalFeatures(graphics: .blocks)),
      (.mute, TerminalFeatures(graphics: .blocks)),
    ]
    for (personality, features) in expected { #expect(self.features(personality) == features, "\(personality)") }
  }

  @Test("The user's choice and the environment override the detection")
  func overridden() {
    for (choice, graphics) in [
      (GraphicsPreference.none, TerminalFeatures.Graphics.none), (.kitty, .kitty), (.iterm2, .iterm2), (.sixel, .sixel),
      (.blocks, .blocks),
    ] {
      #expect(features(.plain, choice).graphics == graphics)
      #expect(features(.mute, choice).graphics == graphics)
      #expect(features(.kitty, choice, ["NO_COLOR": "1"]).graphics == .none)
    }
    #expect(features(.kitty, .auto, ["NO_COLOR": "1"]).graphics == .none)
    #expect(features(.plain, .auto, ["TERM_PROGRAM": "iTerm.app"]).graphics == .iterm2)
    #expect(features(.plain, .auto, ["LC_TERMINAL": "iTerm2"]).graphics == .iterm2)
    #expect(features(.mute, .auto, ["TERM_PROGRAM": "iTerm.app"]).graphics == .blocks)
    // Without UTF-8 there are no blocks; with sixteen colours there are images only on request.
    #expect(features(.plain, .auto, ["LANG": "C"]).graphics == .none)
    #expect(features(.plain, .auto, ["TERM": "xterm", "COLORTERM": ""]).graphics == .none)
    #expect(features(.plain, .blocks, ["TERM": "xterm", "COLORTERM": ""]).graphics == .blocks)
  }

  @Test("tmux gets placeholders if the outer terminal supports them; screen gets blocks")
  func multiplexers() {
    let tmux = ["TMUX": "/tmp/tmux"]
    #expect(features(.kitty, .auto, tmux).graphics == .kittyPlaceholders)
    #expect(features(.ghostty, .auto, tmux).graphics == .kittyPlaceholders)
    // Speaks kitty's protocol, without placeholders.
    #expect(features(.wezTerm, .auto, tmux).graphics == .blocks)
    #expect(features(.foot, .auto, tmux).graphics == .blocks)
    #expect(features(.kitty, .kitty, tmux).graphics == .kittyPlaceholders)
    // A colour selects the image.
    #expect(features(.kitty, .auto, tmux.merging(["COLORTERM": ""]) { $1 }).graphics == .blocks)
    #expect(features(.kitty, .auto, ["STY": "1.pts"]).graphics == .blocks)
    #expect(features(.kitty, .kitty, ["STY": "1.pts"]).graphics == .blocks)
    var named = TerminalPersonality.kitty
    named.responses["\u{1B}[>0q"] = nil
    #expect(features(named, .auto, tmux).graphics == .blocks)
    #expect(features(named, .auto, tmux.merging(["KITTY_WINDOW_ID": "1"]) { $1 }).graphics == .kittyPlaceholders)
  }

  @Test("Responses split anywhere are decoded, and are not keys")
  func pieces() {
    let whole = TerminalPersonality.wezTerm.responses.values.sorted().joined()
    var decoder = KeyDecoder()
    #expect(decoder.decode(Array(whole.utf8)).isEmpty)
    let expected = decoder.takeResponses()
    #expect(expected.count == 6)
    for cut in 0...whole.utf8.count {
      var decoder = KeyDecoder()
      let keys = decoder.decode(Array(whole.utf8.prefix(cut))) + decoder.decode(Array(whole.utf8.dropFirst(cut)))
      #expect(keys.isEmpty && decoder.takeResponses() == expected)
    }
  }

  @Test(
    "A malformed response is neither a response nor a key",
    arguments: [
      "^[?c", "^[?2026;9$y", "^[?2026$y", "^[?$y", "^[6;0;0t", "^[6;99999999;9t", "^[4;5;6t", "^P>^\\", "^P!|0000^\\", "^_G^\\",
      "^_Gi=x;OK^\\",
      "^_G;OK^\\", "^_Gi=32;OK^\\", "^_Xi=31;OK^\\", "^]11;rgb:0/0^\\", "^[?1;2;3;4u", "^[>0;276;0c", "^[=c", "^[0n",
    ])
  func nonsense(_ text: String) {
    var decoder = KeyDecoder()
    #expect(decoder.decode(Array(text.replacing("^", with: "\u{1B}").utf8)).isEmpty)
    var responses = TerminalResponses()
    for response in decoder.takeResponses() { responses.receive(response) }
    responses.attributes = nil
    #expect(responses == TerminalResponses(), "\(text)")
    #expect(decoder.decode(Array("q".utf8)) == [.character("q")])
  }

  @Test("A megabyte of responses takes little memory, and an unterminated string times out")
  func endless() {
    var decoder = KeyDecoder()
    #expect(decoder.decode(Array(repeating: UInt8(ascii: "x"), count: 1 << 20).reversed()).count == 1 << 20)
    #expect(decoder.decode(Array("\u{1B}P>|".utf8) + Array(repeating: UInt8(ascii: "x"), count: 1 << 20)).isEmpty)
    #expect(decoder.isPending && decoder.isInResponse)
    #expect(decoder.flush().isEmpty && !decoder.isPending)
    #expect(decoder.decode(Array("q".utf8)) == [.character("q")])
    for _ in 0..<1000 { _ = decoder.decode(Array("\u{1B}[?6c".utf8)) }
    #expect(decoder.takeResponses().count == 64)
    #expect(decoder.takeResponses().isEmpty)
  }
}
