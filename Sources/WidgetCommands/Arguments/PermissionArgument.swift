import WidgetModel
import WidgetRendering
import WidgetRuntime
package import WidgetServices

/// The value of `--allow`, and of the permission arguments.
package enum PermissionArgument {
  /// - Throws: ``CommandFailure`` for anything that no manifest could request.
  package static func permission(_ text: String) throws -> Permission {
    guard let permission = Permission(text) else {
      // A metric that does not exist has a nearest name.
      if let metric = text.split(separator: "=", maxSplits: 1).last, text.hasPrefix("device=") {
        try check("device", String(metric), of: text)
      }
      let kinds = Permission.Kind.allCases.map { $0 == .notify ? $0.rawValue : "\($0.rawValue)=..." }.joined(separator: ", ")
      throw CommandFailure("\"\(terminalSafe(text, limit: 100))\" is not a permission; write \(kinds)")
    }
    guard let value = permission.value else { return permission }
    try check(permission.kind.manifestKey, value, of: text)
    return permission
  }

  /// The rules for the values are those of the manifest.
  private static func check(_ key: String, _ value: String, of text: String) throws {
    do {
      _ = try ManifestDecoder.decode(["permissions": .table([key: .array([.string(value)])])])
    } catch {
      throw CommandFailure("\(terminalSafe(text, limit: 100)): \(terminalSafe(error.message))")
    }
  }
}
