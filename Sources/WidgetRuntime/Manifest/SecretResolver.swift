import WidgetModel
import WidgetServices

/// Finds the values of the secrets declared in a manifest.
struct SecretResolver {
  var environment: [String: String]
  var store: any SecretStore
  /// The widget's id: another file with the same name gets none of its secrets.
  var widget: String

  /// - Parameter assignments: `env:VARIABLE` or `file:PATH`; later ones win, and win over the store.
  /// - Returns: Values by name. Secrets without a value are left out, unless they're required.
  func resolve(_ settings: [Setting], assignments: [(String, String)]) throws(SettingsError) -> [String: String] {
    var values: [String: String] = [:]
    for setting in settings where setting.kind == .secret {
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
      if values[setting.name] == nil, setting.isRequired { throw .missingSecret(name: setting.name) }
    }
    return values
  }
}
