public import WidgetModel

/// Whether a page is light or dark.
public enum HTMLTheme: String, Sendable, CaseIterable {
  /// As the reader's system is.
  case automatic
  case light, dark
}

/// One self-contained HTML document with one card.
public struct HTMLFormat: SnapshotFormat {
  public static let name = "html"

  public var theme: HTMLTheme

  public init(theme: HTMLTheme = .automatic) { self.theme = theme }

  /// A widget without content is a document with nothing in it.
  public func render(_ snapshot: Snapshot, in size: Size, options: RenderingOptions) throws(RenderingError) -> [UInt8] {
    let card = HTMLCard(snapshot, in: size, options: options, isInteractive: false)
    var content = card.markup.map { [$0] } ?? []
    if content.isEmpty, options.notesHidden { content = [.element(.p, text: "\(snapshot.widget.name): nothing to show")] }
    let page = HTMLDocument(
      title: terminalSafe(snapshot.widget.name, limit: 200), style: StyleSheet(rules: card.rules), theme: theme)
    return page.bytes(.element(.main, children: content))
  }
}
