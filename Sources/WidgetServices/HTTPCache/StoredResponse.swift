import WidgetModel

/// A stored response with the metadata needed for deciding about reuse (RFC 9111 section 3). Only GET responses are stored.
public struct StoredResponse: Sendable, Equatable {
  /// Without a fragment.
  public var url: String
  /// The request's values for the fields named by `Vary`; see ``Vary``.
  public var varied: [HeaderField]
  public var status: Int
  public var headers: [HeaderField]
  /// Decoded.
  public var body: [UInt8]
  /// Seconds since 1970: when the request that received or last validated the response was made.
  public var requestTime: Double
  /// Seconds since 1970: when the response, or its last validation, was received.
  public var responseTime: Double
  /// Seconds since 1970: when it was last used, to within a minute.
  public var lastUse: Double

  public init(
    url: String, varied: [HeaderField] = [], status: Int = 200, headers: [HeaderField] = [], body: [UInt8] = [],
    requestTime: Double, responseTime: Double, lastUse: Double? = nil
  ) {
    self.url = url
    self.varied = varied
    self.status = status
    self.headers = headers
    self.body = body
    self.requestTime = requestTime
    self.responseTime = responseTime
    self.lastUse = lastUse ?? responseTime
  }

  /// Takes over a received response, dropping connection-specific fields (section 3.1) and adding a `Date` if the server sent
  /// none (RFC 9110 section 6.6.1).
  public init(_ response: FetchResponse, to request: CacheRequest, requestTime: Double, responseTime: Double) {
    self.init(
      url: response.url, varied: Vary.fields(of: request.headers, for: response.headers), status: response.status,
      headers: Self.storable(response.headers), body: response.body, requestTime: requestTime, responseTime: responseTime)
    addDate()
  }

  /// Tells the variants of a URL apart.
  public var variant: String { varied.map { "\($0.name): \($0.value)" }.sorted().joined(separator: "\n") }

  /// Bytes counted against a store's limits.
  public var size: Int {
    (headers + varied).reduce(body.count + url.utf8.count + 256) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
  }

  public var cacheControl: CacheControl { CacheControl(headers) }

  /// Whether it may be served stale, without validation (section 4.2.4).
  public var allowsStale: Bool {
    let control = cacheControl
    return !control.has("must-revalidate") && control.noCache != .everything
  }

  /// The time in the `Date` field; without a valid one, the time of receipt.
  var date: Double { headers.values(of: "Date").first.flatMap { HTTPDate.seconds($0, now: responseTime) } ?? responseTime }

  mutating func addDate() {
    let isValid = headers.values(of: "Date").first.flatMap { HTTPDate.seconds($0, now: responseTime) } != nil
    guard !isValid else { return }
    headers.removeAll { $0.isNamed("Date") }
    headers.append(HeaderField("Date", HTTPDate.text(responseTime)))
  }

  /// The fields to store: none for a connection, named by `Connection`, or for a proxy.
  static func storable(_ headers: [HeaderField]) -> [HeaderField] {
    let named = headers.values(of: "Connection").flatMap(FieldList.members).map { $0.lowercased() }
    let dropped = Set(named).union(connectionSpecific)
    return headers.filter { !dropped.contains($0.name.lowercased()) }
  }

  private static let connectionSpecific: Set = [
    "connection", "proxy-connection", "keep-alive", "te", "transfer-encoding", "upgrade", "proxy-authenticate",
    "proxy-authentication-info", "proxy-authorization",
  ]
}

extension FetchResponse {
  /// A response made from a stored one.
  ///
  /// - Parameter source: Unless the server has just validated the response, fields named by `no-cache` are omitted (RFC 9111
  ///   section 5.2.2.4).
  init(_ stored: StoredResponse, source: Source, isHead: Bool, now: Double) {
    let age = Freshness.age(of: stored, now: now)
    var headers = stored.headers
    if source != .revalidated {
      if case .fields(let hidden) = stored.cacheControl.noCache {
        let hidden = Set(hidden)
        headers.removeAll { hidden.contains($0.name.lowercased()) }
      }
      // Section 5.1: a cache serving a stored response states its age.
      headers.removeAll { $0.isNamed("Age") }
      headers.append(HeaderField("Age", "\(Int(exactly: min(age, CacheControl.Delta.maximum).rounded(.down)) ?? 0)"))
    }
    self.init(
      status: stored.status, url: stored.url, headers: headers, body: isHead ? [] : stored.body, source: source, age: age)
  }

  /// The response's `Age` field (RFC 9111 section 5.1); 0 if absent or invalid. The first value in a list counts.
  var ageFieldValue: Double { Freshness.ageFieldValue(headers) }
}
