import Synchronization
import WidgetModel

/// The context of a widget's running call.
final class CallContext: Sendable {
  private let state = Mutex(SnapshotContext())

  var context: SnapshotContext {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}
