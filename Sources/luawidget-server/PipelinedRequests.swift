/// Which requests that were sent before the previous one's response had ended go to the host, and which wait.
///
/// A connection has one request at the host at a time. Clients that send many in advance still had one each there without a break, so
/// every other client waited for all of theirs.
struct PipelinedRequests {
  /// The most at the host at the same time, over all connections.
  static let maximum = 4

  /// Those at the host, until their responses begin.
  private var begun: Set<Int64> = []
  /// The encoded ones that wait, the earliest first.
  private var waiting: [(id: Int64, message: [UInt8])] = []

  /// - Returns: Whether to send it now.
  mutating func add(_ id: Int64, _ message: [UInt8]) -> Bool {
    guard begun.count < Self.maximum else {
      waiting.append((id, message))
      return false
    }
    begun.insert(id)
    return true
  }

  /// Notes that a response has begun or its client is gone.
  ///
  /// - Returns: A message to send now.
  mutating func end(_ id: Int64) -> [UInt8]? {
    guard begun.remove(id) != nil, !waiting.isEmpty else { return nil }
    let next = waiting.removeFirst()
    begun.insert(next.id)
    return next.message
  }

  /// Removes a request whose client is gone.
  ///
  /// - Returns: Whether it was waiting, so the host doesn't know of it.
  mutating func remove(_ id: Int64) -> Bool {
    guard let index = waiting.firstIndex(where: { $0.id == id }) else { return false }
    waiting.remove(at: index)
    return true
  }
}
