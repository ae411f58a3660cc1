import Synchronization
import WidgetServices

/// A server that sends what a test tells it to.
final class FakeStreams: EventStreamFetcher {
  private struct Connection {
    var headers: [HeaderField]
    var onPart: @Sendable ([UInt8]) -> Void
    var end: CheckedContinuation<Void, Never>?
  }
  private let connections = Mutex<[Connection]>([])

  var headers: [[HeaderField]] { connections.withLock { $0.map(\.headers) } }
  var open: Int { connections.withLock { $0.count { $0.end != nil } } }

  func open(
    _ request: FetchRequest, policy: NetPolicy, onPart: @escaping @Sendable ([UInt8]) -> Void
  ) async throws(FetchError) {
    try request.check(policy)
    let index = connections.withLock { connections in
      connections.append(Connection(headers: request.headers, onPart: onPart))
      return connections.count - 1
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in connections.withLock { $0[index].end = continuation } }
    } onCancel: {
      end(index)
    }
    if Task.isCancelled { throw FetchError(.cancelled, target: "") }
  }

  func send(_ text: String) { connections.withLock { $0.last?.onPart }?(Array(text.utf8)) }

  func end(_ index: Int? = nil) {
    connections.withLock { connections in
      let index = index ?? connections.count - 1
      defer { connections[index].end = nil }
      return connections[index].end
    }?.resume()
  }
}
