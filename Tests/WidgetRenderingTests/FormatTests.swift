import Testing
import WidgetModel
import WidgetRendering
import WidgetTesting

@Suite struct FormatTests {
  private func render(_ format: some SnapshotFormat, _ snapshot: Snapshot, _ edit: (inout RenderingOptions) -> Void = { _ in })
    throws
    -> String
  {
    var options = RenderingOptions.test
    edit(&options)
    return String(decoding: format.render(snapshot, in: Size(width: 160, height: 0), options: options), as: UTF8.self)
  }

  private let colourful = snapshot(
    vstack(
      text("Red") {
        $0.color = .named(.red); $0.weight = .bold
      }, text("pair") { $0.color = .pair(light: .rgb(0x000000), dark: .rgb(0x102030)) },
      text("quiet") {
        $0.color = .named(.secondary); $0.background = .rgb(0xFF0000)
      }))

  @Test("plain text has no escape sequences, and each line ends with a line feed")
  func plain() throws {
    #expect(
      try render(TextFormat(), snapshot(text("\u{1B}[31mhi"), name: "A\u{7}")) == """
        ╭─ A\\u{7} ─────────╮
        │ \\u{1B}[31mhi     │
        ╰──────────────────╯

        """)
    var hidden = colourful
    hidden.hasContent = false
    #expect(try render(TextFormat(), hidden).isEmpty)
    #expect(try render(ANSIFormat(), hidden).isEmpty)
  }

  @Test(
    "colours by depth",
    arguments: [
      (
        ColorDepth.trueColor, "\u{1B}[0;1;38;2;255;105;97mRed", "\u{1B}[0;38;2;16;32;48mpair",
        "\u{1B}[0;38;2;50;0;0;48;2;255;0;0mquiet"
      ),
      (.ansi256, "\u{1B}[0;1;38;5;203mRed", "\u{1B}[0;38;5;234mpair", "\u{1B}[0;38;5;233;48;5;196mquiet"),
      (.ansi16, "\u{1B}[0;1;91mRed", "\u{1B}[0;30mpair", "\u{1B}[0;30;101mquiet"), (.none, "\u{1B}[0;1mRed", " pair", " quiet"),
    ])
  func colours(depth: ColorDepth, bold: String, pair: String, quiet: String) throws {
    let drawn = try render(ANSIFormat(), colourful) { $0.colorDepth = depth }
    #expect(drawn.contains(bold) && drawn.contains(pair) && drawn.contains(quiet), "\(drawn.debugDescription)")
  }

  @Test("a light surface has its own colours")
  func light() throws {
    let drawn = try render(ANSIFormat(), colourful) { $0.colorScheme = .light }
    #expect(drawn.contains("38;2;209;0;20mRed") && drawn.contains("38;2;0;0;0mpair"))
    let named = try render(ANSIFormat(), colourful) {
      $0.colorScheme = .light; $0.colorDepth = .ansi16
    }
    #expect(named.contains("\u{1B}[0;1;31mRed"))
  }

  @Test(
    "without colours there are no colour codes, and every line ends in the terminal's own style", arguments: ColorDepth.allCases)
  func sequences(depth: ColorDepth) throws {
    for string in hostileStrings {
      let drawn = try render(ANSIFormat(), snapshot(vstack(text(string), button(string)), name: string)) {
        $0.colorDepth = depth
      }
      for line in drawn.split(separator: "\n") {
        #expect(line.hasSuffix("\u{1B}[0m"))
        // Nothing but SGR: escape, bracket, digits and semicolons, m.
        for sequence in line.split(separator: "\u{1B}", omittingEmptySubsequences: false).dropFirst() {
          let parameters = sequence.prefix { $0 != "m" }
          #expect(parameters.first == "[" && parameters.dropFirst().allSatisfy { $0.isNumber || $0 == ";" })
          if depth == .none { #expect(!parameters.contains("3") && !parameters.contains("9")) }
        }
      }
    }
  }

  @Test("inheritance passes font, weight, italics and colour down, and a view's own wins")
  func inheritance() throws {
    var inner = vstack(
      text("a"),
      text("b") {
        $0.weight = .regular; $0.color = .rgb(1)
      })
    inner.style.italic = true
    let tree = vstack(inner) {
      $0.font = .style(.headline); $0.color = .named(.red)
    }
    let rows = TerminalDrawing(snapshot(tree), in: Size(width: 160, height: 0), options: .test).canvas.rows
    let (first, second) = (rows[1][2].style, rows[2][2].style)
    #expect(first.bold && first.italic && first.foreground == .named(.red))
    #expect(!second.bold && second.italic && second.foreground == .rgb(1))
  }

  @Test("JSON is one line with sorted keys and the script's exact texts")
  func json() throws {
    let drawn = try render(JSONFormat(), snapshot(text("a\"\\\n\u{1B}\u{202E}😀\u{E0041}/") { $0.padding = EdgeInsets(all: 2) }))
    #expect(
      drawn == #"""
        {"card":{"is_redacted":false,"name":"Test","state":"current"},"has_content":true,"insets":{"bottom":16,"left":16,"right":16,"top":0},"preferred_size":{"height":0,"width":0},"reason":"launch","result":"new_data","updated_at":1000,"version":1,"view":{"padding":{"bottom":2,"left":2,"right":2,"top":2},"text":"a\"\\\n\u001b\u202e😀\udb40\udc41/","type":"text"},"widget":{"id":"test","instance":"test","name":"Test"}}

        """#)
    let ascii = try render(JSONFormat(), snapshot(text("é😀"))) { $0.encoding = .ascii }
    #expect(ascii.contains(#""text":"\u00e9\ud83d\ude00""#))
  }

  @Test("JSON has no NaN and no infinity")
  func jsonNumbers() throws {
    let children = [0.1, .nan, .infinity, 1e21, -0.5, 123_456_789].map { view(.progress($0, shape: .bar)) }
    let drawn = try render(JSONFormat(), snapshot(view(.vstack, children)))
    let values = drawn.split(separator: "\"value\":").dropFirst().map { String($0.prefix { $0 != "}" }) }
    #expect(values == ["0.1", "null", "null", "1e+21", "-0.5", "123456789"])
  }

  @Test("equal input gives equal bytes")
  func deterministic() throws {
    var generator = SeededGenerator(seed: 42)
    for _ in 0..<20 {
      let snapshot = snapshot(randomView(&generator, depth: 4))
      #expect(try render(ANSIFormat(), snapshot) == render(ANSIFormat(), snapshot))
      #expect(try render(JSONFormat(), snapshot) == render(JSONFormat(), snapshot))
    }
  }
}
