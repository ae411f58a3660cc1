import WidgetFormats
import WidgetModel
import WidgetServices

private let fetchOptions = HostType.record([
  HostField("method", .string, "GET HEAD POST PUT PATCH DELETE; POST when there is a body"),
  HostField("headers", .table, "by name"),
  HostField("query", .table, "added to the URL"),
  HostField("body", .string), HostField("json", .any, "sent as the body"), HostField("form", .table, "sent as the body"),
  HostField("multipart", .table, "sent as the body: `{ name = \"text\", file = { body = bytes, filename = \"a.png\" } }`"),
  HostField("timeout", .duration, "for all of it, 0.1 to 30 seconds, 10 without it; or a table of connect, first_byte and total"),
  HostField("retry", .integer, "tries after a GET or HEAD that failed for a moment, 0 to 5; 2 without it"),
  HostField("redirect", .string, "\"follow\" \"error\" \"manual\""),
  HostField("cache", .string, CacheMode.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: " ")),
  HostField("fresh_for", .duration, "a stored answer is given this long without asking the server"),
  HostField("usable_for", .duration, "a stored answer this old stands in when the network or the server fails"),
])

extension HostModule {
  static let fetch = HostModule(
    "fetch",
    "HTTP, and resources of the widget's own folder. A response has `status`, `ok` (200 to 299), `url`, `headers` (by name, in any case), "
      + "`body` (the bytes), `source` (\"network\" \"cache\" \"revalidated\" \"stale\") and `age` in seconds; `response:text()` is the body as "
      + "UTF-8, whatever charset it came in, `response:json()` and `response:xml()` decode it, `response:header(name)` is a header. A status "
      + "of 400 or more is a response too. An error has `kind` and `message`.",
    [
      HostFunction(
        "fetch", "The response, or nil and an error. Never raises for what the network does.",
        HostField("url", .string, "relative: a resource of the widget's folder"), HostField("options", .optional(fetchOptions)),
        returns: [HostField("response", .named("Response")), HostField("err", .optional(.named("Error")))], needs: .net,
        limits: "20 an update, 4 at once; 4 MiB a response", wire: [HostField("request", .table)]
      ) { call, session throws(HostError) in
        try session.fetch([call[0]]).first ?? .null
      },
      HostFunction(
        "fetch.all", "Several requests in parallel; a list of `{ response = r }` or `{ error = err }`, in order.",
        HostField("requests", .list(.any)), returns: [HostField("answers", .list(.table))], needs: .net,
        limits: "20 an update, 4 at once", wire: [HostField("requests", .list(.table))]
      ) { call, session throws(HostError) in
        .array(try session.fetch(call[0].array ?? []))
      },
      // Asked for by the prelude, for bodies that are not UTF-8 already.
      HostFunction("response.text", "", wire: [HostField("body", .string), HostField("content_type", .optional(.string))]) {
        call, session throws(HostError) in
        let text = CharsetDecoder.decode(call[0].stringBytes ?? [], contentType: call[1].string)
        guard text.count <= HostSession.maximumAnswer else { return HostSession.undecoded("the text is too large as UTF-8") }
        return ["value": LuaValue(stringBytes: text)]
      },
    ])
}

extension HostSession {
  /// Answers requests in order; those to the network run beside each other.
  fileprivate func fetch(_ requests: [LuaValue]) throws(HostError) -> [LuaValue] {
    guard requests.count <= 100 else { throw HostError("fetch.all: \(requests.count) requests; 100 at most") }
    var answers: [LuaValue?] = []
    var remote: [FetchRequest] = []
    for request in requests {
      guard let url = request["url"].string else { throw HostError("fetch: url must be a string") }
      if !url.contains("://") {
        answers.append(resource(url))
      } else if let refusal = takeQuota(url) {
        answers.append(refusal)
      } else {
        let request = try FetchRequest(url: url, request, of: identity.instance)
        // On this thread, which may wait for a disk: to hand it to others and be woken by them takes longer than to look.
        let stored = services.fetcher.storedAnswer(to: request, policy: policy)
        answers.append(stored.map(answer))
        if stored == nil { remote.append(request) }
      }
    }
    var results = (remote.isEmpty ? [] : fetchRemote(remote)).makeIterator()
    return answers.map { $0 ?? results.next() ?? .null }
  }

  private func fetchRemote(_ requests: [FetchRequest]) -> [LuaValue] {
    let policy = policy
    let fetcher = services.fetcher
    let results = wait { await fetcher.fetchAll(requests, policy: policy) }
    guard let results else {
      return requests.map { _ in answer(FetchError(kind: .cancelled, target: "")) }
    }
    var room = AnswerRoom()
    return results.map { result in
      switch result {
      case .success(let response):
        guard room.takes(response) else {
          return answer(
            FetchError(.answersTooLarge(limit: AnswerRoom.maximumBytes), target: (try? WebAddress(parsing: response.url))?.target ?? ""))
        }
        return answer(response)
      case .failure(let error): return answer(error)
      }
    }
  }

  private func takeQuota(_ url: String) -> LuaValue? {
    do {
      try quota.take(for: url)
      return nil
    } catch {
      return answer(error)
    }
  }

  /// A file of the widget's own folder, in the shape of a response.
  private func resource(_ name: String) -> LuaValue {
    noteRead(script.resources.path + "/" + name)
    do {
      let bytes = try script.resources.read(name)
      return [
        "response": [
          "status": 200, "url": .string(name), "headers": [], "body": LuaValue(stringBytes: bytes), "source": "cache", "age": 0,
        ]
      ]
    } catch {
      let reason =
        switch error {
        case .badName: "\(name) is not a name of a resource"
        case .notFound: "there is no resource \(name) in \(script.resources.chunkPrefix)/"
        case .tooLarge(let size): "\(name) has \(size) bytes; a resource may have \(ResourceFolder.maximumSize)"
        case .unreadable(let reason): "\(name): \(reason)"
        }
      let kind: FetchError.Kind = if case .tooLarge = error { .tooLarge } else { .connect }
      return ["error": ["kind": .string(kind.rawValue), "message": .string(reason), "target": .string(name)]]
    }
  }

  private func answer(_ response: FetchResponse) -> LuaValue {
    [
      "response": [
        "status": .integer(Int64(response.status)), "url": .string(response.url),
        "headers": .array(response.headers.map { [.string($0.name), .string($0.value)] }),
        "body": LuaValue(stringBytes: response.body), "source": .string(response.source.rawValue),
        "age": .number(response.age),
      ]
    ]
  }

  private func answer(_ error: FetchError) -> LuaValue {
    if error.kind == .denied { noteDenial(error.message, remedy: error.remedy) }
    var fields: [String: LuaValue] = ["kind": .string(error.kind.rawValue), "message": .string(error.message)]
    if !error.target.isEmpty { fields["target"] = .string(error.target) }
    if let remedy = error.remedy { fields["remedy"] = .string(remedy) }
    return ["error": .table(fields)]
  }
}

extension FetchRequest {
  /// Reads what the worker sends; the shapes are the prelude's, and checked all the same.
  fileprivate init(url: String, _ request: LuaValue, of instance: String) throws(HostError) {
    self.init(url, partition: instance)
    if let method = request["method"].string { self.method = method }
    if let body = request["body"].stringBytes { self.body = body }
    try readTimeout(request["timeout"])
    if !request["retry"].isNull {
      guard let retries = request["retry"].integer.flatMap({ Int(exactly: $0) }), (0...Self.maximumRetries).contains(retries)
      else {
        throw HostError("fetch: retry must be an integer from 0 to \(Self.maximumRetries)")
      }
      self.retries = retries
    }
    if let redirect = request["redirect"].string {
      guard let known = Redirect(rawValue: redirect) else {
        throw HostError("fetch: redirect must be \"follow\", \"error\" or \"manual\", got \"\(redirect)\"")
      }
      self.redirect = known
    }
    if !request["cache"].isNull { cacheMode = try Self.cacheMode(request["cache"]) }
    if !request["fresh_for"].isNull { freshFor = try seconds(request["fresh_for"], of: "fetch: fresh_for") }
    if !request["usable_for"].isNull { usableFor = try seconds(request["usable_for"], of: "fetch: usable_for") }
    for (name, value) in (request["headers"].table ?? [:]).sorted(by: { $0.key < $1.key }) {
      guard let bytes = value.stringBytes else {
        throw HostError("fetch: header \(name) must be a string, got \(value.typeName)")
      }
      headers.append(HeaderField(name, String(decoding: bytes, as: UTF8.self)))
    }
  }

  private mutating func readTimeout(_ value: LuaValue) throws(HostError) {
    guard let parts = value.table, !parts.isEmpty else {
      if !value.isNull { timeout = try seconds(value, of: "fetch: timeout") }
      return
    }
    for (name, value) in parts.sorted(by: { $0.key < $1.key }) {
      let time = try seconds(value, of: "fetch: timeout.\(name)")
      switch name {
      case "total": timeout = time
      case "connect": connectTimeout = time
      case "first_byte": firstByteTimeout = time
      default: throw HostError("fetch: timeout has no \(name); it has connect, first_byte and total")
      }
    }
  }

  private static func cacheMode(_ value: LuaValue) throws(HostError) -> CacheMode {
    if let mode = value.string.flatMap(CacheMode.init) { return mode }
    let names = CacheMode.allCases.map { "\"\($0.rawValue)\"" }
    let known = names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
    throw HostError("fetch: cache must be \(known), got \(value.string.map { "\"\($0)\"" } ?? value.typeName)")
  }
}
