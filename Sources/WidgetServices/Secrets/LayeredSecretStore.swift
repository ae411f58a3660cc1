/// The desktop's secret store if it works, otherwise another one.
public struct LayeredSecretStore: SecretStore {
  private let service: any SecretStore
  private let fallback: any SecretStore

  public init(service: any SecretStore, fallback: any SecretStore) {
    self.service = service
    self.fallback = fallback
  }

  /// The fallback comes first: it has a secret only if the service did not work when it was set, and reading it starts no program.
  public func secret(_ name: String, of widget: String) throws(SecretError) -> StoredSecret? {
    if let secret = try fallback.secret(name, of: widget) { return secret }
    // A service that does not work now, without a desktop for example, counts as empty.
    return (try? service.secret(name, of: widget)) ?? nil
  }

  public func set(_ value: String, _ name: String, of widget: String) throws(SecretError) -> StoreLocation {
    do throws(SecretError) {
      let location = try service.set(value, name, of: widget)
      // Read back: a service may accept a secret without storing it.
      if try service.value(name, of: widget) == value {
        _ = try fallback.clear(name, of: widget)
        return location
      }
    } catch {}
    return try fallback.set(value, name, of: widget)
  }

  public func clear(_ name: String, of widget: String) throws(SecretError) -> Bool {
    let wasInFallback = try fallback.clear(name, of: widget)
    let wasInService = (try? service.clear(name, of: widget)) ?? false
    return wasInFallback || wasInService
  }

  public func names() throws(SecretError) -> [String: [String]] {
    try fallback.names().merging((try? service.names()) ?? [:]) { $0 + $1 }
  }
}
