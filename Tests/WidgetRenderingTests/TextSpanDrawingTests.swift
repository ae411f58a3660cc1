import Testing
import WidgetModel

@testable import WidgetRendering

/// A text with spans in the formats of this module.
@Suite struct TextSpanDrawingTests {
  private static let spans: [TextSpan] = {
    var bold = TextSpan("bold words")
    bold.weight = .bold
    var struck = TextSpan("gone")
    struck.strikethrough = true
    var link = TextSpan("link")
    link.link = "https://example.com/"
    var code = TextSpan("a`b")
    code.monospaced = true
    return [TextSpan("a "), bold, TextSpan(" "), struck, TextSpan(" <"), link, TextSpan("> "), code]
  }()

  private static let node = ViewNode(.text(spans.map(\.text).joined()), spans: spans)

  @Test("lines are divided where the style changes, also after a line break and before an ellipsis")
  func runs() {
    var runs = StyledRuns(Self.spans)
    let first = runs.runs(of: "a bold")
    #expect(first.map(\.text) == ["a ", "bold"] && first.map { $0.span?.weight } == [nil, .bold])
    let second = runs.runs(of: "words go…")
    #expect(second.map(\.text) == ["words", " ", "go…"] && second.last?.span?.strikethrough == true)
  }

  @Test("a hyphen at a soft hyphen and an ellipsis in the middle keep the parts apart")
  func inserted() {
    var bold = TextSpan("ver\u{AD}sion")
    bold.weight = .bold
    var runs = StyledRuns([TextSpan("in "), bold, TextSpan(" x")])
    #expect(runs.runs(of: "in ver-").map(\.text) == ["in ", "ver-"])
    #expect(runs.runs(of: "sion x").map(\.text) == ["sion", " x"])
    runs = StyledRuns([TextSpan("in "), bold, TextSpan(" xyz")])
    #expect(runs.runs(of: "in v…z").last?.text == "z")
  }

  @Test("a terminal gets bold, struck through and underlined cells")
  func terminal() {
    let drawing = TerminalDrawing(snapshot(Self.node), in: Size(width: 320, height: 0), options: .init())
    let line = drawing.canvas.ansiLines(.none, scheme: .dark)[1]
    #expect(line.contains("\u{1B}[0;1mbold words"), "\(line.debugDescription)")
    #expect(line.contains("9mgone") && line.contains("4mlink"), "\(line.debugDescription)")
  }

  @Test("a page has elements for the parts, and a link that is safe")
  func page() {
    let page = String(
      decoding: HTMLFormat().render(snapshot(Self.node), in: Size(width: 320, height: 0), options: .init()), as: UTF8.self)
    #expect(page.contains(">bold words</span>") && page.contains("font-weight:700"))
    #expect(page.contains("href=\"https://example.com/\"") && page.contains("text-decoration-line:line-through"))
    #expect(page.contains("&lt;"))
  }

  @Test("Markdown has the same emphasis, escaped")
  func markdown() {
    let text = String(decoding: MarkdownFormat().render(snapshot(Self.node), in: .zero, options: .init()), as: UTF8.self)
    #expect(text.contains(#"a **bold words** ~~gone~~ \<[link](<https://example.com/>)\> a\`b"#), "\(text)")
  }

  @Test("redaction hides the parts as well")
  func redaction() {
    let node = ViewNode(.private, children: [Self.node]).redacted
    #expect(node.children.first?.spans == [] && node.children.first?.styledText == nil)
  }

  @Test("a stored view keeps its parts")
  func stored() throws {
    #expect(ViewNode(stored: try MessagePack.decode(MessagePack.encode(Self.node.stored))) == Self.node)
  }
}
