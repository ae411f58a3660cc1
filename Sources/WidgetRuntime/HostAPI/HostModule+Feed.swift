import WidgetFormats
import WidgetModel

private let item: [HostField] = [
  HostField("title", .string, "plain text"), HostField("url", .string), HostField("id", .string), HostField("author", .string),
  HostField("summary", .string, "plain text, at most 4000 characters"), HostField("content", .string, "HTML"),
  HostField("published", .time), HostField("updated", .time), HostField("image", .string, "a URL"),
  HostField("categories", .list(.string)),
  HostField(
    "enclosures",
    .list(.record([HostField("url", .string), HostField("type", .string), HostField("length", .integer, "bytes")]))),
]

private let feed: [HostField] = [
  HostField("title", .string, "plain text"), HostField("url", .string, "the site's"),
  HostField("description", .string, "plain text"), HostField("updated", .time), HostField("image", .string, "a URL"),
  HostField(
    "items", .list(.record(item)),
    "a list of `{ title, url, id, author, summary, content, published, updated, image, categories, enclosures }`: `title` and `summary` "
      + "are plain text, `content` is HTML, `enclosures` a list of `{ url, type, length }`"),
]

extension HostModule {
  static let feed = HostModule(
    "feed", "News feeds: RSS 0.90 to 2.0, Atom 0.3 and 1.0, JSON Feed 1 and 1.1, all in one shape.",
    [
      HostFunction(
        "feed.parse",
        "What a feed says, or nil and an error. What it does not say is absent; so is a date that cannot be read. URLs are absolute "
          + "where the feed or the response has a base for them.", HostField("source", .any, "a text or a response"),
        returns: [HostField("feed", .optional(.record(WidgetRuntime.feed))), HostField("err", .optional(.named("Error")))],
        limits: "4 MiB, 1000 items, 20 categories and 5 enclosures an item",
        wire: [HostField("text", .string), HostField("content_type", .optional(.string)), HostField("url", .optional(.string))]
      ) { call, session throws(HostError) in
        let text = call[0].stringBytes ?? []
        do throws(FeedError) {
          let feed = try FeedReader.read(text, charset: call.charset, url: call[2].string)
          guard feed.size <= HostSession.maximumAnswer else {
            return HostSession.undecoded("the feed is too large for one answer")
          }
          return ["value": feed.value]
        } catch {
          switch error {
          case .xml(let place): return HostSession.undecoded("\(error)", line: place.line, column: place.column)
          case .json(let place): return HostSession.undecoded("\(error)", line: place.line, column: place.column)
          case .notAFeed: return HostSession.undecoded("\(error)")
          }
        }
      }
    ])
}

extension Feed {
  /// About how many bytes it has as a message; what is short anyway counts as a constant.
  fileprivate var size: Int {
    let own = [title, url, description, image].reduce(0) { $0 + ($1?.utf8.count ?? 0) }
    return items.reduce(own + 500) { sum, item in
      sum + 500
        + [item.title, item.url, item.id, item.author, item.summary, item.content, item.image]
        .reduce(0) { $0 + ($1?.utf8.count ?? 0) } + item.categories.reduce(0) { $0 + $1.utf8.count }
        + item.enclosures.reduce(0) { $0 + $1.url.utf8.count + ($1.type?.utf8.count ?? 0) + 50 }
    }
  }

  fileprivate var value: LuaValue {
    var fields = LuaValue.fields([
      ("title", LuaValue(title)), ("url", LuaValue(url)), ("description", LuaValue(description)), ("updated", LuaValue(updated)),
      ("image", LuaValue(image)),
    ])
    fields["items"] = .array(items.map(\.value))
    return .table(fields)
  }
}

extension Feed.Item {
  fileprivate var value: LuaValue {
    var fields = LuaValue.fields([
      ("title", LuaValue(title)), ("url", LuaValue(url)), ("id", LuaValue(id)), ("author", LuaValue(author)),
      ("summary", LuaValue(summary)), ("content", LuaValue(content)), ("published", LuaValue(published)),
      ("updated", LuaValue(updated)), ("image", LuaValue(image)),
    ])
    fields["categories"] = .array(categories.map { .string($0) })
    fields["enclosures"] = .array(
      enclosures.map {
        .table(
          LuaValue.fields([
            ("url", .string($0.url)), ("type", LuaValue($0.type)), ("length", $0.length.map { .integer($0) } ?? .null),
          ]))
      })
    return .table(fields)
  }
}

extension LuaValue {
  /// A record without its absent fields: within a table, nothing is not `nil` but `json.null`.
  fileprivate static func fields(_ fields: [(String, LuaValue)]) -> [String: LuaValue] {
    Dictionary(fields.filter { !$0.1.isNull }, uniquingKeysWith: { $1 })
  }
}
