import Synchronization

/// Secrets in memory.
public final class MemorySecretStore: SecretStore {
  private let values = Mutex<[String: [String: String]]>([:])

  public init() {}

  public var place: String { "memory" }

  public func value(_ name: String, of widget: String) throws(SecretError) -> String? {
    values.withLock { $0[widget]?[name] }
  }

  public func set(_ value: String, _ name: String, of widget: String) throws(SecretError) -> String {
    values.withLock { $0[widget, default: [:]][name] = value }
    return place
  }

  public func clear(_ name: String, of widget: String) throws(SecretError) -> Bool {
    values.withLock { $0[widget]?.removeValue(forKey: name) != nil }
  }

  public func names() throws(SecretError) -> [String: [String]] {
    values.withLock { $0.filter { !$0.value.isEmpty }.mapValues { $0.keys.sorted() } }
  }
}
