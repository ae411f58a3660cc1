public import WidgetModel

/// A feed, independent of its format.
///
/// Times are seconds since 1970, nil if missing or malformed. URLs are absolute if the feed gives a base for them.
public struct Feed: Sendable, Equatable {
  /// Plain text.
  public var title: String?
  /// The site the feed belongs to.
  public var url: String?
  /// Plain text.
  public var description: String?
  public var updated: Double?
  public var image: String?
  public var items: [Item] = []

  /// One entry of the feed.
  public struct Item: Sendable, Equatable {
    /// Plain text: no tags, no entities, single spaces.
    public var title: String?
    public var url: String?
    /// The item's identifier; not always a URL.
    public var id: String?
    public var author: String?
    /// Plain text.
    public var summary: String?
    /// HTML, as in the feed.
    public var content: String?
    public var published: Double?
    public var updated: Double?
    public var image: String?
    public var categories: [String] = []
    public var enclosures: [Enclosure] = []
  }

  /// A file that comes with an item, such as a podcast episode.
  public struct Enclosure: Sendable, Equatable {
    public var url: String
    /// A media type.
    public var type: String?
    /// Bytes.
    public var length: Int64?
  }
}

/// Why a text isn't a feed.
public enum FeedError: Error, Sendable, Equatable {
  /// A worker sent something other than a packed document.
  case malformed
  case json(JSONError)
  /// Well-formed, but not a feed; `root` is the root element's name, or nil for JSON.
  case notAFeed(root: String?)
}

extension FeedError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .malformed: "the worker sent a malformed document"
    case .json(let error): "JSON, \(error)"
    case .notAFeed(let root?): "this is not a feed: the root element is <\(root.shown)>"
    case .notAFeed(nil): "this is not a feed: JSON without the version of a JSON Feed"
    }
  }
}

extension String {
  /// Short enough for an error message.
  var shown: String { count <= 60 ? self : prefix(60) + "…" }
}
