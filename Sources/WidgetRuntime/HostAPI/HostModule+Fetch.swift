import WidgetFormats
import WidgetModel
import WidgetServices

private let fetchOptions = HostType.record([
  HostField("method", .string, "GET HEAD POST PUT PATCH DELETE; POST when there is a body"),
  HostField("headers", .table, "by name, in UTF-8; a list repeats the field"),
  HostField("query", .table, "added to the URL"),
  HostField("body", .string), HostField("json", .any, "sent as the body"), HostField("form", .table, "sent as the body"),
  HostField("multipart", .table, "sent as the body: `{ name = \"text\", file = { body = bytes, filename = \"a.png\" } }`"),
  HostField(
    "timeout", .duration,
    "for all of it, 0.1 to 30 seconds, 10 without it; or a table of connect, first_byte and total, each 0.1 to 30 seconds"),
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
      + "UTF-8, whatever charset it came in, `response:json()` and `response:xml()` decode it, `response:header(name)` is a header. A header "
      + "that repeats is joined by \", \", `set-cookie` by a line break. A status of 400 or more is a response too. An error has `kind` "
      + "and `message`, often `target` and, what to do next, `remedy`. A resource takes no query, body or method; other options have no "
      + "effect on it.",
    [
      HostFunction(
        "fetch", "The response, or nil and an error. Never raises for what the network does.",
        HostField("url", .string, "relative: a resource of the widget's folder"), HostField("options", .optional(fetchOptions)),
        returns: [HostField("response", .named("Response")), HostField("err", .optional(.named("Error")))], needs: .net,
        limits: "20 an update, 4 at once; 4 MiB a response, 64 KiB its headers", wire: [HostField("request", .table)]
      ) { call, session throws(HostError) in
        try session.fetch(call[0])
      },
      HostFunction(
        "fetch.all", "Several requests in parallel; a list of `{ response = r }` or `{ error = err }`, in order.",
        HostField("requests", .list(.any)), returns: [HostField("answers", .list(.table))], needs: .net,
        limits: "20 an update, 4 at once; 7 MiB together: a response without room is an error of kind too_large",
        wire: [HostField("requests", .list(.table))]
      ) { call, session throws(HostError) in
        .array(try session.fetchAll(call[0].array ?? []))
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
  fileprivate func fetch(_ request: LuaValue) throws(HostError) -> LuaValue {
    let begun = try begin(request)
    return answers([begun]).first ?? .null
  }

  /// Answers requests in order; those to the network run beside each other.
  fileprivate func fetchAll(_ requests: [LuaValue]) throws(HostError) -> [LuaValue] {
    guard requests.count <= 100 else { throw HostError("fetch.all: \(requests.count) requests; 100 at most") }
    var begun: [Exchange] = []
    for (index, request) in requests.enumerated() {
      do throws(HostError) { begun.append(try begin(request)) } catch {
        // The same words as for a single one, with the one that is meant.
        let words = error.message.hasPrefix("fetch: ") ? String(error.message.dropFirst(7)) : error.message
        throw HostError("fetch.all: requests[\(index + 1)]: \(words)")
      }
    }
    return answers(begun)
  }

  /// How far a request has come.
  private enum Exchange {
    case remote(FetchRequest)
    case response(FetchResponse)
    case refused(LuaValue)
  }

  /// Checks a request, and answers it unless the network has to be asked.
  private func begin(_ request: LuaValue) throws(HostError) -> Exchange {
    guard let url = request["url"].string else { throw HostError("fetch: url must be text in UTF-8") }
    let checked = try FetchRequest(url: url, request, of: identity.instance)
    if url.contains("://") {
      if let refusal = takeQuota(url) { return .refused(refusal) }
      // On this thread, which may wait for a disk: to hand it to others and be woken by them takes longer than to look.
      return services.fetcher.storedResponse(to: checked, policy: policy).map { .response($0) } ?? .remote(checked)
    }
    // Nothing that a file can be called, so it was meant for a URL.
    if url.isEmpty || url.hasPrefix("/") || url.contains(":") {
      do throws(WebAddress.Refusal) { _ = try WebAddress(parsing: url) } catch {
        return .refused(answer(FetchError(.url(error), target: "")))
      }
    }
    guard checked.method == FetchRequest("").method, checked.body == nil, !url.contains("?") else {
      let remedy = WebAddress.Refusal.noScheme.remedy.map { "; a URL needs more: \($0)" } ?? ""
      throw HostError(
        "fetch: \(String(url.prefix(80)).quoted) is a resource of the widget, which takes no method, body or query" + remedy)
    }
    return resource(url)
  }

  /// Asks the network for what is still to be asked, and keeps the answers within one message.
  private func answers(_ begun: [Exchange]) -> [LuaValue] {
    let requests = begun.compactMap { exchange in if case .remote(let request) = exchange { request } else { nil } }
    var results = fetchRemote(requests).makeIterator()
    var room = AnswerRoom()
    return begun.map { exchange in
      let response: FetchResponse
      switch exchange {
      case .refused(let refusal): return refusal
      case .response(let stored): response = stored
      case .remote:
        switch results.next() ?? .failure(FetchError(kind: .cancelled, target: "")) {
        case .success(let success): response = success
        case .failure(let error): return answer(error)
        }
      }
      if room.takes(response) { return answer(response) }
      let target = (try? WebAddress(parsing: response.url))?.target ?? ""
      return answer(FetchError(.responsesTooLarge(limit: AnswerRoom.maximumBytes), target: target))
    }
  }

  private func fetchRemote(_ requests: [FetchRequest]) -> [Result<FetchResponse, FetchError>] {
    if requests.isEmpty { return [] }
    let policy = policy
    let fetcher = services.fetcher
    return wait { await fetcher.fetchAll(requests, policy: policy) } ?? []
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
  private func resource(_ name: String) -> Exchange {
    noteRead(script.resources.path + "/" + name)
    do {
      let bytes = try script.resources.read(name)
      return .response(FetchResponse(url: name, body: bytes, source: .cache))
    } catch {
      var fields: [String: LuaValue] = ["kind": .string(FetchError.Kind.connect.rawValue), "target": .string(name)]
      let shown = name.utf8.count > 100 ? name.prefix(80) + "\u{2026}" : name[...]
      switch error {
      case .badName:
        fields["kind"] = .string(FetchError.Kind.protocolError.rawValue)
        fields["message"] = .string("\(String(shown).quoted) is not a name of a resource")
        fields["remedy"] =
          "use letters, digits, \".\", \"_\" and \"-\", in folders of the widget's own; begin a URL with https://"
      case .notFound:
        fields["message"] = .string("there is no resource \(shown) in \(script.resources.chunkPrefix)/")
        if name.prefix(while: { $0 != "/" }).contains(".") { fields["remedy"] = "begin a URL with https://" }
      case .tooLarge(let size):
        fields["kind"] = .string(FetchError.Kind.tooLarge.rawValue)
        fields["message"] = .string("\(shown) has \(size) bytes; a resource may have \(ResourceFolder.maximumSize)")
      case .unreadable(let reason): fields["message"] = .string("\(shown): \(reason)")
      }
      return .refused(["error": .table(fields)])
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
