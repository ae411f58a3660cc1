import Synchronization
import WidgetServices

/// Delivers the ids of media players that change, come or go.
final class MediaChanges: OpenStream {
  private let watch: Mutex<ServiceWatch?>

  init(_ players: any MediaPlayers, onChange: @escaping @Sendable (String) -> Void) { watch = Mutex(players.watch(onChange)) }

  var hasEnded: Bool { false }

  func close() { watch.withLock { $0 = nil } }
}
