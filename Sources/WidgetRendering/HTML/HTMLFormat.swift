public import WidgetModel

/// The colour scheme of a page.
public enum HTMLTheme: String, Sendable, CaseIterable {
  /// Follows the reader's system.
  case automatic
  case light, dark

  /// - Parameter appearance: nil follows the reader's system.
  public init(_ appearance: ColorScheme?) {
    switch appearance {
    case .light: self = .light
    case .dark: self = .dark
    case nil: self = .automatic
    }
  }
}

/// A self-contained HTML document with one card.
public struct HTMLFormat: SnapshotFormat {
  public static let name = "html"

  public var theme: HTMLTheme
  /// The layout of a card with a fixed size; nil lets the browser lay it out.
  package var placed: PlacedCard?

  public init(theme: HTMLTheme = .automatic) { self.theme = theme }

  package init(theme: HTMLTheme, placed: PlacedCard?) {
    self.theme = theme
    self.placed = placed
  }

  /// Draws an empty widget as a document without a card, or with a note if the options ask for one.
  public func render(_ snapshot: Snapshot, in size: Size, options: RenderingOptions) -> [UInt8] {
    let card = HTMLCard(snapshot, in: size, options: options, placed: placed)
    var content = card.markup.map { [$0] } ?? []
    if content.isEmpty, options.showsEmptyNote {
      content = [.element(.p, text: CardContent(snapshot, options: options).emptyNote)]
    }
    let page = HTMLDocument(
      title: terminalSafe(snapshot.widget.name, limit: 200), style: StyleSheet(rules: card.rules), theme: theme)
    return page.bytes(.element(.main, children: content))
  }
}

/// A complete page: no script, no `style` attribute, nothing loaded from elsewhere.
///
/// A content security policy enforces this. It allows style elements with `unsafe-inline`, because there's only one and the
/// script's texts can't become another.
struct HTMLDocument {
  var title: String
  var style: StyleSheet
  var theme: HTMLTheme

  func bytes(_ main: Markup) -> [UInt8] {
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
        .element(.title, text: title),
        .element(.style, [], [.styleSheet(style)]),
      ])
    let document = Markup.element(.html, .word(.lang, "en"), themeAttribute, children: [head, .element(.body, children: [main])])
    return Array("<!doctype html>\n".utf8) + MarkupWriter.bytes(of: [document]) + Array("\n".utf8)
  }

  private static let policy: StaticString =
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'; form-action 'none'"
}
