/// What a feed says, whichever format it is written in.
///
/// Times are seconds since 1970, nil when there is none that can be read. URLs are absolute where the feed gives a base for them.
public struct Feed: Sendable, Equatable {
  /// Plain text.
  public var title: String?
  /// Of the site that the feed is about.
  public var url: String?
  /// Plain text.
  public var description: String?
  public var updated: Double?
  public var image: String?
  public var items: [Item] = []

  public struct Item: Sendable, Equatable {
    /// Plain text: no tags, no entities, single blanks.
    public var title: String?
    public var url: String?
    /// What identifies the item; not always a URL.
    public var id: String?
    public var author: String?
    /// Plain text.
    public var summary: String?
    /// HTML, as the feed has it.
    public var content: String?
    public var published: Double?
    public var updated: Double?
    public var image: String?
    public var categories: [String] = []
    public var enclosures: [Enclosure] = []
  }

  /// A file that belongs to an item, such as an episode's recording.
  public struct Enclosure: Sendable, Equatable {
    public var url: String
    /// A media type.
    public var type: String?
    /// Bytes.
    public var length: Int64?
  }
}

/// Why a text is not a feed.
public enum FeedError: Error, Sendable, Equatable {
  case xml(XMLError)
  case json(JSONError)
  /// Well-formed, but of another kind: the root element's name, or nil for JSON.
  case notAFeed(root: String?)
}

extension FeedError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .xml(let error): "XML, \(error)"
    case .json(let error): "JSON, \(error)"
    case .notAFeed(let root?): "this is not a feed: the root element is <\(root.shown)>"
    case .notAFeed(nil): "this is not a feed: JSON without the version of a JSON Feed"
    }
  }
}
