public import WidgetFormats
public import WidgetModel
public import WidgetServices
import WidgetSystem

/// Turns the user's assignments (`--set name=value`) and the manifest's defaults into typed values for a script.
public enum SettingsResolver {
  /// - Parameters:
  ///   - assignments: Later ones win; additions to a list (see ``Assignment/additions(_:)``) go to its end.
  ///   - zone: The user's zone, for dates.
  ///   - place: The user's place, for a location that nothing else sets.
  /// - Returns: Values by name, without secrets (see ``SecretResolver``). Settings without a value or a default are left out: the
  ///   script sees nil.
  public static func resolve(
    _ settings: [Setting], assignments: [(String, String)], zone: TimeZoneData = .named("UTC"), place: Place? = nil
  ) throws(SettingsError) -> [String: LuaValue] {
    var values: [String: LuaValue] = [:]
    // As written: what's added to a list may be wrong only together with the rest.
    var lists: [String: [LuaValue]] = [:]
    for setting in settings {
      switch setting.kind {
      case .list: lists[setting.name] = setting.defaultValue.array ?? []
      // A default that needs a missing tzdata is no value.
      case .location: values[setting.name] = place?.value ?? (try? setting.resolved(setting.defaultValue, zone: zone))
      case .date where !setting.defaultValue.isNull:
        values[setting.name] =
          setting.defaultValue.string.flatMap { Setting.Kind.time($0, zone: zone) } ?? setting.defaultValue
      default: if !setting.defaultValue.isNull { values[setting.name] = setting.defaultValue }
      }
    }
    for (name, text) in assignments {
      if let name = Assignment.list(in: name) {
        guard let setting = settings.first(where: { $0.name == name }) else {
          throw .unknown(name: name, known: settings.map(\.name))
        }
        guard setting.kind == .list, let added = Setting.list(in: text) else { throw .notAList(name: name) }
        lists[name, default: []] += added
        continue
      }
      guard let setting = settings.first(where: { $0.name == name }) else {
        throw .unknown(name: name, known: settings.map(\.name))
      }
      if setting.isSecret {
        do throws(SecretError) { _ = try SecretSource(text) } catch { throw .secret(name: name, error) }
      } else if setting.kind == .list {
        guard let elements = Setting.list(in: text) else { throw .wrongType(name: name, text: text, kind: .list) }
        lists[name] = elements
      } else {
        values[name] = try value(of: setting, text, zone)
      }
    }
    for setting in settings where setting.kind == .list {
      values[setting.name] = try setting.resolved(.array(lists[setting.name] ?? []), zone: zone)
    }
    return values
  }

  /// Checks that the file a value names can be read now: a file setting's, or the `file:PATH` of a secret. Whoever stores a value asks
  /// this, so that nobody learns of a wrong path from a widget that fails later.
  ///
  /// - Parameter environment: Names the user's own folders, which no widget gets as a whole.
  public static func checkFile(of setting: Setting, _ text: String, environment: [String: String] = [:]) throws(SettingsError) {
    switch setting.kind {
    case .file:
      if let reason = FileSetting.problem(text) { throw .file(name: setting.name, text: text, reason: reason) }
    case .secret:
      do throws(SecretError) {
        let source = try SecretSource(text)
        if case .file = source { _ = try source.value(environment: [:]) }
      } catch { throw .secret(name: setting.name, error) }
    case .folder:
      if let reason = ChosenFolder.problem(AbsolutePath.of(text), UserFolders(environment: environment)) {
        throw .file(name: setting.name, text: text, reason: reason)
      }
    case .string, .choice, .integer, .number, .boolean, .url, .color, .date, .location, .list: break
    }
  }

  /// Checks what a manifest demands of a secret: that it's a URL, and its pattern.
  public static func check(secret: String, of setting: Setting) throws(SettingsError) {
    if setting.kind == .url, setting.kind.accept(.string(secret)) == nil { throw .secretType(name: setting.name, kind: .url) }
    guard let pattern = setting.pattern, (try? LuaPattern(pattern))?.matches(secret) == false else { return }
    throw .secretPattern(name: setting.name, pattern: pattern)
  }

  /// The value of any setting but a list.
  ///
  /// - Parameter text: The user's own.
  static func value(of setting: Setting, _ text: String, _ zone: TimeZoneData) throws(SettingsError) -> LuaValue {
    guard text.utf8.count <= 4096 else { throw .tooLong(name: setting.name) }
    let value: LuaValue? =
      switch setting.kind {
      case .string, .secret: .string(text)
      case .choice: setting.choices.contains(text) ? .string(text) : nil
      case .integer: Int64(text).map { .integer($0) }
      case .number: Int64(text).map { .integer($0) } ?? Double(text).flatMap { $0.isFinite ? .number($0) : nil }
      case .boolean: boolean(text.lowercased()).map { .boolean($0) }
      case .url, .color: setting.kind.accept(.string(text))
      // The script gets a URL that `fetch` reads; the path stays in the broker.
      case .file: text.isEmpty || text.utf8.contains(0) ? nil : .string(FileSetting.url(setting.name))
      case .folder: text.isEmpty || text.utf8.contains(0) ? nil : .string(FolderSetting.token(setting.name))
      case .date: Setting.Kind.time(text, zone: zone)
      case .location: try setting.resolved(.string(text), zone: zone)
      case .list: nil
      }
    if let value {
      if let problem = setting.problem(with: value) { throw .outside(name: setting.name, text: text, problem) }
      return value
    }
    if setting.kind == .choice { throw .notAChoice(name: setting.name, text: text, choices: setting.choices) }
    throw .wrongType(name: setting.name, text: text, kind: setting.kind)
  }

  private static func boolean(_ text: String) -> Bool? {
    switch text {
    case "true", "yes", "on", "1": true
    case "false", "no", "off", "0": false
    default: nil
    }
  }
}
