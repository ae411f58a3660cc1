package import WidgetHost
package import WidgetModel
import WidgetRendering
package import WidgetRuntime
package import WidgetServices

/// The permissions that a widget requests and has. Only its manifest runs.
package struct WidgetAudit {
  package let script: WidgetScript
  package let identity: WidgetIdentity
  package let manifest: Manifest
  package let grants: Grants

  package let requested: [Permission]

  /// The names of the declared secrets.
  package var secrets: [String] { manifest.settings.filter { $0.kind == .secret }.map(\.name) }

  /// - Parameter given: Permissions to grant and remember.
  package init(_ file: String, given: [Permission] = [], in root: CompositionRoot) async throws {
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
