import Synchronization
import WidgetModel

/// The events of all widgets of a board, in order, for one reader.
///
/// A view that is shown before a call ends replaces an earlier one that was not read yet, so a widget that floods them costs no memory.
final class EventInbox: Sendable {
  struct Item: Sendable {
    var instance: String
    var event: SessionEvent
  }

  private let items = Mutex<[Item]>([])
  /// An element whenever there are items. For one reader.
  let signals: AsyncStream<Void>
  private let signal: AsyncStream<Void>.Continuation

  init() { (signals, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

  func send(_ event: SessionEvent, of instance: String) {
    items.withLock { items in
      if case .shown(let snapshot, isLive: true) = event {
        items.removeAll { item in
          guard item.instance == instance, case .shown(let earlier, isLive: true) = item.event else { return false }
          return earlier.context == snapshot.context
        }
      }
      items.append(Item(instance: instance, event: event))
    }
    signal.yield()
  }

  /// Removes all items.
  func take() -> [Item] {
    items.withLock { items in
      defer { items = [] }
      return items
    }
  }

  func finish() { signal.finish() }
}
