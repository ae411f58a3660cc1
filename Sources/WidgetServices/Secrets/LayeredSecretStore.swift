/// The desktop's secret store if it works, otherwise files.
public struct LayeredSecretStore: SecretStore {
  private let service: any SecretStore
  private let files: any SecretStore

  public init(service: any SecretStore, files: any SecretStore) {
    self.service = service
    self.files = files
  }

  public var place: String { service.place }

  /// Files come first: one exists only if the desktop's store did not work when the secret was set, and reading it starts no program.
  public func value(_ name: String, of widget: String) throws(SecretError) -> String? {
    try location(of: name, of: widget)?.value
  }

  /// A secret and where it is stored; a service that does not work counts as empty.
  public func location(of name: String, of widget: String) throws(SecretError) -> (value: String, place: String)? {
    if let value = try files.value(name, of: widget) { return (value, "\(files.place)/\(widget)/\(name)") }
    // A service that does not work now, without a desktop for example, is ignored.
    if let value = try? service.value(name, of: widget) { return (value, service.place) }
    return nil
  }

  public func set(_ value: String, _ name: String, of widget: String) throws(SecretError) -> String {
    do throws(SecretError) {
      let place = try service.set(value, name, of: widget)
      // Read back: a service may accept a secret without storing it.
      if try service.value(name, of: widget) == value {
        _ = try files.clear(name, of: widget)
        return place
      }
    } catch {}
    return try files.set(value, name, of: widget)
  }

  public func clear(_ name: String, of widget: String) throws(SecretError) -> Bool {
    let wasFile = try files.clear(name, of: widget)
    let wasInService = (try? service.clear(name, of: widget)) ?? false
    return wasFile || wasInService
  }

  public func names() throws(SecretError) -> [String: [String]] {
    try files.names().merging((try? service.names()) ?? [:]) { $0 + $1 }
  }
}
