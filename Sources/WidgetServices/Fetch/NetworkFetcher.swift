/// The network: HTTP/1.1, and HTTP/2 over TLS where the server offers it.
///
/// It connects only to addresses that the policy permits: each resolved address is checked, and the connection goes to exactly that
/// address. It uses no proxy except a configured one, and no cookies or stored passwords. Behind a proxy the permission for the host is
/// still checked; the proxy resolves its name, and is trusted to.
public final class NetworkFetcher: Fetcher {
  public static let maximumRedirects = RedirectChain.limit
  public static let maximumHeaderBytes = ResponseCollector.maximumHeaderBytes
  /// Per host, in the resolver's order.
  static let maximumAddresses = 4

  private let userAgent: String
  private let resolver: any Resolver
  private let maximumBodyBytes: Int
  private let pool: ConnectionPool
  private let proxies: ProxyRules

  /// Starts nothing: threads and connections are created by the first fetch.
  ///
  /// - Parameters:
  ///   - version: The program's, for the `User-Agent` field.
  ///   - maximumBodyBytes: An upper limit for every request.
  ///   - trust: Whose certificates are accepted.
  public init(
    version: String? = nil, resolver: any Resolver = SystemResolver(),
    maximumBodyBytes: Int = FetchRequest.defaultMaximumBodyBytes, proxies: ProxyRules = .none,
    trust: TrustedCertificates = .system
  ) {
    userAgent = version.map { "luawidget/\($0)" } ?? "luawidget"
    self.resolver = resolver
    self.maximumBodyBytes = maximumBodyBytes
    self.proxies = proxies
    pool = ConnectionPool(trust: trust)
  }

  /// Closes all connections. Fetches that are running, and later ones, fail with `shutDown`.
  public func shutdown() async { await pool.shutdown() }

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
      // The first result counts. The other task is cancelled, and the group waits for it to end.
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
    let discardsRedirectBody = request.redirect == .follow || request.skipsRedirectBody
    var chain = RedirectChain(first, mode: request.redirect)
    while true {
      try policy.check(chain.request.address)
      let response = try await exchange(
        chain.request, as: request, policy: policy, discardsRedirectBody: discardsRedirectBody, limit: limit)
      guard try chain.follows(response) else { return response }
    }
  }

  /// One request and its response, from the first of the host's addresses that can be connected to.
  private func exchange(
    _ prepared: PreparedRequest, as request: FetchRequest, policy: NetPolicy, discardsRedirectBody: Bool, limit: Int
  ) async throws(FetchError) -> FetchResponse {
    var endpoints = try await endpoints(of: prepared.address, policy: policy)
    if let open = endpoints.firstIndex(where: pool.hasConnection) { endpoints.swapAt(0, open) }
    var exchange = httpExchange(prepared, limit: limit)
    exchange.discardsRedirectBody = discardsRedirectBody
    exchange.firstByteTimeout = request.firstByteTimeout
    // Another address can be tried when one does not reply.
    let connectTimeout = request.connectTimeout ?? min(endpoints.count > 1 ? 3 : 10, request.timeout * 0.9)
    var failure = FetchError(.unknownHost, target: prepared.address.target)
    for endpoint in endpoints {
      do throws(HTTPExchangeFailure) {
        let received = try await send(exchange, to: endpoint, connectTimeout: connectTimeout, retries: request.retries > 0)
        return try decoded(received, of: prepared, limit: limit)
      } catch {
        failure = FetchError(error.reason, target: prepared.address.target)
        // Another address only where nothing can have been sent yet.
        guard error.progress == .notSent, error.reason.allowsAnotherAddress, !Task.isCancelled else { break }
      }
    }
    throw failure
  }

  /// Sends a request, on a new connection once more where that is safe.
  ///
  /// A request that was not sent, because its connection had just been closed, is always sent, unless a server ends a new connection
  /// for a reason that another one would not change. One that was sent is sent again only if
  /// `retries` allows it: when the server states that it did not process it, and for GET and HEAD when a reused connection ends before
  /// the response begins (RFC 9110 section 9.2.2).
  private func send(
    _ exchange: HTTPExchange, to endpoint: ConnectionEndpoint, connectTimeout: Double, retries: Bool
  ) async throws(HTTPExchangeFailure) -> HTTPExchangeResponse {
    var attemptsLeft = 3
    var isNew = false
    while true {
      let loan: ConnectionPool.Loan
      do throws(FetchError.Reason) {
        loan = try await pool.connection(to: endpoint, within: connectTimeout, isNew: isNew)
      } catch {
        throw HTTPExchangeFailure(reason: error, progress: .notSent)
      }
      defer { pool.giveBack(loan) }
      do throws(HTTPExchangeFailure) {
        return try await loan.connection.perform(exchange)
      } catch {
        attemptsLeft -= 1
        let isRepeated =
          switch error.progress {
          case .notSent: loan.isReused || error.reason == .incomplete
          case .notProcessed: retries
          case .sent: retries && loan.isReused && error.reason == .incomplete && exchange.method.isSafe
          case .receivedHead: false
          }
        guard isRepeated, attemptsLeft > 0, !Task.isCancelled else { throw error }
        isNew = true
      }
    }
  }

  /// Where the host's connections may go, in order.
  private func endpoints(of address: WebAddress, policy: NetPolicy) async throws(FetchError) -> [ConnectionEndpoint] {
    let routes: [ConnectionEndpoint.Route]
    if let proxy = proxies.proxy(for: address) {
      do throws(FetchError) {
        routes = try await addresses(of: proxy.host, target: address.target).map { .proxy(proxy, $0) }
      } catch {
        throw FetchError(error.reason.connecting(to: proxy), target: address.target)
      }
    } else {
      routes = try await permittedAddresses(of: address, policy: policy).map { .direct($0) }
    }
    return routes.prefix(Self.maximumAddresses).map {
      ConnectionEndpoint(scheme: address.scheme, host: address.host, port: address.port, route: $0)
    }
  }

  private func addresses(of host: WebHost, target: String) async throws(FetchError) -> [IPAddress] {
    switch host {
    case .address(let literal): return [literal]
    case .name where host.isLocalhost: return [.loopback4, .loopback6]
    case .name(let name):
      do throws(ResolverError) {
        return try await resolver.addresses(of: name)
      } catch {
        throw FetchError(
          error == .unknownHost ? .unknownHost : error == .unavailable ? .nameServer : .cancelled, target: target)
      }
    }
  }

  /// Resolves the host and keeps the addresses that the policy permits.
  private func permittedAddresses(of address: WebAddress, policy: NetPolicy) async throws(FetchError) -> [IPAddress] {
    var denial = FetchError(.unknownHost, target: address.target)
    var permitted: [IPAddress] = []
    for candidate in try await addresses(of: address.host, target: address.target) {
      do throws(FetchError) {
        try policy.check(candidate, for: address)
        permitted.append(candidate)
      } catch {
        denial = error
      }
    }
    guard !permitted.isEmpty else { throw denial }
    return permitted
  }

  /// Made of the parsed parts, never of the text that came from outside.
  private func httpExchange(_ prepared: PreparedRequest, limit: Int) -> HTTPExchange {
    let address = prepared.address
    var headers: [HeaderField] = []
    if prepared.headers.value(of: "User-Agent") == nil { headers.append(HeaderField("User-Agent", userAgent)) }
    if prepared.headers.value(of: "Accept") == nil { headers.append(HeaderField("Accept", "*/*")) }
    headers.append(HeaderField("Accept-Encoding", prepared.method == .head ? "identity" : "gzip, deflate, br"))
    return HTTPExchange(
      method: prepared.method, scheme: address.scheme,
      authority: String(address.origin.dropFirst(address.scheme.rawValue.utf8.count + 3)), target: address.pathAndQuery,
      headers: headers + prepared.headers, body: prepared.body, maximumBodyBytes: limit)
  }

  /// Removes the content codings.
  private func decoded(
    _ received: HTTPExchangeResponse, of prepared: PreparedRequest, limit: Int
  ) throws(HTTPExchangeFailure) -> FetchResponse {
    var response = FetchResponse(
      status: received.status, url: prepared.address.description, headers: received.headers, body: received.body)
    guard !received.body.isEmpty else { return response }
    do throws(ContentCoding.Failure) {
      let codings = try ContentCoding.list(received.headers.value(of: "Content-Encoding"))
      response.body = try ContentCoding.decode(received.body, codings, limit: limit)
    } catch {
      let reason: FetchError.Reason =
        switch error {
        case .tooLarge: .bodyTooLarge(limit: limit)
        case .damaged: .damagedCoding
        case .unknown: .unknownCoding
        }
      throw HTTPExchangeFailure(reason: reason, progress: .receivedHead)
    }
    return response
  }
}

extension FetchError.Reason {
  /// Whether another address of the same host may fare better.
  fileprivate var allowsAnotherAddress: Bool {
    switch self {
    case .refused, .unreachable, .connectTimeout, .proxy(.unreachable, _), .proxy(.timeout, _): true
    default: false
    }
  }
}
