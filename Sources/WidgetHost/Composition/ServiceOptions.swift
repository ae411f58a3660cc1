/// The choices that one invocation makes about the services.
public struct ServiceOptions: Sendable, Equatable {
  /// Where responses come from.
  public enum Network: Sendable, Equatable {
    case live
    /// Every request fails with an error of kind `offline`.
    case offline
    /// Writes every response and failure to a folder.
    case record(folder: String)
    /// Replies with the recordings in a folder.
    case replay(folder: String)
  }

  /// Seconds since 1970 that the clock always shows; nil uses the real time.
  public var fixedTime: Double?
  public var network: Network
  /// Whether responses are stored on disk. Recordings and replays never use stored responses.
  public var storesResponses: Bool

  public init(fixedTime: Double? = nil, network: Network = .live, storesResponses: Bool = true) {
    self.fixedTime = fixedTime
    self.network = network
    self.storesResponses = storesResponses
  }
}
