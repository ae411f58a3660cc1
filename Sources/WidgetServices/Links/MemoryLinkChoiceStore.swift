import Synchronization

/// The in-memory implementation.
public final class MemoryLinkChoiceStore: LinkChoiceStore {
  private let choices = Mutex<[String: String]>([:])

  public init() {}

  public func widget(for scheme: String) throws(StoreError) -> String? { choices.withLock { $0[scheme] } }

  public func choose(_ path: String, for scheme: String) throws(StoreError) { choices.withLock { $0[scheme] = path } }
}
