import WidgetModel
import WidgetRendering
import WidgetServices

/// A page with its head: the style sheet and the script are assets, and the cards' rules are its only inline part.
struct PagePart {
  var title: String
  /// The words of the page.
  var words = HostWords.english
  var main: [Markup]
  var rules = StyleRules()
  /// Seconds after which a browser without JavaScript reloads the page; nil for never.
  var refreshSeconds: Int?
  /// Whether its browser gets the board's web manifest.
  var isSignedIn = true
  /// The page's name, for the script.
  var name = "page"
  /// The number of the last change the page shows.
  var serial = 0
  /// The window its cards were drawn for.
  var context: PageContext?

  /// The board's theme, as custom properties.
  var theme = StyleRules()
  /// The theme's colour scheme; nil follows the browser.
  var colorScheme: ColorScheme?

  private var styles: StyleRules {
    var all = rules
    all.merge(theme)
    return all
  }

  /// The digest for the content security policy.
  var styleHash: String { Base64.text(SHA256.hash(Array(styles.text.utf8)).bytes) }

  func bytes() -> [UInt8] {
    let links: [Markup?] = [
      .element(.meta, .word(.charset, "utf-8")),
      .element(.meta, .word(.name, "viewport"), .word(.content, "width=device-width, initial-scale=1, viewport-fit=cover")),
      .element(.meta, .word(.name, "color-scheme"), .word(.content, "light dark")),
      .element(.meta, .word(.name, "theme-color"), .word(.content, "#f2f2f7"), .word(.media, "(prefers-color-scheme: light)")),
      .element(.meta, .word(.name, "theme-color"), .word(.content, "#000000"), .word(.media, "(prefers-color-scheme: dark)")),
      .element(.title, text: title),
      .page(.link, .word(.rel, "icon"), .own(.href, "/assets/" + Assets.icon), .word(.type, "image/svg+xml")),
      .page(.link, .word(.rel, "apple-touch-icon"), .own(.href, "/assets/" + Assets.squareIcon)),
      isSignedIn
        ? .page(.link, .word(.rel, "manifest"), .own(.href, "/manifest.webmanifest"), .word(.crossOrigin, "use-credentials"))
        : nil,
      .page(.link, .word(.rel, "stylesheet"), .own(.href, "/assets/" + Assets.style)),
      .element(.style, [.own(.id, "rules")], [.ownRules(styles)]),
      .page(.script, .own(.src, "/assets/" + Assets.script), .flag(.defer)),
    ]
    var head = links.compactMap { $0 }
    if let refreshSeconds {
      head.append(
        .page(
          .noscript,
          children: [.element(.meta, .word(.httpEquiv, "refresh"), .own(.content, String(refreshSeconds)))]))
    }
    let document = Markup.element(
      .html, .own(.lang, words.locale), words.isRightToLeft ? .word(.dir, "rtl") : nil,
      colorScheme.map { .own(.dataTheme, $0.rawValue) },
      children: [
        .element(.head, children: head),
        .element(
          .body, .own(.dataPage, name), .own(.dataSerial, String(serial)),
          context.map { .own(.dataContext, $0.name) }, .own(.dataWords, scriptWords), children: main),
      ])
    return Array("<!doctype html>\n".utf8) + MarkupWriter.bytes(of: [document]) + Array("\n".utf8)
  }

  /// The words of the script, in its order: ages, then messages, then the digits.
  private var scriptWords: String {
    let ages = DateText.ages.map { words($0, ["n": .string("{n}")]) }
    let messages = [
      words("This browser blocks notifications of this page."), words("Reconnecting"), words("The page was renewed. Try again."),
      words("Not connected"), words("{position} of {count}"),
    ]
    return ([words("just now")] + ages + messages + [NumberSymbols(LocaleData(words.locale)).localized("0123456789")])
      .joined(separator: "|")
  }

  /// A small page next to the board, with a way back.
  static func side(_ title: String, _ children: [Markup], _ words: HostWords) -> PagePart {
    PagePart(
      title: "\(title) – luawidget", words: words,
      main: [
        .element(
          .header, .classes(["top"]),
          children: [
            PageControls.link(words("Board"), to: "/", classes: ["back"], icon: "chevron.left"), .element(.h1, text: title),
          ]),
        .element(.main, .classes(["side"]), children: children),
      ])
  }
}
