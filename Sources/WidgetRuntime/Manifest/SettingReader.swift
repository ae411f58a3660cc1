import WidgetFormats
import WidgetModel

/// Decodes `settings = { number = { type = "string", default = "LY315" } }`, or a list: `{ { name = "number", type = "string" } }`.
/// A list keeps its order; a Lua table has none, so its settings are sorted by their labels.
enum SettingReader {
  static func settings(_ value: LuaValue) throws(ManifestError) -> [Setting] {
    try settings(value, at: "settings", isRecord: false)
  }

  /// - Parameter isRecord: Whether they're the fields of a list's elements.
  private static func settings(_ value: LuaValue, at path: String, isRecord: Bool) throws(ManifestError) -> [Setting] {
    let most = isRecord ? Setting.maximumFields : 100
    let rule = "may declare at most \(most) \(isRecord ? "fields" : "settings")"
    if let list = value.array, !list.isEmpty {
      guard list.count <= most else { throw ManifestError(path: path, message: rule) }
      return try settings(list, at: path, isRecord: isRecord)
    }
    let reader = try RecordReader(value, path: path, words: "a table of settings by name, or a list of them")
    guard reader.fields.count <= most else { throw ManifestError(path: path, message: rule) }
    var settings: [Setting] = []
    for name in reader.fields.keys.sorted() {
      guard isName(name) else { throw ManifestError(path: path, message: "\(name.quoted) is not \(nameRule)") }
      settings.append(try setting(name, reader.fields[name] ?? .null, at: path, isRecord: isRecord))
    }
    try check(dependenciesOf: settings, at: path)
    func key(_ setting: Setting) -> (String, String) { ((setting.label ?? setting.name).lowercased(), setting.name) }
    return settings.sorted { key($0) < key($1) }
  }

  private static func settings(_ list: [LuaValue], at whole: String, isRecord: Bool) throws(ManifestError) -> [Setting] {
    var settings: [Setting] = []
    for (index, element) in list.enumerated() {
      let path = "\(whole)[\(index + 1)]"
      guard var fields = element.table, let name = fields.removeValue(forKey: "name")?.string else {
        throw ManifestError(path: path, message: "must be a table such as { name = \"number\", type = \"string\" }")
      }
      guard isName(name) else { throw ManifestError(path: path + ".name", message: "must be \(nameRule), got \(name.quoted)") }
      guard !settings.contains(where: { $0.name == name }) else {
        throw ManifestError(path: path + ".name", message: "another setting has the name \(name.quoted)")
      }
      settings.append(try setting(name, .table(fields), at: whole, isRecord: isRecord))
    }
    try check(dependenciesOf: settings, at: whole)
    return settings
  }

  private static let nameRule = "a name (a letter or _, then letters, digits and _; at most 64)"

  /// The name in a list, for the reference. Otherwise it's the key.
  static let name = HostField.optional("name", .string, "its name, in a list of settings")

  private static func setting(
    _ name: String, _ value: LuaValue, at path: String, isRecord: Bool
  ) throws(ManifestError) -> Setting {
    let reader = try RecordReader(value, path: "\(path).\(name)", words: "a table such as { type = \"string\" }")
    // Before the other fields: a list of lists of lists would be decoded to any depth.
    if isRecord, let kind = reader["type"]?.string, ["secret", "file", "folder", "list"].contains(kind) {
      throw reader.fail("type", "must not be \(kind.quoted) in a list")
    }
    var setting = Setting(name: name, kind: .string)
    try reader.decode(fields, into: &setting)
    if isRecord, setting.isSecretURL { throw reader.fail("secret", "doesn't work in a list") }
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
    DeclaredField(
      "of", .either([.choice(Setting.elementKinds.map(\.rawValue)), .table]),
      """
      the elements of a `list`: a type, or a table of settings, `{ name = { type = "string" }, ... }` (at most \
      \(Setting.maximumFields), none of type `secret`, `file`, `folder` or `list`), whose values an element then has as fields
      """, example: "string"
    ) {
      reader, name, setting throws(ManifestError) in
      setting.elements = try elements(of: setting, reader, name)
    },
    DeclaredField(
      "secret", .boolean, "a `url` that is a secret, as a private calendar's address", default: "false", example: true
    ) {
      reader, name, setting throws(ManifestError) in
      guard let flag = try reader.flag(name) else { return }
      guard setting.kind == .url || !flag else {
        throw reader.fail(name, "belongs to a setting of type \"url\"; the type \"secret\" is for other texts")
      }
      setting.isSecretURL = flag
    },
    DeclaredField(
      "access", .choice(FolderAccess.allCases.map(\.rawValue)),
      "what the widget does in a `folder`: `read` its files, or `write` too; the user is asked about each", default: "\"read\"",
      example: "write"
    ) {
      reader, name, setting throws(ManifestError) in
      guard let access = try reader.choice(name, of: FolderAccess.self) else { return }
      guard setting.kind == .folder else { throw reader.fail(name, "belongs to a setting of type \"folder\"") }
      setting.access = access
    },
    DeclaredField("min", .number, "the smallest `number` or `integer`", example: 1) {
      reader, name, setting throws(ManifestError) in setting.minimum = try limit(of: setting, reader, name)
    },
    DeclaredField("max", .number, "the largest `number` or `integer`", example: 100) {
      reader, name, setting throws(ManifestError) in
      setting.maximum = try limit(of: setting, reader, name)
      guard let least = setting.minimum, let most = setting.maximum, most < least else { return }
      throw reader.fail(name, "must not be less than min")
    },
    DeclaredField(
      "pattern", .string, "what a `string`, `secret` or `url` has to match as a whole, as in `string.match`", example: "%u%u%d+"
    ) {
      reader, name, setting throws(ManifestError) in
      guard let text = try reader.text(name, limit: 1000) else { return }
      guard [.string, .secret, .url].contains(setting.kind) else {
        throw reader.fail(name, "belongs to a setting of type \"string\", \"secret\" or \"url\"")
      }
      do throws(LuaPattern.Problem) { _ = try LuaPattern(text) } catch {
        throw reader.fail(name, "is not a pattern: it \(error.words)")
      }
      setting.pattern = text
    },
    DeclaredField(
      "depends_on", .either([.string, .table]),
      "the setting that decides whether this one has an effect: the name of a `boolean`, or `{ NAME = value }`. The form of a page shows it only then",
      example: "alerts"
    ) {
      reader, name, setting throws(ManifestError) in setting.dependency = try dependency(reader, name)
    },
    DeclaredField("required", .boolean, "the widget doesn't run without this `secret`", default: "false", example: true) {
      reader, name, setting throws(ManifestError) in
      guard let value = reader[name] else { return }
      guard setting.isSecret else { throw reader.fail(name, "belongs to a setting of type \"secret\", or a secret \"url\"") }
      guard let flag = value.boolean else { throw reader.fail(name, "must be true or false, got \(value.shown)") }
      setting.isRequired = flag
    },
    DeclaredField("default", .any, "the value until the user sets one; a `secret` has none", default: "nil", example: "LY315") {
      reader, name, setting throws(ManifestError) in
      guard let value = reader[name] else { return }
      setting.defaultValue = try defaultValue(value, of: setting, reader, name)
    },
  ]

  private static func elements(
    of setting: Setting, _ reader: RecordReader, _ name: String
  ) throws(ManifestError) -> [Setting] {
    guard let value = reader[name] else {
      if setting.kind == .list { throw reader.fail(name, "must say what's in the list, such as \"string\"") }
      return []
    }
    guard setting.kind == .list else { throw reader.fail(name, "belongs to a setting of type \"list\"") }
    guard let text = value.string else {
      let fields = try settings(value, at: "\(reader.path).\(name)", isRecord: true)
      guard !fields.isEmpty else { throw reader.fail(name, "must have a field at least") }
      return fields
    }
    guard let kind = Setting.elementKinds.first(where: { $0.rawValue == text }) else {
      let names = Setting.elementKinds.map(\.rawValue)
      throw reader.fail(
        name, "must be \(alternatives(names)) or a table of settings, got \(text.quoted)\(NearestName.hint(text, among: names))")
    }
    return [Setting(name: "", kind: kind)]
  }

  private static func limit(of setting: Setting, _ reader: RecordReader, _ name: String) throws(ManifestError) -> Double? {
    guard let value = reader[name] else { return nil }
    guard setting.kind == .number || setting.kind == .integer else {
      throw reader.fail(name, "belongs to a setting of type \"number\" or \"integer\"")
    }
    guard let limit = value.double, limit.isFinite else { throw reader.fail(name, "must be a number, got \(value.shown)") }
    return limit
  }

  private static func dependency(_ reader: RecordReader, _ name: String) throws(ManifestError) -> SettingDependency? {
    guard let value = reader[name] else { return nil }
    if let other = value.string { return SettingDependency(name: other) }
    guard let fields = value.table, fields.count == 1, let field = fields.first, field.value.array == nil,
      field.value.table == nil, let text = field.value.settingText
    else {
      throw reader.fail(name, "must be the name of a setting, or a table such as { unit = \"km\" }, got \(value.shown)")
    }
    return SettingDependency(name: field.key, value: text)
  }

  /// Checks that dependencies lead to other settings, and not in a circle.
  private static func check(dependenciesOf settings: [Setting], at path: String) throws(ManifestError) {
    for setting in settings {
      guard var next = setting.dependency else { continue }
      var steps = 0
      while true {
        guard let other = settings.first(where: { $0.name == next.name }) else {
          let hint = NearestName.hint(next.name, among: settings.map(\.name))
          throw ManifestError(
            path: "\(path).\(setting.name).depends_on", message: "names no setting: there is no \(next.name.quoted)\(hint)")
        }
        steps += 1
        guard steps <= settings.count, other.name != setting.name else {
          throw ManifestError(path: "\(path).\(setting.name).depends_on", message: "leads back to the setting itself")
        }
        guard let further = other.dependency else { break }
        next = further
      }
    }
  }

  private static func defaultValue(
    _ given: LuaValue, of setting: Setting, _ reader: RecordReader, _ name: String
  ) throws(ManifestError) -> LuaValue {
    if setting.isSecretURL { throw reader.fail(name, "is not allowed for a secret: this file is no place for one") }
    switch setting.kind {
    case .secret: throw reader.fail(name, "is not allowed for a secret: this file is no place for one")
    case .file, .folder:
      throw reader.fail(name, "is not allowed for a \(setting.kind.rawValue): only the user may choose one")
    default: break
    }
    guard let value = setting.kind.accept(given) else {
      throw reader.fail(name, "must be \(setting.kind.words), got \(given.shown)")
    }
    if setting.kind == .choice, let text = value.string, !setting.choices.contains(text) {
      throw reader.fail(name, "must be one of the choices, got \(text.quoted)\(NearestName.hint(text, among: setting.choices))")
    }
    if let problem = setting.problem(with: value) { throw reader.fail(name, "must \(problem.words), got \(given.shown)") }
    if let text = value.string, text.utf8.count > 4096 { throw reader.fail(name, SettingsError.lengthRequirement) }
    if setting.kind == .list || setting.kind == .location {
      do throws(SettingsError) { _ = try setting.resolved(value, zone: .utc) } catch {
        // Whether tzdata is installed is nothing a script can help.
        if case .place(_, _, .noTable) = error.root { return value }
        throw reader.fail(name + error.path, "\(error.root.requirement)")
      }
    }
    return value
  }

  private static func isName(_ name: String) -> Bool {
    guard let first = name.utf8.first, first == 95 || (97...122).contains(first | 0x20), name.utf8.count <= 64 else {
      return false
    }
    return name.utf8.allSatisfy { $0 == 95 || (97...122).contains($0 | 0x20) || (48...57).contains($0) }
  }
}
