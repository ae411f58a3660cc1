import WidgetFormats
public import WidgetModel
import WidgetRendering
import WidgetRuntime
public import WidgetServices

extension Board {
  /// The values of a widget's settings, for a form.
  public struct SettingValues: Sendable {
    public var settings: [Setting]
    /// Values as text, by name, without secrets, and with defaults where the board sets nothing.
    public var values: [String: String]
    /// The names of secrets with a value.
    public var storedSecrets: Set<String>
  }

  /// Why settings weren't changed.
  public enum SettingsProblem: Error {
    case manifest(Failure)
    /// Invalid values, with the problem by setting name. Nothing was stored.
    case values([String: String])
    case file(BoardFileError)
    case secret(SecretError)

    /// The text shown to the user.
    public var text: String {
      switch self {
      case .manifest(let failure): FailureNotice(failure).reason
      case .values(let problems): problems.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)." }.joined(separator: "\n")
      case .file(let error): "\(error)"
      case .secret(let error): "The secret was not stored: \(error)"
      }
    }
  }

  /// Reads the manifest, and the values on the board and in the secret store.
  public func settings(of id: String) async throws(Failure) -> SettingValues {
    let settings = try await manifest(of: id).settings
    let widget = widgets.first { $0.id == id }
    let own = Dictionary(widget?.entry.settings.map { ($0.name, $0.value) } ?? []) { $1 }
    var result = SettingValues(settings: settings, values: [:], storedSecrets: [])
    for setting in settings {
      if setting.isSecret {
        let identity = widget?.identity.id ?? ""
        if ((try? root.stores.secrets.secret(setting.name, of: identity)) ?? nil) != nil {
          result.storedSecrets.insert(setting.name)
        }
      } else {
        result.values[setting.name] = own[setting.name] ?? setting.standardText(root.configuration.place)
      }
    }
    return result
  }

  /// Changes the settings whose values differ in a form. An empty secret keeps its value. Nothing is stored unless every value is
  /// valid.
  ///
  /// - Parameter values: Values as text, by name. A form shows text that's safe to draw; text you didn't touch stays as it is in
  ///   the file.
  public func changeSettings(of id: String, to values: [String: String]) async throws(SettingsProblem) {
    let settings: [Setting]
    do throws(Failure) { settings = try await manifest(of: id).settings } catch { throw .manifest(error) }
    guard let widget = widgets.first(where: { $0.id == id }) else { return }
    let changes = SettingChange.all(in: settings, widget.entry, values, place: root.configuration.place)
    let problems = SettingChange.problems(with: changes, timeZone: root.locale.timeZone, environment: root.environment)
    guard problems.isEmpty else { throw .values(problems) }
    for change in changes where change.setting.isSecret {
      do throws(SecretError) {
        try root.stores.secrets.set(try change.secret, change.setting.name, of: widget.identity.id)
      } catch { throw .secret(error) }
    }
    if changes.contains(where: { $0.setting.isSecret }) {
      secretStored(of: widget.identity.id)
      await root.announceSecret(of: widget.identity.id, except: keeper.owner)
    }
    for change in changes where !change.setting.isSecret {
      do throws(BoardFileError) {
        try edit(.setSetting(id: id, name: change.setting.name, value: change.value))
      } catch { throw .file(error) }
    }
  }
}

extension Setting {
  /// The value of a setting that the board doesn't set, as the user would type it.
  fileprivate func standardText(_ place: Place?) -> String {
    guard kind == .location, let place else { return defaultText }
    let isKnown = PlaceTable.system?.place(named: place.name) == place
    return isKnown ? place.name : place.value.settingText ?? ""
  }

  /// A value as a form sends it back if it isn't touched.
  fileprivate func drawn(_ text: String) -> String {
    guard kind == .list, let elements = Setting.list(in: text) else { return terminalSafe(text, multiline: true) }
    func drawn(_ value: LuaValue) -> LuaValue { .string(terminalSafe(value.settingText ?? "", multiline: true)) }
    let values = elements.map { $0.table.map { .table($0.mapValues(drawn)) } ?? drawn($0) }
    return canonical(JSONWriter().text(JSONValue(.array(values))))
  }
}

/// A form value that differs from the stored one.
private struct SettingChange {
  var setting: Setting
  /// nil is the manifest's default.
  var value: String?

  /// A secret's new value: the first line, as for the command.
  var secret: String { get throws(SecretError) { try SecretRules.value(from: Array((value ?? "").utf8)) } }

  static func all(
    in settings: [Setting], _ entry: BoardEntry, _ values: [String: String], place: Place?
  ) -> [SettingChange] {
    let old = Dictionary(entry.settings.map { ($0.name, $0.value) }) { $1 }
    return settings.compactMap { setting in
      guard let value = values[setting.name].map({ setting.canonical($0) }) else { return nil }
      if setting.isSecret { return value.isEmpty ? nil : SettingChange(setting: setting, value: value) }
      let standard = setting.standardText(place)
      if value == setting.drawn(old[setting.name] ?? standard) { return nil }
      let isDefault = value == setting.canonical(standard) || (value.isEmpty && setting.kind != .string)
      if isDefault && old[setting.name] == nil { return nil }
      return SettingChange(setting: setting, value: isDefault ? nil : value)
    }
  }

  /// The problems, by setting name.
  static func problems(
    with changes: [SettingChange], timeZone: String, environment: [String: String]
  ) -> [String: String] {
    var problems: [String: String] = [:]
    let zone = TimeZoneData.named(timeZone)
    for change in changes where change.setting.isSecret {
      do throws(SecretError) { _ = try change.secret } catch {
        problems[change.setting.name] = "can't be stored: \(error)"
        continue
      }
      do throws(SettingsError) { try SettingsResolver.check(secret: change.value ?? "", of: change.setting) } catch {
        problems[change.setting.name] = error.requirement
      }
    }
    for change in changes where !change.setting.isSecret {
      guard let value = change.value else { continue }
      do throws(SettingsError) {
        _ = try SettingsResolver.resolve([change.setting], assignments: [(change.setting.name, value)], zone: zone)
        try SettingsResolver.checkFile(of: change.setting, value, environment: environment)
      } catch { problems[change.setting.name] = error.requirement }
    }
    return problems
  }
}
