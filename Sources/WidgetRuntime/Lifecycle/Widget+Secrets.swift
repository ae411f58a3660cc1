import WidgetModel
import WidgetServices

extension Widget {
  /// The values of the manifest's secrets. From now on they are hidden.
  func secrets() throws(Failure) -> [String: LuaValue] {
    guard session.manifest.settings.contains(where: { $0.kind == .secret }) else { return [:] }
    let resolver = SecretResolver(environment: services.environment, store: services.secrets, widget: identity.id)
    do throws(SettingsError) {
      let values = try resolver.resolve(
        session.manifest.settings, assignments: configuration.assignments.map { ($0.name, $0.value) })
      mask.insert(values.values)
      services.secretsInUse.insert(values.values)
      return values.mapValues { .string($0) }
    } catch {
      throw Failure(.usage, error.message, remedy: error.remedy(for: script.path))
    }
  }

  /// Where the script's console lines go.
  var onLog: @Sendable (ConsoleLine) -> Void {
    if mask.isEmpty { return onConsole }
    return { [mask, onConsole] in onConsole(ConsoleLine($0.level, mask.masked($0.text))) }
  }
}

extension SecretMask {
  /// The arguments of a host call, without secrets where they would be stored or shown. Keys are masked when they are looked up
  /// too, so that what was stored is found.
  func masked(_ arguments: [LuaValue], of function: String) -> [LuaValue] {
    if isEmpty { return arguments }
    let writes = function == "notify" || ["cache.", "defaults.", "container."].contains { function.hasPrefix($0) }
    return writes ? arguments.map { masked($0) } : arguments
  }
}
