public import WidgetModel

/// Whether a page is light or dark.
public enum HTMLTheme: String, Sendable, CaseIterable {
  /// As the reader's system is.
  case automatic
  case light, dark
}

/// One self-contained HTML document: no script, no `style` attribute, nothing that is loaded from elsewhere.
///
/// A policy in its head says the same to the browser. It allows style elements by `unsafe-inline`, because only one is there and
/// nothing that a script said can become another.
public struct HTMLFormat: SnapshotFormat {
  public static let name = "html"

  public var theme: HTMLTheme

  public init(theme: HTMLTheme = .automatic) { self.theme = theme }

  /// A widget without content is a document with nothing in it.
  public func render(_ snapshot: Snapshot, in size: Size, options: RenderingOptions) throws(RenderingError) -> [UInt8] {
    let card = HTMLCard(snapshot, in: size, options: options, isInteractive: false)
    let themeAttribute: MarkupAttribute? =
      switch theme {
      case .automatic: nil
      case .light: .word(.dataTheme, "light")
      case .dark: .word(.dataTheme, "dark")
      }
    let head = Markup.element(
      .head,
      children: [
        .element(.meta, .word(.charset, "utf-8")),
        .element(.meta, .word(.httpEquiv, "Content-Security-Policy"), .word(.content, Self.policy)),
        .element(.meta, .word(.name, "viewport"), .word(.content, "width=device-width, initial-scale=1")),
        .element(.meta, .word(.name, "color-scheme"), .word(.content, "light dark")),
        .element(.title, text: terminalSafe(snapshot.widget.name, limit: 200)),
        .element(.style, [], [.styleSheet(StyleSheet(rules: card.rules))]),
      ])
    var content = card.markup.map { [$0] } ?? []
    if content.isEmpty, options.notesHidden { content = [.element(.p, text: "\(snapshot.widget.name): nothing to show")] }
    let body = Markup.element(.body, children: [.element(.main, children: content)])
    let document = Markup.element(.html, .word(.lang, "en"), themeAttribute, children: [head, body])
    return Array(("<!doctype html>\n" + MarkupWriter.text(of: [document]) + "\n").utf8)
  }

  private static let policy: StaticString =
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
}
