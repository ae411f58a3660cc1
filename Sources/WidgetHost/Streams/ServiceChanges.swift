import Synchronization
import WidgetModel
import WidgetRuntime
import WidgetServices

/// Delivers what has changed of a service of the machine: the id of a media player, `battery`.
final class ServiceChanges: OpenStream {
  private struct Sources {
    var watch: ServiceWatch?
    /// The kernel's changes: NetworkManager isn't everywhere.
    var network: NetworkMonitor?
    var files: FileChanges?
  }

  private let sources: Mutex<Sources>

  init(of service: MachineService, _ services: Services, onChange: @escaping @Sendable (String) -> Void) {
    var sources = Sources()
    switch service {
    case .media: sources.watch = services.media.watch(onChange)
    case .audio: sources.watch = services.sound.watch(onChange)
    case .power: sources.watch = services.machine.watch(.power, onChange)
    case .network:
      sources.watch = services.machine.watch(.network, onChange)
      sources.network = NetworkMonitor(reportsLoss: true) { onChange("connections") }
    case .brightness:
      let files = ((try? services.device.backlight()) ?? nil)?.files ?? []
      sources.files = FileChanges(files) { onChange("brightness") }
    }
    self.sources = Mutex(sources)
  }

  init(_ watch: ServiceWatch) { sources = Mutex(Sources(watch: watch)) }

  var hasEnded: Bool { false }

  func close() {
    sources.withLock { sources in
      sources.network?.stop()
      sources.files?.close()
      sources = Sources()
    }
  }
}
