import Synchronization
import WidgetHelpers

/// The parts of one response, as they arrive from the host.
final class PendingResponse: Sendable {
  enum Part: Sendable {
    case head(HTTPResponseHead)
    case body(ArraySlice<UInt8>)
    case end
  }

  private let stream: AsyncStream<Part>
  private let continuation: AsyncStream<Part>.Continuation
  /// Bytes that the host may not exceed before it hears that some were sent.
  private let unsent = Mutex(0)

  init() { (stream, continuation) = AsyncStream<Part>.makeStream() }

  var parts: AsyncStream<Part> { stream }

  /// - Returns: Whether the host keeps to the window.
  func receive(_ part: Part) -> Bool {
    if case .body(let bytes) = part {
      let count = unsent.withLock { count in
        count += bytes.count
        return count
      }
      guard count <= ServerProtocol.window else { return false }
    }
    continuation.yield(part)
    if case .end = part { continuation.finish() }
    return true
  }

  func sent(_ bytes: Int) { unsent.withLock { $0 -= bytes } }

  func cancel() { continuation.finish() }
}
