import Synchronization

/// The secrets that widgets of this process have been given, so that whoever writes something down can hide them.
///
/// They come to be known when a widget loads, long after the services around it were made.
public final class SecretsInUse: Sendable {
  private let state = Mutex(SecretMask())

  public init() {}

  public var mask: SecretMask { state.withLock { $0 } }

  public func insert(_ values: some Sequence<String> & Sendable) { state.withLock { $0.insert(values) } }
}
