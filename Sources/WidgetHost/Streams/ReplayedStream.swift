import WidgetModel
import WidgetServices
import WidgetSystem

/// A stream on which recorded events arrive, when they did.
final class ReplayedStream: OpenStream {
  private let delivery: Task<Void, Never>

  init(_ entries: [StreamRecording.Entry], onEntry: @escaping @Sendable (StreamRecording.Entry) -> Void) {
    delivery = Task {
      let opened = MonotonicTime.now()
      for entry in entries {
        let wait = opened + entry.after - MonotonicTime.now()
        if wait > 0 { do { try await Task.pause(seconds: wait) } catch { return } }
        if Task.isCancelled { return }
        onEntry(entry)
      }
    }
  }

  /// Nothing else will arrive, but opening it again would bring it all once more.
  var hasEnded: Bool { false }

  func close() { delivery.cancel() }
}
