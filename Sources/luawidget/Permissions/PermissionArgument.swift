import WidgetModel
import WidgetRendering
import WidgetRuntime
import WidgetServices

/// The value of `--allow`, and of the permission arguments.
enum PermissionArgument {
  /// - Throws: ``CommandFailure`` for anything that no manifest could request.
  static func permission(_ text: String) throws -> Permission {
    guard let permission = Permission(text) else {
      let kinds = Permission.Kind.allCases.map { $0 == .notify ? $0.rawValue : "\($0.rawValue)=..." }.joined(separator: ", ")
      throw CommandFailure("\"\(terminalSafe(text, limit: 100))\" is not a permission; write \(kinds)")
    }
    guard let value = permission.value else { return permission }
    // The rules for the values are those of the manifest.
    do {
      _ = try ManifestDecoder.decode(["permissions": .table([permission.kind.manifestKey: .array([.string(value)])])])
    } catch {
      throw CommandFailure("\(terminalSafe(text, limit: 100)): \(terminalSafe(error.message))")
    }
    return permission
  }
}
