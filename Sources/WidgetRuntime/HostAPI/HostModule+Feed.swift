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
  HostField("title", .string, "plain text"), HostField("url", .string, "the site"),
  HostField("description", .string, "plain text"), HostField("updated", .time), HostField("image", .string, "a URL"),
  HostField(
    "items", .list(.record(item)),
    "`title` and `summary` are plain text, `content` is HTML, `enclosures` a list of `{ url, type, length }`"),
]

extension HostModule {
  static let feed = HostModule(
    "feed", "News feeds: RSS 0.90 to 2.0, Atom 0.3 and 1.0, JSON Feed 1 and 1.1, all in one shape.",
    [
      HostFunction(
        "feed.parse",
        """
        Returns the feed, or nil and an error. Fields missing from the feed are absent, and so are unreadable dates. URLs are \
        absolute if the feed or the response has a base URL.
        """, HostField("source", .any, "a text or a response"),
        returns: [HostField("feed", .optional(.record(WidgetRuntime.feed))), .error], long: .argument(1),
        limits: "4 MiB, 1000 items, 20 categories and 5 enclosures an item",
        wire: [
          HostField("document", .string), HostField("format", .choice(FeedReader.Format.allCases.map(\.rawValue))),
          .optional("url", .string),
        ]
      ).implemented { call throws(HostError) in
        guard let format = call[1].string.flatMap(FeedReader.Format.init) else { throw HostError("feed.parse: no format") }
        do throws(FeedError) {
          let feed = try FeedReader.read(call[0].stringBytes ?? [], format, url: call[2].string)
          guard feed.size <= HostCall.maximumResultSize else {
            return LuaValue.decodeFailure("the feed is too large for one result")
          }
          return ["value": feed.value]
        } catch {
          if case .json(let place) = error {
            return LuaValue.decodeFailure("\(error)", line: place.line, column: place.column)
          }
          return LuaValue.decodeFailure("\(error)")
        }
      }
    ])
}

extension HostCall {
  /// Bytes of a decoded document that fit into a message, with space for the rest of the message.
  static let maximumResultSize = 7 << 20
}

extension Feed {
  /// Approximate bytes of its message; short fields count as a constant.
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
      ("title", LuaValue(title)), ("url", LuaValue(url)), ("description", LuaValue(description)), ("updated", .moment(updated)),
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
      ("summary", LuaValue(summary)), ("content", LuaValue(content)), ("published", .moment(published)),
      ("updated", .moment(updated)), ("image", LuaValue(image)),
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
  /// Seconds since 1970, whole ones as an integer, as from `date.parse`.
  fileprivate static func moment(_ seconds: Double?) -> LuaValue {
    seconds.flatMap { Int64(exactly: $0) }.map { .integer($0) } ?? LuaValue(seconds)
  }

  /// A record without its absent fields: inside a table, null would arrive as `json.null`.
  fileprivate static func fields(_ fields: [(String, LuaValue)]) -> [String: LuaValue] {
    Dictionary(fields.filter { !$0.1.isNull }, uniquingKeysWith: { $1 })
  }
}
