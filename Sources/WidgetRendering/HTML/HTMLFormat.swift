public import WidgetModel

/// The colour scheme of a page.
public enum HTMLTheme: String, Sendable, CaseIterable {
  /// Follows the reader's system.
  case automatic
  case light, dark
}

/// One self-contained HTML document with one card.
public struct HTMLFormat: SnapshotFormat {
  public static let name = "html"

  public var theme: HTMLTheme

  public init(theme: HTMLTheme = .automatic) { self.theme = theme }

  /// An empty widget is a document without a card, or with a note where the options ask for one.
  public func render(_ snapshot: Snapshot, in size: Size, options: RenderingOptions) -> [UInt8] {
    let card = HTMLCard(snapshot, in: size, options: options)
    var content = card.markup.map { [$0] } ?? []
    if content.isEmpty, options.showsEmptyNote {
      content = [.element(.p, text: CardContent(snapshot, options: options).emptyNote)]
    }
    let page = HTMLDocument(
      title: terminalSafe(snapshot.widget.name, limit: 200), style: StyleSheet(rules: card.rules), theme: theme)
    return page.bytes(.element(.main, children: content))
  }
}
