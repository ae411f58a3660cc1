import WidgetModel
import WidgetServices

/// The options of `fetch`, listed only here. The prelude learns their names from ``HostAPI/prelude``.
enum FetchOptions {
  private static let timeout = HostType.duration(FetchRequest.timeoutRange)

  /// Options the worker passes on unchanged.
  private static let forwarded: [HostField] = [
    .optional("method", .choice(FetchRequest.methods, ignoresCase: true), default: "\"GET\"; \"POST\" with a body"),
    .optional(
      "timeout",
      .either([
        timeout,
        .record([.optional("connect", timeout), .optional("first_byte", timeout), .optional("total", timeout)]),
      ]), "for the whole request, or a table of `connect`, `first_byte` and `total`", default: FetchRequest.defaultTimeout.plain),
    .optional(
      "retry", .integers(0...FetchRequest.maximumRetries), "how often to retry a GET or HEAD after a transient failure",
      default: String(FetchRequest.defaultRetries)),
    .optional("redirect", .choice(FetchRequest.Redirect.allCases.map(\.rawValue)), default: "\"follow\""),
    .optional("cache", .choice(CacheMode.allCases.map(\.rawValue)), default: "\"default\""),
    .optional("fresh_for", .duration(), "how long to use a stored response without asking the server"),
    .optional("usable_for", .duration(), "how old a stored response may be when the network or the server fails"),
  ]

  /// Options the prelude turns into the URL, the header fields and the body.
  private static let encoded: [HostField] = [
    .optional("headers", .table, "values by name, in UTF-8; a list repeats the field"),
    .optional("query", .table, "added to the URL; a list repeats the parameter"),
    .optional("body", .string, "bytes; only one of `body`, `json`, `form` and `multipart`"),
    .optional("json", .any, "a value to send as JSON"), .optional("form", .table, "fields to send as a form"),
    .optional(
      "multipart", .table,
      "parts to send as multipart/form-data: `{ name = \"text\", file = { body = bytes, filename = \"a.png\" } }`"),
  ]

  static let all = encoded + forwarded

  /// Fields of a `multipart` part given as a table.
  static let partFields = ["body", "filename", "content_type"]

  /// A request as the worker sends it. Instead of a body that's too large it sends its size.
  static let request = HostType.record(
    forwarded + [
      HostField("url", .string), .optional("headers", .table), .optional("body", .string),
      .optional("omitted_body", .integers(1...Int.max)),
    ])
}

extension FetchRequest {
  /// Reads a request already checked against ``FetchOptions/request``.
  /// - Throws: If a header field isn't text.
  init(_ request: LuaValue, partition: String) throws(HostError) {
    guard let url = request["url"].string else { throw HostError("url must be text in UTF-8") }
    self.init(url, partition: partition)
    method = request["method"].string?.uppercased() ?? method
    if let body = request["body"].stringBytes { self.body = body }
    omittedBody = request["omitted_body"].integer.flatMap { Int(exactly: $0) }
    if request["timeout"].table?.isEmpty == false {
      timeout = try Self.seconds(request["timeout"]["total"]) ?? timeout
      connectTimeout = try Self.seconds(request["timeout"]["connect"])
      firstByteTimeout = try Self.seconds(request["timeout"]["first_byte"])
    } else if request["timeout"].table == nil {
      timeout = try Self.seconds(request["timeout"]) ?? timeout
    }
    retries = request["retry"].integer.flatMap { Int(exactly: $0) } ?? retries
    redirect = request["redirect"].string.flatMap(Redirect.init) ?? redirect
    cacheMode = request["cache"].string.flatMap(CacheMode.init) ?? cacheMode
    freshFor = try Self.seconds(request["fresh_for"])
    usableFor = try Self.seconds(request["usable_for"])
    for (name, value) in (request["headers"].table ?? [:]).sorted(by: { $0.key < $1.key }) {
      for value in value.array ?? [value] {
        guard let text = value.string else { throw HostError("header \(name) must be text in UTF-8, got \(value.typeName)") }
        headers.append(HeaderField(name, text))
      }
    }
  }

  private static func seconds(_ value: LuaValue) throws(HostError) -> Double? {
    if value.isNull { return nil }
    do { return try DurationText.seconds(value) } catch { throw HostError("\(error)") }
  }
}
