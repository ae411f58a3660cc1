/// An answer that was kept, with what is needed to say whether it may be given again (RFC 9111 section 3). Only GET is kept.
public struct StoredResponse: Sendable, Equatable {
  /// Without a fragment.
  public var url: String
  /// What the request said in the fields that the answer varies by; see ``Vary``.
  public var varied: [HeaderField]
  public var status: Int
  public var headers: [HeaderField]
  /// Decoded.
  public var body: [UInt8]
  /// Seconds since 1970: when the request was made that got or last confirmed the answer.
  public var requestTime: Double
  /// Seconds since 1970: when the answer, or its last confirmation, came.
  public var responseTime: Double
  /// Seconds since 1970: when it was last given, give or take a minute.
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

  /// Keeps what came, without the fields that belong to one connection (section 3.1), and with a `Date` when the server sent none
  /// (RFC 9110 section 6.6.1).
  public init(_ response: FetchResponse, to request: CacheRequest, requestTime: Double, responseTime: Double) {
    self.init(
      url: response.url, varied: Vary.fields(of: request.headers, for: response.headers), status: response.status,
      headers: Self.kept(response.headers), body: response.body, requestTime: requestTime, responseTime: responseTime)
    addDate()
  }

  /// What tells the answers of one URL apart.
  public var variant: String { varied.map { "\($0.name): \($0.value)" }.sorted().joined(separator: "\n") }

  /// Bytes that count for the size of a store.
  public var size: Int {
    (headers + varied).reduce(body.count + url.utf8.count + 256) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
  }

  public var cacheControl: CacheControl { CacheControl(headers) }

  /// Whether it may be given without having been confirmed once it is no longer fresh (section 4.2.4).
  public var maySpoil: Bool {
    let control = cacheControl
    return !control.has("must-revalidate") && control.noCache != .everything
  }

  /// The moment of the `Date` field; without a valid one, when the answer came.
  var date: Double { headers.values(of: "Date").first.flatMap { HTTPDate.seconds($0, now: responseTime) } ?? responseTime }

  mutating func addDate() {
    let isValid = headers.values(of: "Date").first.flatMap { HTTPDate.seconds($0, now: responseTime) } != nil
    guard !isValid else { return }
    headers.removeAll { $0.isNamed("Date") }
    headers.append(HeaderField("Date", HTTPDate.text(responseTime)))
  }

  /// The fields that are kept: not those of a connection, those named by `Connection`, or those of a proxy.
  static func kept(_ headers: [HeaderField]) -> [HeaderField] {
    let named = headers.values(of: "Connection").flatMap(FieldList.members).map { $0.lowercased() }
    let dropped = Set(named).union(ofConnection)
    return headers.filter { !dropped.contains($0.name.lowercased()) }
  }

  private static let ofConnection: Set = [
    "connection", "proxy-connection", "keep-alive", "te", "transfer-encoding", "upgrade", "proxy-authenticate",
    "proxy-authentication-info", "proxy-authorization",
  ]
}

extension FetchResponse {
  /// A stored answer as it is given now.
  ///
  /// - Parameter source: Of an answer that the server did not confirm just now, fields that `no-cache` names are left out
  ///   (RFC 9111 section 5.2.2.4).
  init(_ stored: StoredResponse, source: Source, isHead: Bool, now: Double) {
    let age = Freshness.age(of: stored, now: now)
    var headers = stored.headers
    if source != .revalidated {
      if case .fields(let hidden) = stored.cacheControl.noCache {
        let hidden = Set(hidden)
        headers.removeAll { hidden.contains($0.name.lowercased()) }
      }
      // Section 5.1: whoever gives a stored answer says how old it is.
      headers.removeAll { $0.isNamed("Age") }
      headers.append(HeaderField("Age", "\(Int(exactly: min(age, CacheControl.Delta.maximum).rounded(.down)) ?? 0)"))
    }
    self.init(
      status: stored.status, url: stored.url, headers: headers, body: isHead ? [] : stored.body, source: source, age: age)
  }

  /// What the answer itself says of its age (RFC 9111 section 5.1): 0 when it says nothing valid. Of a list the first counts.
  var statedAge: Double { Freshness.statedAge(headers) }
}
