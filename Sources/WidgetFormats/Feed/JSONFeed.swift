import WidgetModel
import WidgetSystem

/// JSON Feed 1 and 1.1. A field of the wrong type counts as missing.
enum JSONFeed {
  static func read(_ bytes: [UInt8], base: FeedURL?) throws(FeedError) -> Feed {
    let root: LuaValue
    do throws(JSONError) { root = try JSONReader.read(bytes) } catch { throw .json(error) }
    guard let version = root["version"].string, version.contains("jsonfeed.org/version/") else { throw .notAFeed(root: nil) }
    var feed = Feed()
    feed.title = line(root["title"])
    feed.url = FeedURL.resolve(root["home_page_url"].string, base)
    feed.description = line(root["description"], limit: FeedReader.maximumSummary)
    feed.image = FeedURL.resolve(root["icon"].string, base) ?? FeedURL.resolve(root["favicon"].string, base)
    let author = author(root)
    feed.items = (root["items"].array ?? []).prefix(FeedReader.maximumItems).filter { $0.table != nil }.map {
      item($0, author: author, base: base)
    }
    return feed
  }

  private static func item(_ value: LuaValue, author feedAuthor: String?, base: FeedURL?) -> Feed.Item {
    var item = Feed.Item()
    item.id = line(value["id"], limit: FeedURL.maximumLength) ?? value["id"].integer.map(String.init)
    item.url = FeedURL.resolve(value["url"].string, base) ?? FeedURL.resolve(value["external_url"].string, base)
    item.title = line(value["title"])
    item.author = author(value) ?? feedAuthor
    item.summary = line(value["summary"], limit: FeedReader.maximumSummary)
    item.content =
      value["content_html"].string.flatMap(FeedText.trimmed)
      ?? value["content_text"].string.flatMap(FeedText.trimmed).map { FeedText.escaped($0) }
    item.published = FeedText.date(value["date_published"].string)
    item.updated = FeedText.date(value["date_modified"].string)
    item.image = FeedURL.resolve(value["image"].string, base) ?? FeedURL.resolve(value["banner_image"].string, base)
    for tag in value["tags"].array ?? [] where item.categories.count < FeedReader.maximumCategories {
      if let text = line(tag, limit: 200), !item.categories.contains(text) { item.categories.append(text) }
    }
    for file in value["attachments"].array ?? [] where item.enclosures.count < FeedReader.maximumEnclosures {
      guard let url = FeedURL.resolve(file["url"].string, base) else { continue }
      let length = file["size_in_bytes"].integer.flatMap { $0 > 0 ? $0 : nil }
      item.enclosures.append(Feed.Enclosure(url: url, type: line(file["mime_type"], limit: 200), length: length))
    }
    return item
  }

  private static func line(_ value: LuaValue, limit: Int = FeedReader.maximumTitle) -> String? {
    value.string.flatMap { FeedText.collapsed($0, limit: limit) }
  }

  /// Version 1 has one author, 1.1 a list.
  private static func author(_ value: LuaValue) -> String? {
    line(value["authors"].array?.first?["name"] ?? .null) ?? line(value["author"]["name"])
  }
}
