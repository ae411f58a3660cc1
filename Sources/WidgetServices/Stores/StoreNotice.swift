/// A problem that a store worked around, reported to the user once. The operation succeeded.
public enum StoreNotice: Sendable, Equatable, Hashable {
  /// A damaged store was set aside under another name and replaced by a new one.
  case replacedDamaged(StoreLocation, keptAs: String, reason: String)
  /// A stored snapshot is ignored: it is damaged, or from a newer luawidget.
  case unreadableSnapshot(instance: String)
  /// A stored value is ignored because it is damaged.
  case unreadableValue(StoreLocation, owner: String, key: String)
  /// The HTTP cache is off because its store cannot be used.
  case responsesNotStored(StoreError)
  /// Values in widgets' caches last only as long as the process because the store cannot be used.
  case valuesNotStored(StoreError)
}

extension StoreNotice: CustomStringConvertible {
  public var description: String {
    switch self {
    case .replacedDamaged(let location, let name, let reason):
      "\(location) is damaged (\(reason)); it was renamed to \(name) and replaced by a new store"
    case .unreadableSnapshot(let instance): "the stored snapshot of \(instance) cannot be read and is ignored"
    case .unreadableValue(let location, let owner, let key):
      "\(location): the value of \"\(key)\" of \(owner) is damaged and is ignored"
    case .responsesNotStored(let error): "HTTP responses are not cached: \(error)\(Self.remedy(error))"
    case .valuesNotStored(let error): "values in `cache` are lost after this run: \(error)\(Self.remedy(error))"
    }
  }

  private static func remedy(_ error: StoreError) -> String { error.remedy.map { "; try: \($0)" } ?? "" }
}
