import WidgetFormats
import WidgetModel

extension HostModule {
  static let texts = HostModule(
    "text", "Turning documents into texts for views.",
    [
      HostFunction(
        "text.from_html",
        """
        Returns plain text as a browser would show it: entities are decoded, blocks begin new lines, list items have a bullet or \
        their number, and scripts and styles are left out. Malformed HTML works too.
        """,
        HostField("html", .string), returns: [HostField("text", .string)], long: .argument(1), limits: "1 MiB"
      ).implemented { call throws(HostError) in
        let html = call.text(0)
        guard html.utf8.count <= 1 << 20 else { throw HostError("text.from_html: the text is larger than 1 MiB") }
        return .string(HTMLDocumentText.text(html, limit: LongArgument.maximumSize))
      },
      HostFunction(
        "text.markdown",
        """
        Returns the spans of a Markdown text, for `ui.text(text.markdown(...))`: bold, italic, struck through, code and links. \
        Headings and lists become lines; anything but markup is text. A link opens an http, https or mailto URL; others are left \
        out.
        """,
        HostField("markdown", .string), returns: [HostField("spans", .list(.named("TextSpan")))], limits: "64 KiB"
      ).implemented { call throws(HostError) in
        let markdown = call.text(0)
        guard markdown.utf8.count <= 64 << 10 else { throw HostError("text.markdown: the text is larger than 64 KiB") }
        let spans = MarkdownSpans.spans(of: markdown)
        return .array((spans.isEmpty ? [TextSpan("")] : spans).map(\.value))
      },
    ])
}

extension TextSpan {
  /// The span for scripts; Markdown has no other styles.
  fileprivate var value: LuaValue {
    var fields: [String: LuaValue] = ["text": .string(text)]
    if let weight { fields["weight"] = .string(weight.rawValue) }
    if italic == true { fields["italic"] = true }
    if monospaced == true { fields["monospaced"] = true }
    if strikethrough == true { fields["strikethrough"] = true }
    if let link { fields["link"] = .string(link) }
    return .table(fields)
  }
}
