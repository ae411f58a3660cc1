import WidgetModel
public import WidgetServices

/// Reads permissions as users write them: `--allow`, the permission arguments, and `allow` in a board file.
public enum PermissionSyntax {
  /// - Throws: ``PermissionSyntaxError`` for anything no manifest could request.
  public static func permission(_ text: String) throws(PermissionSyntaxError) -> Permission {
    guard let permission = Permission(text) else {
      // For a metric that doesn't exist, there's a nearest name.
      if let metric = text.split(separator: "=", maxSplits: 1).last, text.hasPrefix("device=") {
        try check("device", String(metric))
      }
      throw .unknown
    }
    guard let value = permission.value, permission.kind.isInManifest else { return permission }
    try check(permission.kind.manifestKey, value)
    return permission
  }

  /// The manifest's rules apply to the values.
  private static func check(_ key: String, _ value: String) throws(PermissionSyntaxError) {
    do {
      _ = try ManifestDecoder.decode(["permissions": .table([key: .array([.string(value)])])])
    } catch {
      throw .impossible(reason: error.message)
    }
  }
}

/// Why a text isn't a permission.
public enum PermissionSyntaxError: Error, Sendable, Equatable {
  case unknown
  case impossible(reason: String)

  /// The forms of permissions.
  public static let forms = Permission.Kind.allCases.map {
    $0.isPlain ? $0.rawValue : $0 == .files ? "files=read:/..." : "\($0.rawValue)=..."
  }.joined(
    separator: ", ")

  /// The sentence about a text that is no permission.
  public static func notPermission(_ text: String) -> String { "\"\(text)\" is not a permission; write \(forms)" }
}
