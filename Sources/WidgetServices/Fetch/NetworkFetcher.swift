import WidgetSystem

/// The network: HTTP/1.1, and HTTP/2 over TLS where the server offers it.
///
/// It makes the decisions and an ``HTTPTransport`` carries them out: each resolved address is checked, and the transport gets
/// only those the policy permits. No proxy is used except a configured one, and no cookies or stored passwords. Behind a proxy
/// the host's permission is still checked; the proxy resolves its name, and is trusted with that.
public final class NetworkFetcher: Fetcher, EventStreamFetcher {
  /// How many of a host's addresses to try. More aren't load balancing any more, but a list of targets.
  static let maximumAddresses = 32

  private let userAgent: String
  private let transport: any HTTPTransport
  private let resolver: any Resolver
  private let maximumBodyBytes: Int
  private let proxies: ProxyRules

  /// - Parameters:
  ///   - version: The program's, for the `User-Agent` field.
  ///   - resolver: Replaces the transport's own in tests.
  ///   - maximumBodyBytes: An upper limit for every request.
  package init(
    version: String? = nil, transport: any HTTPTransport, resolver: (any Resolver)? = nil,
    maximumBodyBytes: Int = FetchRequest.defaultMaximumBodyBytes, proxies: ProxyRules = .none
  ) {
    userAgent = version.map { "luawidget/\($0)" } ?? "luawidget"
    self.transport = transport
    self.resolver = resolver ?? transport
    self.maximumBodyBytes = maximumBodyBytes
    self.proxies = proxies
  }

  public func prepare() { transport.prepare() }

  /// Closes all connections. Running and later fetches fail with `shutDown`.
  public func shutdown() async { await transport.shutdown() }

  /// Shuts down, because no connection outlives the program.
  public func settle() async { await shutdown() }

  public func fetch(_ request: FetchRequest, policy: NetPolicy) async throws(FetchError) -> FetchResponse {
    let chain = try RedirectChain(request, policy: policy)
    let target = chain.request.address.target
    let result = await withTaskGroup(of: Result<FetchResponse, FetchError>?.self) { group in
      group.addTask {
        do throws(FetchError) {
          return .success(try await self.follow(chain, as: request, policy: policy))
        } catch {
          return .failure(error)
        }
      }
      group.addTask {
        try? await Task.pause(seconds: request.timeout)
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

  public func open(
    _ request: FetchRequest, policy: NetPolicy, onPart: @escaping @Sendable ([UInt8]) -> Void
  ) async throws(FetchError) {
    var chain = try RedirectChain(request, policy: policy)
    while true {
      let prepared = chain.request
      let target = prepared.address.target
      let destination = try await destination(of: prepared.address, policy: policy)
      let isWebSocket = request.webSocketOpening != nil
      var exchange = httpExchange(prepared, limit: isWebSocket ? HTTPExchange.maximumWebSocketFrame : 64 << 10)
      exchange.headers.removeAll { $0.isNamed("Accept-Encoding") || $0.isNamed("Accept") }
      if let opening = request.webSocketOpening {
        exchange.stream = .webSocket(opening: opening)
      } else {
        exchange.stream = .events
        // A coding would hold events back.
        exchange.headers += [HeaderField("Accept", "text/event-stream"), HeaderField("Accept-Encoding", "identity")]
      }
      exchange.discardsRedirectBody = true
      exchange.mayRepeat = false
      exchange.firstByteTimeout = FetchRequest.timeoutRange.upperBound
      let received: HTTPExchangeResponse
      do throws(FetchError.Reason) {
        // The transport's first part is empty: the stream is open.
        received = try await transport.open(exchange, to: destination) { if !$0.isEmpty { onPart($0) } }
      } catch {
        throw FetchError(Task.isCancelled ? .cancelled : error, target: target)
      }
      let response = FetchResponse(status: received.status, url: prepared.address.description, headers: received.headers)
      if try chain.follows(response) { continue }
      if received.status == 204 { throw FetchError(.noMoreEvents, target: target) }
      guard isWebSocket || received.isEventStream else { throw FetchError(.notEvents(status: received.status), target: target) }
      guard !isWebSocket || received.status == 101 else {
        throw FetchError(.notWebSocket(status: received.status), target: target)
      }
      return
    }
  }

  /// Makes the request and any that redirects lead to.
  private func follow(
    _ first: RedirectChain, as request: FetchRequest, policy: NetPolicy
  ) async throws(FetchError) -> FetchResponse {
    let limit = min(max(0, request.maximumBodyBytes), maximumBodyBytes)
    let discardsRedirectBody = request.redirect == .follow || request.skipsRedirectBody
    var chain = first
    while true {
      let response = try await exchange(
        chain.request, as: request, policy: policy, discardsRedirectBody: discardsRedirectBody, limit: limit)
      guard try chain.follows(response) else { return response }
    }
  }

  /// One request and its response.
  private func exchange(
    _ prepared: PreparedRequest, as request: FetchRequest, policy: NetPolicy, discardsRedirectBody: Bool, limit: Int
  ) async throws(FetchError) -> FetchResponse {
    let destination = try await destination(of: prepared.address, policy: policy)
    var exchange = httpExchange(prepared, limit: limit)
    exchange.discardsRedirectBody = discardsRedirectBody
    exchange.mayRepeat = request.retries > 0
    exchange.firstByteTimeout = request.firstByteTimeout
    // Another address can be tried if one doesn't reply.
    exchange.connectTimeout = request.connectTimeout ?? min(destination.addresses.count > 1 ? 3 : 10, request.timeout * 0.9)
    do throws(FetchError.Reason) {
      let received = try await transport.perform(exchange, to: destination)
      return FetchResponse(
        status: received.status, url: prepared.address.description, headers: received.headers, body: received.body)
    } catch {
      throw FetchError(error, target: prepared.address.target)
    }
  }

  /// Where the host's connections may go.
  private func destination(of address: WebAddress, policy: NetPolicy) async throws(FetchError) -> HTTPDestination {
    let proxy = proxies.proxy(for: address)
    let addresses: [IPAddress]
    if let proxy {
      do throws(FetchError) {
        addresses = try await self.addresses(of: proxy.host, target: address.target)
      } catch {
        throw FetchError(error.reason.connecting(to: proxy), target: address.target)
      }
    } else {
      addresses = try await permittedAddresses(of: address, policy: policy)
    }
    return HTTPDestination(
      scheme: address.scheme, host: address.host, port: address.port, proxy: proxy,
      addresses: Array(addresses.prefix(Self.maximumAddresses)))
  }

  private func addresses(of host: WebHost, target: String) async throws(FetchError) -> [IPAddress] {
    switch host {
    case .address(let literal): return [literal]
    case .name where host.isLocalhost: return [.loopback4, .loopback6]
    case .name(let name):
      do throws(ResolverError) {
        return try await resolver.addresses(of: name)
      } catch {
        let reason: FetchError.Reason =
          switch error {
          case .unknownHost: .unknownHost
          case .unavailable: .nameServer
          case .cancelled: .cancelled
          case .fetcher(let problem): .fetcher(problem)
          }
        throw FetchError(reason, target: target)
      }
    }
  }

  /// Resolves the host and keeps the addresses permitted by the policy.
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

  /// Made from the parsed parts, never from text that came from outside.
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
}
