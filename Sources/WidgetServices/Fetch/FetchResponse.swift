/// An answer. A status of 400 or more is an answer too, not an error.
public struct FetchResponse: Sendable, Equatable {
  public enum Source: String, Sendable, Equatable, Codable {
    case network
    /// Stored earlier and still fresh.
    case cache
    /// Stored earlier; the server said that it is still right.
    case revalidated
    /// Stored earlier and no longer fresh; given because the network failed, or because request or answer allow it.
    case stale
  }

  public var status: Int
  /// Where the answer came from, redirects followed.
  public var url: String
  /// In order; a name may repeat. They describe what was sent: `Content-Length` is the size before decoding.
  public var headers: [HeaderField]
  /// Decoded: gzip and deflate are undone.
  public var body: [UInt8]
  public var source: Source
  /// Seconds since the server made or last confirmed the answer, as far as is known (RFC 9111 section 4.2.3).
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
