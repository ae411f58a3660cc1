import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import Synchronization

/// HTTP clients, one for each host and the checked address that it is pinned to.
///
/// The pin is a property of the client, so a host that resolves to another address gets another client; otherwise connections stay
/// alive. Nothing is started before the first client is needed.
final class ClientPool: Sendable {
  struct Key: Hashable {
    let host: WebHost
    let route: Route
    /// Whether the connect timeout is short because another address can be tried.
    let hasAlternatives: Bool
    /// Connect timeout in seconds; nil for the default.
    var connectTimeout: Double?
  }

  /// The peer of a connection.
  enum Route: Hashable {
    /// A checked address.
    case address(IPAddress)
    /// A proxy, which resolves the host.
    case proxy(Proxy)
  }

  private struct Entry {
    let client: HTTPClient
    var users = 0
    /// A counter of uses, which gives an order.
    var lastUse = 0
    /// A response was received, so a connection may be kept alive.
    var hasAnswered = false
  }

  private struct State {
    var entries: [Key: Entry] = [:]
    var uses = 0
    var isShutDown = false
  }

  private let state = Mutex(State())
  /// Idle clients beyond this number are closed, the least recently used first.
  private let capacity: Int

  /// nil: the system's trust store.
  private let tls: TLSConfiguration?

  init(capacity: Int = 16, tls: TLSConfiguration? = nil) {
    self.tls = tls
    self.capacity = capacity
  }

  deinit {
    // An HTTP client must be shut down. Nothing waits for it here.
    for entry in state.withLock({ $0.entries.values }) { entry.client.shutdown { _ in } }
  }

  /// Whether there may be open connections to this address.
  func holds(_ key: Key) -> Bool { state.withLock { $0.entries[key] != nil } }

  /// Borrows a client; nil if the pool is shut down. Every call is balanced by ``giveBack(_:)``.
  func borrow(_ key: Key) -> HTTPClient? {
    let (client, closing): (HTTPClient?, [HTTPClient]) = state.withLock { state in
      guard !state.isShutDown else { return (nil, []) }
      state.uses += 1
      var entry = state.entries[key] ?? Entry(client: makeClient(key))
      entry.users += 1
      entry.lastUse = state.uses
      state.entries[key] = entry
      return (entry.client, Self.surplus(&state, capacity: capacity))
    }
    for old in closing { old.shutdown { _ in } }
    return client
  }

  func giveBack(_ key: Key) {
    state.withLock { $0.entries[key]?.users -= 1 }
  }

  func noteAnswer(_ key: Key) {
    state.withLock { $0.entries[key]?.hasAnswered = true }
  }

  /// Whether a connection may be reused, and may therefore be closed by the server at any time.
  func mayKeep(_ key: Key) -> Bool { state.withLock { $0.entries[key]?.hasAnswered ?? false } }

  /// Closes every connection, including those in use, and refuses new ones.
  func shutdown() async {
    let clients = state.withLock { state in
      state.isShutDown = true
      defer { state.entries = [:] }
      return state.entries.values.map(\.client)
    }
    for client in clients { try? await client.shutdown() }
  }

  private static func surplus(_ state: inout State, capacity: Int) -> [HTTPClient] {
    var removed: [HTTPClient] = []
    while state.entries.count > capacity,
      let oldest = state.entries.filter({ $0.value.users == 0 }).min(by: { $0.value.lastUse < $1.value.lastUse })
    {
      state.entries[oldest.key] = nil
      removed.append(oldest.value.client)
    }
    return removed
  }

  #if canImport(Network)
    private static var loops: any EventLoopGroup { HTTPClient.defaultEventLoopGroup }
  #else
    /// One thread for all clients: widgets fetch little, and a thread per core would be started before the first byte is sent.
    private static let loops: any EventLoopGroup = MultiThreadedEventLoopGroup(numberOfThreads: 1)
  #endif

  private static func amount(_ seconds: Double) -> TimeAmount { .milliseconds(Int64(min(max(seconds, 0.001), 60) * 1000)) }

  private func makeClient(_ key: Key) -> HTTPClient {
    var configuration = HTTPClient.Configuration(
      tlsConfiguration: tls, redirectConfiguration: .disallow,
      timeout: .init(connect: key.connectTimeout.map(Self.amount) ?? (key.hasAlternatives ? .seconds(3) : .seconds(10))),
      connectionPool: .init(idleTimeout: .seconds(15)), proxy: nil,
      // Content codings are undone by ContentCoding, which knows more of them.
      decompression: .disabled)
    configuration.connectionPool.retryConnectionEstablishment = false
    // HTTP/2 where the server offers it (ALPN, RFC 9113 section 3.2), else HTTP/1.1.
    configuration.httpVersion = .automatic
    switch key.route {
    case .address(let address): Self.pin(&configuration, to: address, for: key.host)
    case .proxy(let proxy):
      configuration.proxy = proxy.configuration
      configuration.http1_1ConnectionDebugInitializer = Self.limitHeaders
    }
    return HTTPClient(eventLoopGroupProvider: .shared(Self.loops), configuration: configuration)
  }

  private static func pin(_ configuration: inout HTTPClient.Configuration, to address: IPAddress, for host: WebHost) {
    configuration.dnsOverride = [host.description: address.description]
    // The last word on where a request goes belongs to the socket: whatever chose its address, it must be the one that was checked.
    let checkPeer: @Sendable (any Channel) -> EventLoopFuture<Void> = { channel in
      guard let remote = channel.remoteAddress?.ipAddress.flatMap({ IPAddress($0) }), remote.unmapped == address.unmapped else {
        channel.close(promise: nil)
        return channel.eventLoop.makeFailedFuture(ChannelError.ioOnClosedChannel)
      }
      return channel.eventLoop.makeSucceededVoidFuture()
    }
    configuration.http1_1ConnectionDebugInitializer = { channel in checkPeer(channel).flatMap { Self.limitHeaders(channel) } }
    configuration.http2ConnectionDebugInitializer = checkPeer
  }

  /// Replaces the parser, which takes 256 header fields and two MiB of them, by one that takes as many as have room in
  /// ``NetworkFetcher/maximumHeaderBytes``, and not a byte more. Nothing was sent yet, so nothing has to be parsed meanwhile.
  @Sendable private static func limitHeaders(_ channel: any Channel) -> EventLoopFuture<Void> {
    channel.eventLoop.flatSubmit {
      do {
        let pipeline = channel.pipeline.syncOperations
        let parser = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
        return pipeline.removeHandler(parser).flatMapThrowing {
          let pipeline = channel.pipeline.syncOperations
          var limits = NIOHTTPDecoderLimitConfiguration()
          limits.maxHeaderFieldSize = NetworkFetcher.maximumHeaderBytes
          limits.maxHeaderListSize = NetworkFetcher.maximumHeaderBytes
          // A field has a name, a colon and an end of line.
          limits.maxHeaderFieldCount = NetworkFetcher.maximumHeaderBytes / 4
          let parser = HTTPResponseDecoder(
            leftOverBytesStrategy: .dropBytes, informationalResponseStrategy: .forward, limitConfiguration: limits)
          let encoder = try pipeline.handler(type: HTTPRequestEncoder.self)
          try pipeline.addHandler(ByteToMessageHandler(parser), position: .after(encoder))
        }
      } catch {
        return channel.eventLoop.makeFailedFuture(error)
      }
    }
  }
}
