import WidgetModel

/// Reads `settings = { number = { type = "string", default = "LY315" } }`.
enum SettingReader {
  private static let keys = ["type", "default", "label", "description", "choices", "required"]

  static func settings(_ value: LuaValue) throws(ManifestError) -> [Setting] {
    let reader = try RecordReader(value, path: "settings", words: "a table of settings by name")
    guard reader.fields.count <= 100 else { throw ManifestError(path: "settings", message: "may declare at most 100 settings") }
    var settings: [Setting] = []
    for name in reader.fields.keys.sorted() {
      guard isName(name) else {
        throw ManifestError(
          path: "settings", message: "\(name.quoted) is not a name (a letter or _, then letters, digits and _; at most 64)")
      }
      settings.append(try setting(name, reader.fields[name] ?? .null))
    }
    return settings
  }

  private static func setting(_ name: String, _ value: LuaValue) throws(ManifestError) -> Setting {
    let reader = try RecordReader(value, path: "settings.\(name)", words: "a table such as { type = \"string\" }")
    try reader.check(names: keys)
    guard let kind = try reader.choice("type", of: Setting.Kind.self) else {
      throw reader.fail("type", "is missing; it must be \(RecordReader.names(Setting.Kind.self))")
    }
    var setting = Setting(name: name, kind: kind)
    setting.label = try reader.text("label", limit: 80)
    setting.description = try reader.text("description", limit: 1000)
    setting.choices = try reader.list("choices", of: "strings", problem: { _ in nil }) ?? []
    if kind == .choice, setting.choices.isEmpty {
      throw reader.fail("choices", "must list what can be chosen, because the type is \"choice\"")
    }
    if kind != .choice, reader["choices"] != nil { throw reader.fail("choices", "belong to a setting of type \"choice\"") }
    if let required = reader["required"] {
      guard kind == .secret else { throw reader.fail("required", "belongs to a setting of type \"secret\"") }
      guard let required = required.boolean else { throw reader.fail("required", "must be true or false, got \(required.shown)") }
      setting.isRequired = required
    }
    if kind == .secret, reader["default"] != nil {
      throw reader.fail("default", "is not for a secret: this file is no place for one")
    }
    if let given = reader["default"] {
      guard let value = kind.accept(given) else { throw reader.fail("default", "must be \(kind.words), got \(given.shown)") }
      if kind == .choice, let text = value.string, !setting.choices.contains(text) {
        let hint = NearestName.hint(text, among: setting.choices)
        throw reader.fail("default", "must be one of the choices, got \(text.quoted)\(hint)")
      }
      if let text = value.string, text.utf8.count > 4096 { throw reader.fail("default", "must have at most 4096 bytes") }
      setting.defaultValue = value
    }
    return setting
  }

  private static func isName(_ name: String) -> Bool {
    guard let first = name.utf8.first, first == 95 || (97...122).contains(first | 0x20), name.utf8.count <= 64 else {
      return false
    }
    return name.utf8.allSatisfy { $0 == 95 || (97...122).contains($0 | 0x20) || (48...57).contains($0) }
  }
}

extension Setting.Kind {
  /// What a value must be: `a whole number`.
  var words: String {
    switch self {
    case .string, .secret: "a string"
    case .number: "a number"
    case .integer: "a whole number"
    case .boolean: "true or false"
    case .choice: "a string, one of the choices"
    }
  }

  /// The value in the form that scripts get; nil when it is of another type.
  func accept(_ value: LuaValue) -> LuaValue? {
    switch self {
    case .string, .secret, .choice: value.string.map { .string($0) }
    case .number: value.double?.isFinite == true ? .some(value) : .none
    case .integer: value.integer.map { .integer($0) }
    case .boolean: value.boolean.map { .boolean($0) }
    }
  }
}
