public import WidgetModel
public import WidgetRuntime
import WidgetServices

extension CompositionRoot {
  /// Reads a manifest, as for a list of widgets. Nothing is decided about permissions, and no user is asked.
  public func manifest(
    of script: WidgetScript, _ configuration: WidgetConfiguration = WidgetConfiguration()
  ) async throws(Failure) -> Manifest {
    var services = services
    services.grants = MemoryGrantStore()
    let widget = Widget(script: script, services: services, configuration: configuration)
    defer { widget.cancel() }
    let manifest = try await widget.readManifest()
    await widget.retire()
    return manifest
  }
}
