/// Something that a store had to put up with and that the user should hear of, once. The operation went on.
public enum StoreNotice: Sendable, Equatable, Hashable {
  /// A damaged file was renamed and replaced by a new one.
  case setAside(path: String, as: String, reason: String)
  /// A stored snapshot is ignored: damaged, or of a newer luawidget.
  case unreadableSnapshot(instance: String)
  /// A stored value is ignored: its bytes are damaged.
  case unreadableValue(path: String, owner: String, key: String)
  /// Answers of the network are not kept, or not found again: the store cannot be used.
  case responsesNotKept(StoreError)
  /// What widgets keep in their caches lasts only as long as the process: the store cannot be used.
  case valuesNotKept(StoreError)
}

extension StoreNotice: CustomStringConvertible {
  public var description: String {
    switch self {
    case .setAside(let path, let name, let reason): "\(path) is damaged (\(reason)); kept as \(name), and started anew"
    case .unreadableSnapshot(let instance): "the stored snapshot of \(instance) cannot be read and is ignored"
    case .unreadableValue(let path, let owner, let key):
      "\(path): the value of \"\(key)\" of \(owner) is damaged and is ignored"
    case .responsesNotKept(let error): "answers of the network are not kept: \(error)\(Self.next(error))"
    case .valuesNotKept(let error): "what widgets keep in `cache` is forgotten after this run: \(error)\(Self.next(error))"
    }
  }

  private static func next(_ error: StoreError) -> String { error.remedy.map { "; try: \($0)" } ?? "" }
}
