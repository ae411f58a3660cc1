import WidgetModel
import WidgetServices
import WidgetSystem

/// The network, as far as the policy reaches, and the widget's resources.
struct FetchAccess {
  private let session: HostSession
  private let policy: NetPolicy

  init(_ session: HostSession, policy: NetPolicy) {
    self.session = session
    self.policy = policy
  }

  /// The state of a request.
  enum Exchange {
    case pending(FetchRequest)
    case response(FetchResponse)
    case refused(LuaValue)
  }

  /// Checks a request, and serves it if it doesn't need the network.
  /// - Throws: Only if the request itself is wrong.
  func begin(_ request: LuaValue) throws(HostError) -> Exchange {
    var request = try FetchRequest(request, partition: session.identity.instance)
    if session.prefersStoredResponses, request.cacheMode == .default { request.cacheMode = .forceCache }
    let url = request.url
    if url.contains("://") {
      do throws(FetchError) { try session.quota.take(for: url) } catch { return .refused(refusal(error)) }
      // On this thread, which may wait for a disk: handing it to another thread takes longer than looking.
      if let stored = session.services.fetcher.storedResponse(to: request, policy: policy) { return .response(stored) }
      guard session.mayFetch else {
        session.neededNetwork = true
        throw HostError("there is no stored response, and this view is drawn without the network")
      }
      return .pending(request)
    }
    if let name = FileSetting.name(of: url) { return try file(name, request) }
    // No file can have such a name, so a URL was meant.
    if url.isEmpty || url.hasPrefix("/") || url.contains(":") {
      do throws(WebAddress.Refusal) { _ = try WebAddress(parsing: url) } catch {
        return .refused(refusal(FetchError(.url(error), target: "")))
      }
    }
    guard request.isPlain else {
      let remedy = WebAddress.Refusal.noScheme.remedy.map { "; a URL needs more: \($0)" } ?? ""
      throw HostError(
        "\(String(url.prefix(80)).quoted) is one of the widget's resources, which take no method, body or query" + remedy)
    }
    return resource(url)
  }

  /// The file chosen by the user for a setting.
  private func file(_ name: String, _ request: FetchRequest) throws(HostError) -> Exchange {
    guard request.isPlain else { throw HostError("\(request.url.quoted) is a file, which takes no method, body or query") }
    guard let path = session.files[name] else {
      throw HostError("\(request.url.quoted) is not a file of the settings; read one with fetch(settings.NAME)")
    }
    session.noteRead(path)
    do throws(RegularFile.Problem) {
      let bytes = try RegularFile.read(chosen: path, limit: ResourceFolder.maximumSize)
      return .response(FetchResponse(url: request.url, body: bytes, source: .cache))
    } catch {
      switch error {
      case .notRegular, .severalLinks:
        return .refused(.failure(kind: "connect", "the setting \(name) is \(RegularFile.refusal)"))
      case .tooLarge(let size):
        return .refused(
          .failure(kind: "too_large", "the file of \(name) has \(size) bytes; it may have \(ResourceFolder.maximumSize)"))
      case .system(let error):
        return .refused(.failure(kind: "connect", "the file of the setting \(name) cannot be read: \(error)"))
      }
    }
  }

  /// Sends the pending requests in parallel. The responses fit into one message.
  ///
  /// - Returns: `{ response = r }` or `{ error = err }` for each exchange.
  func results(_ exchanges: [Exchange]) -> [LuaValue] {
    let requests = exchanges.compactMap { exchange in if case .pending(let request) = exchange { request } else { nil } }
    var results = send(requests).makeIterator()
    var budget = ResponseBudget()
    return exchanges.map { exchange in
      let response: FetchResponse
      switch exchange {
      case .refused(let refusal): return refusal
      case .response(let stored): response = stored
      case .pending:
        switch results.next() ?? .failure(FetchError(kind: .cancelled, target: "")) {
        case .success(let success): response = success
        case .failure(let error): return refusal(error)
        }
      }
      if budget.take(response) { return Self.result(response) }
      let target = (try? WebAddress(parsing: response.url))?.target ?? ""
      return refusal(FetchError(.responsesTooLarge(limit: ResponseBudget.maximumBytes), target: target))
    }
  }

  private func send(_ requests: [FetchRequest]) -> [Result<FetchResponse, FetchError>] {
    if requests.isEmpty { return [] }
    let fetcher = session.services.fetcher
    return session.wait { [policy] in await fetcher.fetchAll(requests, policy: policy) } ?? []
  }

  private func resource(_ name: String) -> Exchange {
    do throws(ResourceFolder.Problem) {
      let bytes = try ResourceAccess(session).read(name)
      return .response(FetchResponse(url: name, body: bytes, source: .cache))
    } catch {
      return .refused(resourceFailure(error, name))
    }
  }

  private func resourceFailure(_ problem: ResourceFolder.Problem, _ name: String) -> LuaValue {
    var fields: [String: LuaValue] = ["kind": .string(FetchError.Kind.connect.rawValue), "target": .string(name)]
    let shown = name.utf8.count > 100 ? name.prefix(80) + "\u{2026}" : name[...]
    switch problem {
    case .badName:
      fields["kind"] = .string(FetchError.Kind.protocolError.rawValue)
      fields["message"] = .string("\(String(shown).quoted) is not the name of a resource")
      fields["remedy"] = "use letters, digits, \".\", \"_\" and \"-\", in folders of the widget's own; begin a URL with https://"
    case .notFound:
      fields["message"] = .string("there is no resource \(shown) in \(session.script.resources.chunkPrefix)/")
      if name.prefix(while: { $0 != "/" }).contains(".") { fields["remedy"] = "begin a URL with https://" }
    case .tooLarge(let size):
      fields["kind"] = .string(FetchError.Kind.tooLarge.rawValue)
      fields["message"] = .string("\(shown) has \(size) bytes; a resource may have \(ResourceFolder.maximumSize)")
    case .unreadable(let reason): fields["message"] = .string("\(shown): \(reason)")
    }
    return ["error": .table(fields)]
  }

  private static func result(_ response: FetchResponse) -> LuaValue {
    [
      "response": [
        "status": .integer(Int64(response.status)), "url": .string(response.url),
        "headers": .array(response.headers.map { [.string($0.name), .string($0.value)] }),
        "body": LuaValue(stringBytes: response.body), "source": .string(response.source.rawValue),
        "age": .number(response.age), "elapsed": .number(response.elapsed ?? 0),
      ]
    ]
  }

  /// An err; the user learns of a denial.
  func refusal(_ error: FetchError) -> LuaValue {
    if error.kind == .denied { session.noteDenial(Failure(.denied, error.message, remedy: error.remedy)) }
    var fields: [String: LuaValue] = ["kind": .string(error.kind.rawValue), "message": .string(error.message)]
    if !error.target.isEmpty { fields["target"] = .string(error.target) }
    if let remedy = error.remedy { fields["remedy"] = .string(remedy) }
    return ["error": .table(fields)]
  }
}

extension FetchRequest {
  /// Whether it's a GET without body and query, as for reading files.
  fileprivate var isPlain: Bool { method == FetchRequest("").method && body == nil && !url.contains("?") }
}

/// The limit on the total size of one call's responses, which reach the worker in one message.
struct ResponseBudget {
  /// Bytes of bodies and header fields.
  static let maximumBytes = 7 << 20
  /// The worker accepts 100 000 values in a message; a header field is three of them.
  private static let maximumFields = 30_000

  private var bytes = 0
  private var fields = 0

  /// Takes a response if it fits. Otherwise the space remains for later ones.
  mutating func take(_ response: FetchResponse) -> Bool {
    // Includes the framing of fields and responses, rounded up.
    let size = response.headers.reduce(response.body.count + response.url.utf8.count + 256) {
      $0 + $1.name.utf8.count + $1.value.utf8.count + 16
    }
    guard bytes + size <= Self.maximumBytes, fields + response.headers.count <= Self.maximumFields else { return false }
    bytes += size
    fields += response.headers.count
    return true
  }
}
