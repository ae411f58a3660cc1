import Synchronization

/// Delivers events to any number of readers.
///
/// Each reader has its own buffer. One that falls behind loses its oldest events and never holds up the sender or another reader.
public final class EventReaders<Event: Sendable>: Sendable {
  private struct State {
    var readers: [Int: AsyncStream<Event>.Continuation] = [:]
    var observers: [@Sendable (Event) -> Void] = []
    var nextID = 0
    var isFinished = false
  }

  private let bufferSize: Int
  private let state = Mutex(State())

  /// - Parameter bufferSize: The longest buffer of a reader.
  public init(bufferSize: Int = 1_024) { self.bufferSize = bufferSize }

  /// A stream of all events from now on. It ends when the sender is closed, or at once if it already is.
  public func stream() -> AsyncStream<Event> {
    let (stream, continuation) = AsyncStream<Event>.makeStream(bufferingPolicy: .bufferingNewest(bufferSize))
    let id = state.withLock { state -> Int? in
      if state.isFinished { return nil }
      state.nextID += 1
      state.readers[state.nextID] = continuation
      return state.nextID
    }
    guard let id else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in self?.remove(id) }
    return stream
  }

  /// Calls a function with each event from now on, before the sender continues.
  public func observe(_ observer: @escaping @Sendable (Event) -> Void) { state.withLock { $0.observers.append(observer) } }

  /// The number of readers that haven't gone away.
  public var readerCount: Int { state.withLock { $0.readers.count } }

  func send(_ event: Event) {
    let (observers, readers) = state.withLock { ($0.observers, Array($0.readers.values)) }
    for observer in observers { observer(event) }
    // `yield` can run a termination handler, which takes the lock.
    for reader in readers { reader.yield(event) }
  }

  func finish() {
    let readers = state.withLock { state in
      defer { state.readers = [:] }
      state.isFinished = true
      return Array(state.readers.values)
    }
    for reader in readers { reader.finish() }
  }

  private func remove(_ id: Int) { state.withLock { _ = $0.readers.removeValue(forKey: id) } }
}
