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
    guard let value = permission.value else { return permission }
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
  public static let forms = Permission.Kind.allCases.map { $0 == .notify ? $0.rawValue : "\($0.rawValue)=..." }.joined(
    separator: ", ")
}

/// URL schemes, and which of them a widget can name (RFC 3986, section 3.1).
public enum URLScheme {
  /// Schemes that run code or read files in the program opening them.
  static let dangerous: Set<String> = ["javascript", "vbscript", "data", "file", "blob", "about", "view-source"]
  /// Schemes that belong to other programs, so no widget can claim them.
  static let reserved: Set<String> = dangerous.union(["http", "https", "mailto"])

  /// `[a-zA-Z][a-zA-Z0-9+.-]*`, at most 64 characters.
  static func isValid(_ text: some StringProtocol) -> Bool {
    guard let first = text.utf8.first, isLetter(first), text.utf8.count <= 64 else { return false }
    return text.utf8.allSatisfy { isLetter($0) || (48...57).contains($0) || $0 == 43 || $0 == 45 || $0 == 46 }
  }

  /// The scheme in lowercase; nil for relative references and invalid schemes.
  public static func of(_ url: String) -> String? {
    guard let colon = url.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let scheme = url[..<colon]
    return isValid(scheme) ? scheme.lowercased() : nil
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (97...122).contains(byte | 0x20) }
}
