import WidgetModel

/// Decodes `settings = { number = { type = "string", default = "LY315" } }`, or a list: `{ { name = "number", type = "string" } }`.
/// A list keeps its order; a Lua table has none, so its settings are sorted by their labels.
enum SettingReader {
  static func settings(_ value: LuaValue) throws(ManifestError) -> [Setting] {
    if let list = value.array, !list.isEmpty { return try settings(list) }
    let reader = try RecordReader(value, path: "settings", words: "a table of settings by name, or a list of them")
    guard reader.fields.count <= 100 else { throw ManifestError(path: "settings", message: "may declare at most 100 settings") }
    var settings: [Setting] = []
    for name in reader.fields.keys.sorted() {
      guard isName(name) else { throw ManifestError(path: "settings", message: "\(name.quoted) is not \(nameRule)") }
      settings.append(try setting(name, reader.fields[name] ?? .null))
    }
    func key(_ setting: Setting) -> (String, String) { ((setting.label ?? setting.name).lowercased(), setting.name) }
    return settings.sorted { key($0) < key($1) }
  }

  private static func settings(_ list: [LuaValue]) throws(ManifestError) -> [Setting] {
    guard list.count <= 100 else { throw ManifestError(path: "settings", message: "may declare at most 100 settings") }
    var settings: [Setting] = []
    for (index, element) in list.enumerated() {
      let path = "settings[\(index + 1)]"
      guard var fields = element.table, let name = fields.removeValue(forKey: "name")?.string else {
        throw ManifestError(path: path, message: "must be a table such as { name = \"number\", type = \"string\" }")
      }
      guard isName(name) else { throw ManifestError(path: path + ".name", message: "must be \(nameRule), got \(name.quoted)") }
      guard !settings.contains(where: { $0.name == name }) else {
        throw ManifestError(path: path + ".name", message: "another setting has the name \(name.quoted)")
      }
      settings.append(try setting(name, .table(fields)))
    }
    return settings
  }

  private static let nameRule = "a name (a letter or _, then letters, digits and _; at most 64)"

  /// The name in a list, for the reference. Otherwise it's the key.
  static let name = HostField.optional("name", .string, "its name, in a list of settings")

  private static func setting(_ name: String, _ value: LuaValue) throws(ManifestError) -> Setting {
    let reader = try RecordReader(value, path: "settings.\(name)", words: "a table such as { type = \"string\" }")
    var setting = Setting(name: name, kind: .string)
    try reader.decode(fields, into: &setting)
    return setting
  }

  /// The fields in decoding order: the type decides about the others.
  static let fields: [DeclaredField<Setting>] = [
    DeclaredField("type", .choice(Setting.Kind.allCases.map(\.rawValue)), "required", example: "integer") {
      reader, name, setting throws(ManifestError) in
      guard let kind = try reader.choice(name, of: Setting.Kind.self) else {
        throw reader.fail(name, "must be \(RecordReader.names(Setting.Kind.self)), got nil")
      }
      setting.kind = kind
    },
    DeclaredField("label", .string, "at most 80 characters", example: "Flight number") {
      reader, name, setting throws(ManifestError) in setting.label = try reader.text(name, limit: 80)
    },
    DeclaredField("description", .string, "at most 1000 characters", example: "As on the ticket") {
      reader, name, setting throws(ManifestError) in setting.description = try reader.text(name, limit: 1000)
    },
    DeclaredField("choices", .list(.string), "the values of a `choice`", example: ["km", "mi"]) {
      reader, name, setting throws(ManifestError) in
      setting.choices = try reader.list(name, of: "strings", problem: { _ in nil }) ?? []
      if setting.kind == .choice, setting.choices.isEmpty {
        throw reader.fail(name, "must list what can be chosen, because the type is \"choice\"")
      }
      if setting.kind != .choice, reader[name] != nil { throw reader.fail(name, "belong to a setting of type \"choice\"") }
    },
    DeclaredField("required", .boolean, "the widget doesn't run without this `secret`", default: "false", example: true) {
      reader, name, setting throws(ManifestError) in
      guard let value = reader[name] else { return }
      guard setting.kind == .secret else { throw reader.fail(name, "belongs to a setting of type \"secret\"") }
      guard let flag = value.boolean else { throw reader.fail(name, "must be true or false, got \(value.shown)") }
      setting.isRequired = flag
    },
    DeclaredField("default", .any, "the value until the user sets one; a `secret` has none", default: "nil", example: "LY315") {
      reader, name, setting throws(ManifestError) in
      guard let value = reader[name] else { return }
      setting.defaultValue = try defaultValue(value, of: setting, reader, name)
    },
  ]

  private static func defaultValue(
    _ given: LuaValue, of setting: Setting, _ reader: RecordReader, _ name: String
  ) throws(ManifestError) -> LuaValue {
    switch setting.kind {
    case .secret: throw reader.fail(name, "is not allowed for a secret: this file is no place for one")
    case .file: throw reader.fail(name, "is not allowed for a file: only the user may choose one")
    default: break
    }
    guard let value = setting.kind.accept(given) else {
      throw reader.fail(name, "must be \(setting.kind.words), got \(given.shown)")
    }
    if setting.kind == .choice, let text = value.string, !setting.choices.contains(text) {
      throw reader.fail(name, "must be one of the choices, got \(text.quoted)\(NearestName.hint(text, among: setting.choices))")
    }
    if let text = value.string, text.utf8.count > 4096 { throw reader.fail(name, SettingsError.lengthRequirement) }
    return value
  }

  private static func isName(_ name: String) -> Bool {
    guard let first = name.utf8.first, first == 95 || (97...122).contains(first | 0x20), name.utf8.count <= 64 else {
      return false
    }
    return name.utf8.allSatisfy { $0 == 95 || (97...122).contains($0 | 0x20) || (48...57).contains($0) }
  }
}
