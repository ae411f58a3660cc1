import Synchronization

/// Secrets in memory.
public final class MemorySecretStore: SecretStore {
  private let values = Mutex<[String: [String: String]]>([:])

  public init() {}

  public func secret(_ name: String, of widget: String) throws(SecretError) -> StoredSecret? {
    values.withLock { $0[widget]?[name] }.map { StoredSecret($0, in: Self.location) }
  }

  public func set(_ value: String, _ name: String, of widget: String) throws(SecretError) -> StoreLocation {
    values.withLock { $0[widget, default: [:]][name] = value }
    return Self.location
  }

  private static let location = StoreLocation("memory")

  public func clear(_ name: String, of widget: String) throws(SecretError) -> Bool {
    values.withLock { $0[widget]?.removeValue(forKey: name) != nil }
  }

  public func names() throws(SecretError) -> [String: [String]] {
    values.withLock { $0.filter { !$0.value.isEmpty }.mapValues { $0.keys.sorted() } }
  }
}
