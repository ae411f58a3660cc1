import Synchronization

/// The secrets that the widgets of this process have received, for masking. They become known when a widget loads, long after the
/// services around it were created.
public final class SecretsInUse: Sendable {
  private let state = Mutex(SecretMask())

  public init() {}

  public var mask: SecretMask { state.withLock { $0 } }

  /// Adds secrets to mask.
  public func insert(_ values: some Sequence<String> & Sendable) { state.withLock { $0.insert(values) } }
}
