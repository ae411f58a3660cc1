import Synchronization
import WidgetModel
import WidgetRuntime
import WidgetServices

/// Delivers what has changed of a service of the machine: the id of a media player, `battery`.
final class ServiceChanges: OpenStream {
  private let watch: Mutex<ServiceWatch?>
  /// The kernel's changes: NetworkManager isn't everywhere.
  private let network: NetworkMonitor?

  init(of service: MachineService, _ services: Services, onChange: @escaping @Sendable (String) -> Void) {
    let watch =
      switch service {
      case .media: services.media.watch(onChange)
      case .power: services.machine.watch(.power, onChange)
      case .network: services.machine.watch(.network, onChange)
      }
    self.watch = Mutex(watch)
    network = service == .network ? NetworkMonitor(reportsLoss: true) { onChange("connections") } : nil
  }

  var hasEnded: Bool { false }

  func close() {
    watch.withLock { $0 = nil }
    network?.stop()
  }
}
