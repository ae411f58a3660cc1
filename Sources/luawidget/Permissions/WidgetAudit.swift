import WidgetModel
import WidgetRuntime
import WidgetServices

/// What a widget asks for and what it has, found by running nothing but its manifest.
struct WidgetAudit {
  let script: WidgetScript
  let identity: WidgetIdentity
  let manifest: Manifest
  let grants: Grants

  var declared: [Permission] { manifest.permissions.list }

  /// - Parameter given: Allowed, and remembered.
  init(_ file: String, given: [Permission] = []) async throws {
    do {
      script = try WidgetScript(path: file)
      let widget = Widget(
        script: script, services: StoredThings().services, configuration: WidgetConfiguration(given: given),
        onConsole: { Console.standardError.write("luawidget: \($0.text)\n") })
      manifest = try await widget.readManifest()
      grants = await widget.grants
      identity = widget.identity
      await widget.retire()
    } catch {
      throw CommandFailure(FailureReport(failure: error).text, Exit(error))
    }
  }
}
