/// The children of one element of a feed, with accessors shared by all formats.
struct FeedFields {
  let elements: FeedElements
  let index: Int
  let base: FeedURL?
  private let children: [FeedName: [Int]]

  init(_ elements: FeedElements, _ index: Int, base: FeedURL?) {
    self.elements = elements
    self.index = index
    self.base = elements.base(index, within: base)
    children = elements.children(index)
  }

  func all(_ space: FeedSpace, _ name: String) -> [Int] { children[FeedName(space, name)] ?? [] }

  func first(_ space: FeedSpace, _ name: String) -> Int? { all(space, name).first }

  /// An element's HTML as plain text.
  func plain(_ element: Int?, limit: Int = FeedReader.maximumTitle) -> String? {
    element.flatMap { FeedText.plain(html: elements.document.text($0), limit: limit) }
  }

  /// An element's text on one line.
  func short(_ element: Int?) -> String? {
    element.flatMap { FeedText.collapsed(elements.document.text($0), limit: FeedURL.maximumLength) }
  }

  /// A URL in an element's text or attribute.
  func url(_ element: Int?, attribute: String? = nil) -> String? {
    guard let element else { return nil }
    let text = attribute.map { elements.attribute(element, $0) } ?? elements.text(element)
    return FeedURL.resolve(text, elements.base(element, within: base))
  }

  /// The first of several elements containing a date, in seconds since 1970.
  func time(_ names: (FeedSpace, String)...) -> Double? {
    for (space, name) in names {
      for element in all(space, name).prefix(3) {
        if let seconds = FeedText.date(elements.text(element)) { return seconds }
      }
    }
    return nil
  }

  /// Plain texts without duplicates.
  func texts(_ found: [Int]) -> [String] {
    var texts: [String] = []
    for element in found where texts.count < FeedReader.maximumCategories {
      if let text = plain(element, limit: 200), !texts.contains(text) { texts.append(text) }
    }
    return texts
  }

  /// The first `atom:link` with a relation; a link without one is `alternate`.
  func atomLink(_ relation: String) -> String? {
    for link in all(.atom, "link") where (elements.attribute(link, "rel") ?? "alternate") == relation {
      if let url = url(link, attribute: "href") { return url }
    }
    return nil
  }

  func enclosures(_ found: [Int], url attribute: String) -> [Feed.Enclosure] {
    var enclosures: [Feed.Enclosure] = []
    for element in found where enclosures.count < FeedReader.maximumEnclosures {
      guard let url = url(element, attribute: attribute) else { continue }
      let length = elements.attribute(element, "length").flatMap(FeedText.trimmed).flatMap { Int64($0) }
      let type = elements.attribute(element, "type").flatMap { FeedText.collapsed($0, limit: 200) }
      enclosures.append(Feed.Enclosure(url: url, type: type, length: length.flatMap { $0 > 0 ? $0 : nil }))
    }
    return enclosures
  }

  /// An item's image: a thumbnail, an image among its media, the episode's, or an image enclosure.
  func image(enclosures: [Feed.Enclosure]) -> String? {
    let group = first(.media, "group").map { FeedFields(elements, $0, base: base) }
    for fields in [self, group].compactMap({ $0 }) {
      if let url = fields.url(fields.first(.media, "thumbnail"), attribute: "url") { return url }
    }
    for fields in [self, group].compactMap({ $0 }) {
      for media in fields.all(.media, "content").prefix(50) {
        let isImage =
          elements.attribute(media, "medium") == "image" || elements.attribute(media, "type")?.hasPrefix("image/") == true
        if isImage, let url = fields.url(media, attribute: "url") { return url }
        let inner = FeedFields(elements, media, base: base)
        if let url = inner.url(inner.first(.media, "thumbnail"), attribute: "url") { return url }
      }
    }
    return url(first(.itunes, "image"), attribute: "href") ?? enclosures.first { $0.type?.hasPrefix("image/") == true }?.url
  }
}
