import WidgetSystem

/// RSS in all versions: items inside the channel (0.91 to 2.0) or after it (0.90 and 1.0), with the usual modules.
struct RSSFeed {
  private let elements: FeedElements
  private(set) var feed = Feed()

  init(_ elements: FeedElements, base: FeedURL?) {
    self.elements = elements
    let root = elements.children(0)
    let outer = elements.base(0, within: base)
    var items = root[FeedName(.plain, "item")] ?? []
    let image = root[FeedName(.plain, "image")]?.first
    if let channel = root[FeedName(.plain, "channel")]?.first {
      let fields = FeedFields(elements, channel, base: outer)
      items = fields.all(.plain, "item") + items
      read(fields)
    }
    if feed.image == nil, let image {
      let fields = FeedFields(elements, image, base: outer)
      feed.image = fields.url(fields.first(.plain, "url"))
    }
    feed.items = items.prefix(FeedReader.maximumItems).map { item(FeedFields(elements, $0, base: outer)) }
  }

  private mutating func read(_ channel: FeedFields) {
    feed.title = channel.plain(channel.first(.plain, "title"))
    feed.url = channel.url(channel.first(.plain, "link")) ?? channel.atomLink("alternate")
    feed.description =
      channel.plain(channel.first(.plain, "description"), limit: FeedReader.maximumSummary)
      ?? channel.plain(channel.first(.itunes, "summary"), limit: FeedReader.maximumSummary)
    feed.updated = channel.time(
      (.plain, "lastBuildDate"), (.plain, "pubDate"), (.dublinCore, "date"), (.dublinCore, "modified"), (.atom, "updated"))
    if let image = channel.first(.plain, "image") {
      let fields = FeedFields(elements, image, base: channel.base)
      feed.image = fields.url(fields.first(.plain, "url"))
    }
    if feed.image == nil { feed.image = channel.url(channel.first(.itunes, "image"), attribute: "href") }
  }

  private func item(_ fields: FeedFields) -> Feed.Item {
    var item = Feed.Item()
    let guide = fields.first(.plain, "guid")
    item.title = fields.plain(fields.first(.plain, "title")) ?? fields.plain(fields.first(.dublinCore, "title"))
    item.url = fields.url(fields.first(.plain, "link")) ?? fields.atomLink("alternate") ?? permanentLink(guide, fields)
    item.id =
      fields.short(guide) ?? fields.short(fields.first(.atom, "id"))
      ?? elements.attribute(fields.index, "rdf:about").flatMap { FeedText.collapsed($0, limit: FeedURL.maximumLength) }
    item.author =
      fields.plain(fields.first(.dublinCore, "creator")) ?? author(fields) ?? fields.plain(fields.first(.itunes, "author"))
    let description = fields.first(.plain, "description")
    item.summary =
      fields.plain(description, limit: FeedReader.maximumSummary)
      ?? fields.plain(fields.first(.itunes, "summary"), limit: FeedReader.maximumSummary)
    item.content =
      elements.text(fields.first(.content, "encoded"))
      ?? fields.first(.xhtml, "body").flatMap { FeedText.markup(within: $0, of: elements) } ?? elements.text(description)
    item.published = fields.time((.plain, "pubDate"), (.dublinCore, "date"), (.dublinCore, "issued"), (.atom, "published"))
    item.updated = fields.time((.atom, "updated"), (.dublinCore, "modified"))
    item.categories = fields.texts(fields.all(.plain, "category") + fields.all(.dublinCore, "subject"))
    item.enclosures = fields.enclosures(fields.all(.plain, "enclosure"), url: "url")
    item.image = fields.image(enclosures: item.enclosures)
    return item
  }

  /// A guid is the item's address unless `isPermaLink` is false.
  private func permanentLink(_ guide: Int?, _ fields: FeedFields) -> String? {
    guard let guide, elements.attribute(guide, "isPermaLink") != "false", let text = elements.text(guide), text.contains("://")
    else { return nil }
    return fields.url(guide)
  }

  /// RSS has a mail address here, usually followed by the name: `a@example.com (Ann)`.
  private func author(_ fields: FeedFields) -> String? {
    let element = fields.first(.plain, "author") ?? fields.first(.atom, "author")
    guard let element else { return nil }
    if let name = elements.children(element)[FeedName(.atom, "name")]?.first { return fields.plain(name) }
    guard let text = fields.plain(element) else { return nil }
    guard let open = text.lastIndex(of: "("), text.hasSuffix(")"), text[..<open].contains("@") else { return text }
    return FeedText.trimmed(String(text[text.index(after: open)...].dropLast())) ?? text
  }
}
