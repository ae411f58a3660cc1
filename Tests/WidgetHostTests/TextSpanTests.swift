import Testing
import WidgetHost
import WidgetModel
import WidgetTesting

/// `ui.text` with individually styled parts, and `text.markdown`.
@Suite struct TextSpanTests {
  private func view(_ view: String) async -> (node: ViewNode?, failure: Failure?) {
    let widget = TestWidget("function perform_update() return update_result.new_data end\nfunction content() return \(view) end")
    let failure = await widget.failure()
    return (await widget.session.snapshot?.view, failure)
  }

  @Test("parts of a text keep their styles; the text is that of all parts")
  func spans() async {
    let node = await view("ui.text { '14° in ', { 'Berlin', weight = 'bold', color = 'red' }, 5, color = 'secondary' }").node
    #expect(node?.content == .text("14° in Berlin5"))
    #expect(node?.styledText?.map(\.text) == ["14° in ", "Berlin", "5"])
    #expect(node?.styledText?[1].weight == .bold && node?.styledText?[1].color == .named(.red))
    #expect(node?.style.color == .named(.secondary))
  }

  @Test("spans given as a field have the same forms as positional values")
  func field() async {
    let node = await view(
      "ui.text { spans = { '14° in ', { 'Berlin', weight = 'bold' }, { text = '!', color = { 'red', opacity = 0.5 } } } }"
    )
    .node
    #expect(node?.styledText?.map(\.text) == ["14° in ", "Berlin", "!"])
    #expect(node?.styledText?[1].weight == .bold)
    #expect(node?.styledText?[2].color == .translucent(.named(.red), opacity: 0.5))
  }

  @Test(
    "parts without a style are plain text",
    arguments: [
      "ui.text { 'a', 'b' }", "ui.text { { 'a' }, { text = 'b' } }",
      "ui.text { { { 'a' }, 'b' } }",
    ])
  func plain(_ expression: String) async {
    let node = await view(expression).node
    #expect(node?.content == .text("ab"))
    #expect(node?.spans == [])
  }

  @Test(
    "a wrong part is reported with its line",
    arguments: [
      ("ui.text { { 'a', weigth = 'bold' } }", "content.spans[1]: unknown field \"weigth\"; did you mean \"weight\"?"),
      ("ui.text { 'x', { 'a', weight = 'fat' } }", "content.spans[2].weight: "),
      ("ui.text { { 'a', link = 'javascript:x' } }", "content.spans[1].link: javascript: URLs are not allowed"),
      ("ui.text { {} }", "text must be a string or a number, got table"),
      ("ui.text { ui.text 'a' }", "text must be a string or a number, got a view (ui.text)"),
      ("ui.label { { 'a', weight = 'bold' } }", "text must be a string or a number, got table"),
    ])
  func wrong(_ expression: String, _ words: String) async throws {
    let failure = try #require(await view(expression).failure)
    #expect("\(failure.message)".contains(words), "\(failure)")
    #expect(failure.location?.line == 2)
  }

  @Test("Markdown becomes styled text in every view that takes text")
  func markdown() async {
    let node = await view("ui.text(text.markdown('a **b** [c](https://d.e)'))").node
    #expect(node?.styledText?.map(\.text) == ["a ", "b", " ", "c"])
    #expect(node?.styledText?.last?.link == "https://d.e")
    #expect(await view("ui.text { 'x ', text.markdown('*y*'), color = 'red' }").node?.content == .text("x y"))
    #expect(await view("ui.text(text.markdown(''))").node?.content == .text(""))
  }

  @Test("HTML becomes plain text")
  func html() async {
    #expect(await view("ui.text(text.from_html('<p>a<br>b &amp; c</p>'))").node?.content == .text("a\nb & c"))
    let tooLong = "ui.text(select(2, pcall(text.from_html, ('a'):rep((1 << 20) + 1))))"
    guard case .text(let refusal) = await view(tooLong).node?.content else { return #expect(Bool(false), "no text") }
    #expect(refusal.contains("text.from_html: the text is larger than 1 MiB"), "\(refusal)")
    let failure = await view("ui.text(text.markdown(('x'):rep(70000)))").failure
    #expect(failure?.message.contains("text.markdown: the text is larger than 64 KiB") == true)
  }
}
