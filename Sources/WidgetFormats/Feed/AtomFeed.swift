/// Atom 1.0 (RFC 4287), and 0.3 with its older names.
struct AtomFeed {
  private let elements: FeedElements
  /// Atom's, or `.plain` if the feed doesn't declare it.
  private let space: FeedSpace
  private(set) var feed = Feed()

  init(_ elements: FeedElements, base: FeedURL?) {
    self.elements = elements
    space = elements.names[0].space
    let fields = FeedFields(elements, 0, base: base)
    feed.title = plain(fields.first(space, "title"))
    feed.url = link("alternate", fields)
    feed.description = plain(
      fields.first(space, "subtitle") ?? fields.first(space, "tagline"), limit: FeedReader.maximumSummary)
    feed.updated = fields.time((space, "updated"), (space, "modified"))
    feed.image = fields.url(fields.first(space, "logo")) ?? fields.url(fields.first(space, "icon"))
    let author = author(fields)
    feed.items = fields.all(space, "entry").prefix(FeedReader.maximumItems).map {
      entry(FeedFields(elements, $0, base: fields.base), author)
    }
  }

  private func entry(_ fields: FeedFields, _ feedAuthor: String?) -> Feed.Item {
    var item = Feed.Item()
    item.title = plain(fields.first(space, "title"))
    item.url = link("alternate", fields)
    item.id = fields.short(fields.first(space, "id"))
    item.author = author(fields) ?? fields.plain(fields.first(.dublinCore, "creator")) ?? feedAuthor
    item.summary = plain(fields.first(space, "summary"), limit: FeedReader.maximumSummary)
    item.content = fields.first(space, "content").flatMap(html)
    item.published = fields.time((space, "published"), (space, "issued"), (space, "created"))
    item.updated = fields.time((space, "updated"), (space, "modified"))
    for category in fields.all(space, "category") where item.categories.count < FeedReader.maximumCategories {
      let text = elements.attribute(category, "label") ?? elements.attribute(category, "term")
      if let text = text.flatMap({ FeedText.collapsed($0, limit: 200) }), !item.categories.contains(text) {
        item.categories.append(text)
      }
    }
    let enclosed = fields.all(space, "link").filter { elements.attribute($0, "rel") == "enclosure" }
    item.enclosures = fields.enclosures(enclosed, url: "href")
    item.image = fields.image(enclosures: item.enclosures)
    return item
  }

  private func link(_ relation: String, _ fields: FeedFields) -> String? {
    for link in fields.all(space, "link") where (elements.attribute(link, "rel") ?? "alternate") == relation {
      if let url = fields.url(link, attribute: "href") { return url }
    }
    return nil
  }

  private func author(_ fields: FeedFields) -> String? {
    guard let person = fields.first(space, "author") else { return nil }
    let parts = FeedFields(elements, person, base: nil)
    return parts.first(space, "name").flatMap { FeedText.collapsed(elements.document.text($0), limit: FeedReader.maximumTitle) }
      ?? parts.short(parts.first(space, "email"))
  }

  /// How a text construct is interpreted.
  private enum Form { case text, html, markup, foreign }

  private func form(_ element: Int) -> Form {
    switch elements.attribute(element, "type")?.lowercased() {
    case nil, "text", "text/plain": return elements.attribute(element, "mode") == "xml" ? markupOrText(element) : .text
    case "html": return .html
    case "xhtml": return .markup
    case "text/html", "application/xhtml+xml", "text/xhtml":
      return elements.attribute(element, "mode") == "escaped" ? .html : markupOrText(element, or: .html)
    default: return .foreign
    }
  }

  private func markupOrText(_ element: Int, or other: Form = .text) -> Form {
    elements.document.children(element).contains { elements.document.name($0) != nil } ? .markup : other
  }

  private func plain(_ element: Int?, limit: Int = FeedReader.maximumTitle) -> String? {
    guard let element else { return nil }
    switch form(element) {
    case .text: return FeedText.collapsed(elements.document.text(element), limit: limit)
    case .html: return FeedText.plain(html: elements.document.text(element), limit: limit)
    case .markup: return FeedText.markup(within: element, of: elements).flatMap { FeedText.plain(html: $0, limit: limit) }
    case .foreign: return nil
    }
  }

  /// An element's content as HTML; nil if it's neither text nor markup, or is elsewhere (`src`).
  private func html(_ element: Int) -> String? {
    switch form(element) {
    case .text: elements.text(element).map { FeedText.escaped($0) }
    case .html: elements.text(element)
    case .markup: FeedText.markup(within: element, of: elements)
    case .foreign: nil
    }
  }
}
