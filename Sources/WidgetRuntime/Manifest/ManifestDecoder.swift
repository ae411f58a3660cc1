public import WidgetModel

/// Reads the table of `widget { ... }`: hostile until it has been through here.
public enum ManifestDecoder {
  static let keys = [
    "name", "icon", "description", "author", "version", "refresh", "timeout", "families", "largest_display_mode", "settings",
    "url_schemes", "permissions", "limits",
  ]

  /// - Throws: ``ManifestError`` for the first thing that is wrong, in the order of the keys above.
  public static func decode(_ value: LuaValue) throws(ManifestError) -> Manifest {
    let reader = try RecordReader(value, path: "", words: "a table")
    // `line` and `file` are the worker's: where the table was written.
    try reader.check(names: keys, ignoring: ["@line"])
    var manifest = Manifest()
    manifest.name = try reader.text("name", limit: 80)
    if let name = manifest.name, name.allSatisfy(\.isWhitespace) { throw reader.fail("name", "must not be empty") }
    manifest.icon = try icon(reader)
    manifest.description = try reader.text("description", limit: 1000)
    manifest.author = try reader.text("author", limit: 200)
    manifest.version = try version(reader)
    if let refresh = try RefreshReader.refresh(reader) { manifest.refresh = refresh }
    manifest.timeout = try reader.duration("timeout", in: 1...30, words: "from 1 to 30 seconds")
    if let families = try families(reader) { manifest.families = families }
    if let mode = try reader.choice("largest_display_mode", of: DisplayMode.self) { manifest.largestDisplayMode = mode }
    if let settings = reader["settings"] { manifest.settings = try SettingReader.settings(settings) }
    manifest.urlSchemes =
      try reader.list("url_schemes", of: "URL schemes") { scheme in
        if !URLScheme.isValid(scheme) { return "\(scheme.quoted) is not a URL scheme (a letter, then letters, digits, + . -)" }
        return URLScheme.reserved.contains(scheme.lowercased()) ? "a widget cannot claim \(scheme):" : nil
      }?.map { $0.lowercased() } ?? []
    if let permissions = reader["permissions"] { manifest.permissions = try PermissionReader.permissions(permissions) }
    if let limits = reader["limits"] { manifest.limits = try LimitReader.limits(limits) }
    return manifest
  }

  private static func icon(_ reader: RecordReader) throws(ManifestError) -> String? {
    guard let name = try reader.text("icon", limit: 80) else { return nil }
    guard name.isEmpty || IconName.isKnown(name) else {
      throw reader.fail("icon", "unknown icon \(name.quoted)\(NearestName.hint(name, among: IconName.all))")
    }
    return name
  }

  /// Text, or a number such as 1.2.
  private static func version(_ reader: RecordReader) throws(ManifestError) -> String? {
    if let number = reader["version"], number.double != nil { return number.displayText }
    return try reader.text("version", limit: 80)
  }

  private static func families(_ reader: RecordReader) throws(ManifestError) -> [WidgetFamily]? {
    let all = WidgetFamily.allCases.map(\.rawValue)
    let names = try reader.list("families", of: "families") { name in
      all.contains(name) ? nil : "must be \(alternatives(all)), got \(name.quoted)\(NearestName.hint(name, among: all))"
    }
    guard let names else { return nil }
    guard !names.isEmpty else { throw reader.fail("families", "must name at least one of \(alternatives(all))") }
    return names.compactMap(WidgetFamily.init(rawValue:))
  }
}
