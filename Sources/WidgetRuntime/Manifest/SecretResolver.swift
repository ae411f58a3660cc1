import WidgetModel
import WidgetServices

/// Finds the values of the secrets declared in a manifest.
struct SecretResolver {
  var environment: [String: String]
  var store: any SecretStore
  /// The widget's id: another file with the same name gets none of its secrets.
  var widget: String
  /// The other settings' values, which decide whether a required secret is needed.
  var values: [String: LuaValue] = [:]

  /// - Parameter assignments: `env:VARIABLE` or `file:PATH`; later ones win, and win over the store.
  /// - Returns: Values by name. Secrets without a value are left out, unless they're required.
  func resolve(_ settings: [Setting], assignments: [(String, String)]) throws(SettingsError) -> [String: String] {
    var values: [String: String] = [:]
    for setting in settings where setting.isSecret {
      if let text = assignments.last(where: { $0.0 == setting.name })?.1 {
        do throws(SecretError) {
          values[setting.name] = try SecretSource(text).value(environment: environment)
        } catch {
          throw .secret(name: setting.name, error)
        }
      } else {
        do throws(SecretError) {
          values[setting.name] = try store.value(setting.name, of: widget)
        } catch {
          throw .secretStore(name: setting.name, error)
        }
      }
      if values[setting.name] == nil, setting.isRequired, isNeeded(setting, among: settings) {
        throw .missingSecret(name: setting.name)
      }
      if let value = values[setting.name] { try SettingsResolver.check(secret: value, of: setting) }
    }
    return values
  }

  /// Whether the settings that a setting depends on have the values that give it an effect.
  private func isNeeded(_ setting: Setting, among settings: [Setting]) -> Bool {
    guard let dependency = setting.dependency, let other = settings.first(where: { $0.name == dependency.name }) else {
      return true
    }
    // Whether another secret has a value isn't asked here.
    guard !other.isSecret else { return true }
    return dependency.isMet(by: values[other.name]?.settingText ?? "") && isNeeded(other, among: settings)
  }
}
