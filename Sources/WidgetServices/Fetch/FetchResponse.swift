/// A response. A status of 400 or more is a response, not an error.
public struct FetchResponse: Sendable, Equatable {
  /// Where a response came from.
  public enum Source: String, Sendable, Equatable, Codable, CaseIterable {
    case network
    /// Stored and still fresh.
    case cache
    /// Stored, and validated by the server just now.
    case revalidated
    /// Stored and stale; served because the network failed, or because the request or the response allows it.
    case stale
  }

  public var status: Int
  /// The final URL after redirects.
  public var url: String
  /// In order; names may repeat. As received: `Content-Length` is the encoded size.
  public var headers: [HeaderField]
  /// With content codings removed.
  public var body: [UInt8]
  public var source: Source
  /// Seconds since the origin server generated or validated the response, as far as known (RFC 9111 section 4.2.3).
  public var age: Double

  public init(
    status: Int = 200, url: String, headers: [HeaderField] = [], body: [UInt8] = [], source: Source = .network, age: Double = 0
  ) {
    self.status = status
    self.url = url
    self.headers = headers
    self.body = body
    self.source = source
    self.age = age
  }

  public var isOK: Bool { (200...299).contains(status) }
}
