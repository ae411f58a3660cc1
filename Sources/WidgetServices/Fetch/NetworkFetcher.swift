import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOSSL

/// The network.
///
/// Speaks HTTP/1.1, with TLS HTTP/2 too where the server does, to addresses that the policy allowed and to no others: a name is resolved here, each address
/// is checked, and the connection is pinned to it. No proxy but the one that it is given, no cookies, no stored passwords. Behind a proxy
/// the permission for the host is checked as ever; which address it has is then the proxy's to find, and the user's trust in it.
public final class NetworkFetcher: Fetcher {
  public static let maximumRedirects = RedirectChain.limit
  public static let maximumHeaderBytes = 64 << 10
  /// Of one host, in the resolver's order.
  static let maximumAddresses = 4

  private let userAgent: String
  private let resolver: any Resolver
  private let maximumBodyBytes: Int
  private let clients: ClientPool
  private let proxies: ProxyRules

  /// Costs nothing: threads and connections begin with the first fetch.
  ///
  /// - Parameters:
  ///   - version: Of this program, for the `User-Agent` field.
  ///   - maximumBodyBytes: No request gets more than this, whatever it allows itself.
  ///   - proxies: Who makes which connections in our place.
  public convenience init(
    version: String? = nil, resolver: any Resolver = SystemResolver(),
    maximumBodyBytes: Int = FetchRequest.defaultMaximumBodyBytes, proxies: ProxyRules = .none
  ) {
    self.init(version: version, resolver: resolver, maximumBodyBytes: maximumBodyBytes, proxies: proxies, tls: nil)
  }

  /// - Parameter tls: Whom to trust, for tests; nil is the system's judgement.
  init(
    version: String? = nil, resolver: any Resolver = SystemResolver(),
    maximumBodyBytes: Int = FetchRequest.defaultMaximumBodyBytes, proxies: ProxyRules = .none, tls: TLSConfiguration?
  ) {
    userAgent = version.map { "luawidget/\($0)" } ?? "luawidget"
    self.resolver = resolver
    self.maximumBodyBytes = maximumBodyBytes
    self.proxies = proxies
    clients = ClientPool(tls: tls)
  }

  /// Closes all connections. Running fetches end as `cancelled`; so do later ones.
  public func shutdown() async { await clients.shutdown() }

  public func fetch(_ request: FetchRequest, policy: NetPolicy) async throws(FetchError) -> FetchResponse {
    let prepared = try PreparedRequest(request)
    let target = prepared.address.target
    let result = await withTaskGroup(of: Result<FetchResponse, FetchError>?.self) { group in
      group.addTask {
        do throws(FetchError) {
          return .success(try await self.follow(prepared, as: request, policy: policy))
        } catch {
          return .failure(error)
        }
      }
      group.addTask {
        try? await Task.sleep(for: .seconds(request.timeout))
        return nil
      }
      // Whoever is first. The other is cancelled, and the group waits until it has noticed.
      let first = await group.next() ?? nil
      group.cancelAll()
      return first
    }
    if Task.isCancelled { throw FetchError(.cancelled, target: target) }
    guard let result else { throw FetchError(.timeout(seconds: request.timeout), target: target) }
    return try result.get()
  }

  /// Makes the request and those that redirects lead to.
  private func follow(
    _ first: PreparedRequest, as request: FetchRequest, policy: NetPolicy
  ) async throws(FetchError) -> FetchResponse {
    let limit = min(max(0, request.maximumBodyBytes), maximumBodyBytes)
    let skips = request.redirect == .follow || request.skipsRedirectBody
    var trail = RedirectChain(first, mode: request.redirect)
    while true {
      try policy.check(trail.request.address)
      let response = try await exchange(trail.request, as: request, policy: policy, follows: skips, limit: limit)
      guard try trail.follows(response) else { return response }
    }
  }

  /// One request and its answer, from the first of the host's addresses that can be connected to.
  private func exchange(
    _ prepared: PreparedRequest, as request: FetchRequest, policy: NetPolicy, follows: Bool, limit: Int
  ) async throws(FetchError) -> FetchResponse {
    let proxy = proxies.proxy(for: prepared.address)
    let routes: [ClientPool.Route]
    if let proxy {
      routes = [.proxy(proxy)]
    } else {
      routes = try await permittedAddresses(of: prepared.address, policy: policy).map { .address($0) }
    }
    var keys = routes.map {
      ClientPool.Key(
        host: prepared.address.host, route: $0, hasAlternatives: routes.count > 1, connectTimeout: request.connectTimeout)
    }
    if let open = keys.firstIndex(where: clients.holds) { keys.swapAt(0, open) }
    var failure = FetchError(.unknownHost, target: prepared.address.target)
    for key in keys {
      let mayBeKept = clients.mayKeep(key)
      guard let client = clients.borrow(key) else { throw FetchError(.shutDown, target: prepared.address.target) }
      defer { clients.giveBack(key) }
      var hasHead = false
      do throws(FetchError) {
        let response = try await send(
          prepared, by: client, within: request.firstByteTimeout, follows: follows, limit: limit, hasHead: &hasHead)
        clients.noteAnswer(key)
        return response
      } catch {
        failure = proxy.map { error.through($0, hasHead: hasHead) } ?? error
      }
      // A connection that was kept may end just as it is used again. RFC 9110 section 9.2.2 allows one more try for these methods.
      if mayBeKept, failure.reason == .incomplete, !hasHead, prepared.method == .get || prepared.method == .head,
        !Task.isCancelled
      {
        return try await send(
          prepared, by: client, within: request.firstByteTimeout, follows: follows, limit: limit, hasHead: &hasHead)
      }
      // Another address only where nothing can have been sent yet.
      guard [.refused, .unreachable, .connectTimeout].contains(failure.reason), !Task.isCancelled else { break }
    }
    throw failure
  }

  /// Resolves the host and keeps what the policy lets through.
  private func permittedAddresses(of address: WebAddress, policy: NetPolicy) async throws(FetchError) -> [IPAddress] {
    let found: [IPAddress]
    switch address.host {
    case .address(let literal): found = [literal]
    case .name where address.host.isLocalhost: found = [.loopback4, .loopback6]
    case .name(let name):
      do throws(ResolverError) {
        found = try await resolver.addresses(of: name)
      } catch {
        throw FetchError(
          error == .unknownHost ? .unknownHost : error == .unavailable ? .nameServer : .cancelled, target: address.target)
      }
    }
    var denial = FetchError(.unknownHost, target: address.target)
    var permitted: [IPAddress] = []
    for candidate in found {
      do throws(FetchError) {
        try policy.check(candidate, for: address)
        permitted.append(candidate)
      } catch {
        denial = error
      }
    }
    guard !permitted.isEmpty else { throw denial }
    return Array(permitted.prefix(Self.maximumAddresses))
  }

  private func send(
    _ prepared: PreparedRequest, by client: HTTPClient, within seconds: Double?, follows: Bool, limit: Int, hasHead: inout Bool
  ) async throws(FetchError) -> FetchResponse {
    let target = prepared.address.target
    do {
      let answer = try await answer(to: clientRequest(prepared), by: client, within: seconds, target)
      hasHead = true
      let headers = answer.headers.map { HeaderField($0.name, $0.value) }
      let size = headers.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
      guard size <= Self.maximumHeaderBytes else {
        throw FetchError(.headersTooLarge(limit: Self.maximumHeaderBytes), target: target)
      }
      var response = FetchResponse(status: Int(answer.status.code), url: prepared.address.description, headers: headers)
      if follows, PreparedRequest.isRedirect(response.status), headers.value(of: "Location") != nil { return response }
      response.body = try await body(of: answer, headers: headers, isHead: prepared.method == .head, limit: limit, target: target)
      return response
    } catch let error as FetchError {
      throw error
    } catch {
      throw FetchError(FetchError.Reason(error, hasHead: hasHead), target: target)
    }
  }

  /// The head of the answer; its body comes when it is read.
  private func answer(
    to request: HTTPClientRequest, by client: HTTPClient, within seconds: Double?, _ target: String
  ) async throws -> HTTPClientResponse {
    guard let seconds else { return try await client.execute(request, deadline: .now() + .seconds(60)) }
    return try await withThrowingTaskGroup(of: HTTPClientResponse?.self) { group in
      group.addTask { try await client.execute(request, deadline: .now() + .seconds(60)) }
      group.addTask {
        try await Task.sleep(for: .seconds(seconds))
        return nil
      }
      defer { group.cancelAll() }
      guard let answer = try await group.next() ?? nil else {
        throw FetchError(.firstByteTimeout(seconds: seconds), target: target)
      }
      return answer
    }
  }

  private func body(
    of answer: HTTPClientResponse, headers: [HeaderField], isHead: Bool, limit: Int, target: String
  ) async throws -> [UInt8] {
    if isHead || [204, 304].contains(answer.status.code) {
      var parts = answer.body.makeAsyncIterator()
      while (try? await parts.next()) != nil {}
      try Task.checkCancellation()
      return []
    }
    let codings: [ContentCoding]?
    do { codings = try ContentCoding.list(headers.value(of: "Content-Encoding")) } catch { codings = nil }
    let most = codings == [] ? limit : ContentCoding.maximumCoded(limit)
    if let length = headers.value(of: "Content-Length").flatMap({ Int($0) }), length > most {
      throw FetchError(.bodyTooLarge(limit: limit), target: target)
    }
    var body: [UInt8] = []
    for try await part in answer.body {
      guard body.count + part.readableBytes <= most else { throw FetchError(.bodyTooLarge(limit: limit), target: target) }
      part.withUnsafeReadableBytes { body.append(contentsOf: $0) }
    }
    // A cancelled task sees the end of the body, complete or not.
    try Task.checkCancellation()
    if body.isEmpty || codings == [] { return body }
    guard let codings else { throw FetchError(.unknownCoding, target: target) }
    do throws(ContentCoding.Failure) { return try ContentCoding.decode(body, codings, limit: limit) } catch {
      throw FetchError(error == .tooLarge ? .bodyTooLarge(limit: limit) : .damagedCoding, target: target)
    }
  }

  /// Made of the parsed parts, never of the text that came from outside.
  private func clientRequest(_ prepared: PreparedRequest) -> HTTPClientRequest {
    let address = prepared.address
    var request = HTTPClientRequest(url: address.description)
    request.method = HTTPMethod(rawValue: prepared.method.rawValue)
    request.headers.add(name: "Host", value: String(address.origin.dropFirst(address.scheme.rawValue.utf8.count + 3)))
    if prepared.headers.value(of: "User-Agent") == nil { request.headers.add(name: "User-Agent", value: userAgent) }
    if prepared.headers.value(of: "Accept") == nil { request.headers.add(name: "Accept", value: "*/*") }
    request.headers.add(name: "Accept-Encoding", value: prepared.method == .head ? "identity" : "gzip, deflate, br")
    for field in prepared.headers { request.headers.add(name: field.name, value: field.value) }
    if let body = prepared.body { request.body = .bytes(ByteBuffer(bytes: body)) }
    return request
  }
}
