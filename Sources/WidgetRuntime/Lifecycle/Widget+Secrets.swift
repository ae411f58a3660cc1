import WidgetModel
import WidgetServices

extension Widget {
  /// The values of the manifest's secrets. From now on they are masked.
  func secrets() throws(Failure) -> [String: LuaValue] {
    guard session.manifest.settings.contains(where: { $0.kind == .secret }) else { return [:] }
    let resolver = SecretResolver(environment: services.environment, store: services.secrets, widget: identity.id)
    do throws(SettingsError) {
      let values = try resolver.resolve(
        session.manifest.settings, assignments: configuration.assignments.map { ($0.name, $0.value) })
      session.mask.insert(values.values)
      services.secretsInUse.insert(values.values)
      return values.mapValues { .string($0) }
    } catch {
      throw failure(error)
    }
  }

  /// - Returns: With a remedy that names the widget as commands find it.
  func failure(_ error: SettingsError) -> Failure {
    Failure(
      .usage, error.message(label: configuration.settingsLabel), remedy: error.remedy(for: configuration.entryID ?? script.path))
  }

  /// Of this widget's secrets. Nothing that leaves the actor contains any of them.
  var mask: SecretMask { session.mask }
}
