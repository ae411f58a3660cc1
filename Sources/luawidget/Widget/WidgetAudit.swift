import WidgetHost
import WidgetModel
import WidgetRendering
import WidgetRuntime
import WidgetServices

/// The permissions that a widget requests and has. Only its manifest runs.
struct WidgetAudit {
  let script: WidgetScript
  let identity: WidgetIdentity
  let manifest: Manifest
  let grants: Grants

  let requested: [Permission]

  /// The names of the declared secrets.
  var secrets: [String] { manifest.settings.filter { $0.kind == .secret }.map(\.name) }

  /// - Parameter given: Permissions to grant and remember.
  init(_ file: String, given: [Permission] = [], in root: CompositionRoot) async throws {
    do throws(Failure) {
      script = try WidgetFile.script(file)
      let widget = Widget(
        script: script, services: root.services, configuration: WidgetConfiguration(given: given),
        onConsole: { Console.standardError.write("luawidget: \(terminalSafe($0.text))\n") })
      manifest = try await widget.readManifest()
      if let failure = await widget.misplacedManifest { throw failure }
      grants = await widget.grants
      requested = await widget.requestedPermissions
      identity = widget.identity
      await widget.retire()
    } catch {
      Console.standardError.write(FailureReport(failure: error).message)
      throw Exit(error)
    }
  }
}
