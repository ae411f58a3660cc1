import Synchronization
import WidgetHelpers
package import WidgetServices
import WidgetSystem

/// The program `luawidget-fetcher`: performs one broker's requests until the socket to it closes (`docs/fetcher.md`).
package final class FetcherService: Sendable {
  /// Bytes of an event stream in one frame.
  private static let part = 64 << 10

  private struct Upload {
    var exchange: HTTPExchange
    let destination: HTTPDestination
    let length: Int
  }

  private struct State {
    var transport: (any HTTPTransport)?
    var running: [Int64: Task<Void, Never>] = [:]
    /// Exchanges with incomplete bodies.
    var uploads: [Int64: Upload] = [:]
  }

  private let link: FrameLink
  private let makeTransport: @Sendable (TrustedCertificates) -> any HTTPTransport
  private let state = Mutex(State())

  /// - Parameters:
  ///   - descriptor: The socket to the broker.
  ///   - makeTransport: Called once, with the user's trusted certificates.
  package init(
    descriptor: Int32,
    makeTransport: @escaping @Sendable (TrustedCertificates) -> any HTTPTransport = { NetworkTransport(trust: $0) }
  ) throws {
    link = try FrameLink(descriptor: descriptor, maximumIncoming: FetcherProtocol.maximumRequestFrame)
    self.makeTransport = makeTransport
  }

  /// Serves until the broker is gone.
  ///
  /// - Returns: The exit status: 0, or 1 if the broker violated the protocol.
  package func run() -> Int32 {
    // The serving thread replies: if that hangs, this program is useless.
    link.serve(alive: { Task(executorPreference: NetworkTransport.executor) { self.link.sendSign() } }) {
      payload throws(HelperProtocolError) in try receive(try FetcherRequest(decoding: payload))
    }
  }

  private func receive(_ request: FetcherRequest) throws(HelperProtocolError) {
    switch request {
    case .hello(_, let trust):
      // The broker compares the versions.
      link.send(FetcherReply.ready(version: FetcherProtocol.version).encoded)
      state.withLock { $0.transport = makeTransport(trust) }
    case .resolve(let id, let name):
      try start(id) { [link] transport in
        do throws(ResolverError) {
          link.send(FetcherReply.addresses(id: id, try await transport.addresses(of: name)).encoded)
        } catch {
          link.send(FetcherReply.unresolved(id: id, error).encoded)
        }
      }
    case .exchange(let id, let exchange, let destination, let length):
      guard length > 0 else { return try start(id, exchange, destination) }
      state.withLock { $0.uploads[id] = Upload(exchange: exchange, destination: destination, length: length) }
    case .body(let id, let bytes):
      if let upload = try receiveBody(id, bytes) { try start(id, upload.exchange, upload.destination) }
    case .cancel(let id): cancel(id)
    }
  }

  /// - Returns: The exchange once its body is complete.
  private func receiveBody(_ id: Int64, _ bytes: ArraySlice<UInt8>) throws(HelperProtocolError) -> Upload? {
    try state.withLock { state throws(HelperProtocolError) in
      // Chunks of a cancelled upload may still arrive.
      guard var upload = state.uploads.removeValue(forKey: id) else { return nil }
      upload.exchange.body?.append(contentsOf: bytes)
      let count = upload.exchange.body?.count ?? upload.length + 1
      guard count <= upload.length else { throw HelperProtocolError("a body above its length") }
      if count == upload.length { return upload }
      state.uploads[id] = upload
      return nil
    }
  }

  private func start(_ id: Int64, _ exchange: HTTPExchange, _ destination: HTTPDestination) throws(HelperProtocolError) {
    try start(id) { [link] transport in
      do throws(FetchError.Reason) {
        let response =
          exchange.stream != nil
          ? try await transport.open(exchange, to: destination) { bytes in
            if bytes.isEmpty { return link.send(FetcherReply.opened(id: id).encoded) }
            // In order with the reply that ends it, unlike the body of a whole response.
            for start in stride(from: 0, to: bytes.count, by: Self.part) {
              link.send(FetcherReply.body(id: id, bytes[start..<min(start + Self.part, bytes.count)]).encoded)
            }
          } : try await transport.perform(exchange, to: destination)
        let head = FetcherReply.head(
          id: id, status: response.status, headers: response.headers, bodyLength: response.body.count)
        link.send(head.encoded)
        link.send(response.body) { FetcherReply.body(id: id, $0).encoded }
      } catch {
        link.send(FetcherReply.failed(id: id, error).encoded)
      }
    }
  }

  private func start(
    _ id: Int64, _ work: @escaping @Sendable (any HTTPTransport) async -> Void
  ) throws(HelperProtocolError) {
    try state.withLock { state throws(HelperProtocolError) in
      guard let transport = state.transport else { throw HelperProtocolError("a request before the greeting") }
      // The task ends under the lock, so not before it's listed.
      state.running[id] = Task(executorPreference: NetworkTransport.executor) {
        await work(transport)
        _ = self.state.withLock { $0.running.removeValue(forKey: id) }
      }
    }
  }

  /// Cancels a request. Every request gets one reply, even a cancelled one.
  private func cancel(_ id: Int64) {
    let wasUpload = state.withLock { state in
      state.running[id]?.cancel()
      return state.uploads.removeValue(forKey: id) != nil
    }
    if wasUpload { link.send(FetcherReply.failed(id: id, .cancelled).encoded) }
  }
}
