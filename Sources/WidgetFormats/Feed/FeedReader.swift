/// Reads RSS 0.90 to 2.0, Atom 0.3 and 1.0, and JSON Feed 1 and 1.1. A worker has parsed the XML.
///
/// Sources: rssboard.org/rss-specification, web.resource.org/rss/1.0/spec, RFC 4287, jsonfeed.org/version/1.1.
public enum FeedReader {
  /// Later items are dropped.
  public static let maximumItems = 1000
  /// Per item. With 1000 of each, the feed still fits into one message (100 000 values, field names included).
  static let maximumCategories = 20
  static let maximumEnclosures = 5
  /// Characters in a title, a name and a plain summary; longer text is truncated with `…`.
  static let maximumTitle = 1000
  static let maximumSummary = 4000

  /// The two languages of feeds.
  public enum Format: String, CaseIterable, Sendable { case json, xml }

  /// Reads a whole feed.
  ///
  /// - Parameters:
  ///   - bytes: JSON, or a packed ``XMLDocument``.
  ///   - url: The feed's own address: the base of relative URLs, unless the feed names another.
  public static func read(_ bytes: [UInt8], _ format: Format, url: String? = nil) throws(FeedError) -> Feed {
    let base = url.flatMap { FeedURL($0) }.flatMap { $0.scheme == nil ? nil : $0 }
    guard format == .xml else { return try JSONFeed.read(bytes, base: base) }
    guard let document = XMLDocument(packed: bytes) else { throw .malformed }
    let elements = FeedElements(document)
    guard let root = elements.names.first else { throw .notAFeed(root: "") }
    switch (root.space, root.local) {
    case (.plain, "rss"), (.rdf, "RDF"): return RSSFeed(elements, base: base).feed
    case (.atom, "feed"), (.plain, "feed"): return AtomFeed(elements, base: base).feed
    default: throw .notAFeed(root: document.name(0))
    }
  }
}
