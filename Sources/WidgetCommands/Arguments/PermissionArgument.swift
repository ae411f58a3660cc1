import WidgetRendering
import WidgetRuntime
package import WidgetServices

/// The value of `--allow`, and of the permission arguments.
package enum PermissionArgument {
  /// - Throws: ``CommandFailure`` for anything that no manifest could request.
  package static func permission(_ text: String) throws -> Permission {
    do throws(PermissionSyntaxError) {
      return try PermissionSyntax.permission(text)
    } catch {
      let shown = terminalSafe(text, limit: 100)
      switch error {
      case .unknown: throw CommandFailure("\"\(shown)\" is not a permission; write \(PermissionSyntaxError.forms)")
      case .impossible(let reason): throw CommandFailure("\(shown): \(terminalSafe(reason))")
      }
    }
  }
}
