/// The desktop's keeper when it works, else files.
public struct LayeredSecretStore: SecretStore {
  private let service: any SecretStore
  private let files: any SecretStore

  public init(service: any SecretStore, files: any SecretStore) {
    self.service = service
    self.files = files
  }

  public var place: String { service.place }

  /// A file comes first: it is there only because the keeper did not work when the secret was set, and costs no other program.
  public func value(_ name: String, of widget: String) throws(SecretError) -> String? {
    try location(of: name, of: widget)?.value
  }

  /// A secret with the place where it is kept; a keeper that does not work counts as one that has nothing.
  public func location(of name: String, of widget: String) throws(SecretError) -> (value: String, place: String)? {
    if let value = try files.value(name, of: widget) { return (value, "\(files.place)/\(widget)/\(name)") }
    // One that does not work now, without a desktop for example, has nothing to give.
    if let value = try? service.value(name, of: widget) { return (value, service.place) }
    return nil
  }

  public func set(_ value: String, _ name: String, of widget: String) throws(SecretError) -> String {
    do throws(SecretError) {
      let place = try service.set(value, name, of: widget)
      // A keeper that takes everything and keeps nothing is found out here.
      if try service.value(name, of: widget) == value {
        _ = try files.clear(name, of: widget)
        return place
      }
    } catch {}
    return try files.set(value, name, of: widget)
  }

  public func clear(_ name: String, of widget: String) throws(SecretError) -> Bool {
    let wasFile = try files.clear(name, of: widget)
    let wasKept = (try? service.clear(name, of: widget)) ?? false
    return wasFile || wasKept
  }
}
