import WidgetFormats
import WidgetModel

extension HostModule {
  static let texts = HostModule(
    "text", "Texts of documents as texts of views.",
    [
      HostFunction(
        "text.from_html",
        "Plain text as a browser would show it: entities are decoded, blocks begin new lines, items of lists have a bullet or "
          + "their number, and scripts and styles are left out. Malformed HTML has a result too.",
        HostField("html", .string), returns: [HostField("text", .string)], long: .argument(1), limits: "4 MiB"
      ).implemented { call in .string(HTMLDocumentText.text(call.text(0), limit: LongArgument.maximumSize)) },
      HostFunction(
        "text.markdown",
        "The spans of a Markdown text, for `ui.text(text.markdown(...))`: bold, italic, struck through, code and links. Headings and lists "
          + "become lines; what is not markup is text. A link opens an http, https or mailto URL; others are left out.",
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
  /// As a script gets it; Markdown has no other styles.
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
