/// A widget's request. Untrusted: ``PreparedRequest`` checks it.
public struct FetchRequest: Sendable, Equatable {
  /// How to handle a redirect: status 301, 302, 303, 307 or 308 with a `Location`.
  public enum Redirect: String, Sendable, Equatable, CaseIterable {
    /// Follow up to five redirects.
    case follow
    /// Fail.
    case error
    /// Return the redirect itself.
    case manual
  }

  /// `GET`, `HEAD`, `POST`, `PUT`, `PATCH` or `DELETE`, in any case.
  public var method: String
  /// An absolute URL.
  public var url: String
  /// The header fields in order; names may repeat.
  public var headers: [HeaderField]
  public var body: [UInt8]?
  /// Bytes of a body that the worker didn't send because it's too large, by itself or together with others. Such a request fails.
  public var omittedBody: Int?
  /// Seconds for the whole fetch: name resolution, connection, redirects, body. Clamped to ``timeoutRange``.
  public var timeout: Double { didSet { timeout = Self.clamped(timeout) } }
  public var redirect: Redirect
  /// Seconds for connecting, and from the request to the response's first byte; nil limits them only by ``timeout``.
  public var connectTimeout: Double?
  public var firstByteTimeout: Double?
  /// Retries of a GET or HEAD after a transient failure: 0 to ``maximumRetries``. 0 never sends a request twice.
  public var retries: Int { didSet { retries = min(max(0, retries), Self.maximumRetries) } }
  /// The most bytes of the decoded body; a fetcher may allow less.
  public var maximumBodyBytes: Int
  /// How the HTTP cache is used, if any.
  public var cacheMode: CacheMode
  /// How many seconds to serve a stored response without validation, overriding its own freshness information; nil leaves
  /// that to RFC 9111. Even so, a response with `no-store` isn't stored.
  public var freshFor: Double? { didSet { freshFor = Self.atLeastZero(freshFor) } }
  /// How many seconds to serve a stored response when the network fails or the status is 500 or more; nil leaves that to
  /// `stale-if-error`.
  public var usableFor: Double? { didSet { usableFor = Self.atLeastZero(usableFor) } }
  /// The cache partition: the widget's instance. Partitions are isolated from each other.
  public var partition = ""
  /// The first messages to a WebSocket; nil for every other request.
  public var webSocketOpening: [String]?
  /// Whether a redirect's body isn't needed because the caller follows it.
  var skipsRedirectBody = false

  /// The methods a request can have.
  public static let methods = PreparedRequest.Method.allCases.map(\.rawValue)
  public static let timeoutRange = 0.1...30.0
  public static let defaultTimeout = 10.0
  public static let maximumRetries = 5
  public static let defaultRetries = 2
  public static let defaultMaximumBodyBytes = 4 << 20

  /// - Parameters:
  ///   - timeout: Seconds. NaN counts as the default.
  ///   - freshFor: Seconds. NaN counts as nil, a negative number as 0; so does `usableFor`.
  public init(
    _ url: String, method: String = "GET", headers: [HeaderField] = [], body: [UInt8]? = nil,
    timeout: Double = defaultTimeout, redirect: Redirect = .follow, maximumBodyBytes: Int = defaultMaximumBodyBytes,
    cacheMode: CacheMode = .default, freshFor: Double? = nil, usableFor: Double? = nil, partition: String = ""
  ) {
    self.url = url
    self.method = method
    self.headers = headers
    self.body = body
    self.timeout = Self.clamped(timeout)
    self.redirect = redirect
    retries = Self.defaultRetries
    self.maximumBodyBytes = maximumBodyBytes
    self.cacheMode = cacheMode
    self.freshFor = Self.atLeastZero(freshFor)
    self.usableFor = Self.atLeastZero(usableFor)
    self.partition = partition
  }

  private static func atLeastZero(_ seconds: Double?) -> Double? { seconds.flatMap { $0.isNaN ? nil : max(0, $0) } }

  private static func clamped(_ seconds: Double) -> Double {
    seconds.isNaN ? defaultTimeout : min(max(seconds, timeoutRange.lowerBound), timeoutRange.upperBound)
  }
}

/// A header field of a request or a response, as received or set.
public struct HeaderField: Sendable, Hashable {
  public var name: String
  public var value: String

  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  /// Names are case-insensitive (RFC 9110 section 5.1).
  public func isNamed(_ other: String) -> Bool {
    name.utf8.count == other.utf8.count && zip(name.utf8, other.utf8).allSatisfy { Self.folded($0) == Self.folded($1) }
  }

  private static func folded(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}

extension [HeaderField] {
  /// A field's values, in order.
  public func values(of name: String) -> [String] { filter { $0.isNamed(name) }.map(\.value) }

  /// A field's combined value (RFC 9110 section 5.2); nil if absent.
  public func value(of name: String) -> String? {
    let values = values(of: name)
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }
}

/// Header fields that widgets can't set (compare the Fetch standard's "forbidden request-header"): they frame the message, name
/// another recipient, carry another site's state, speak for a browser or a proxy, or promise a coding we can't decode.
///
/// Unlike a browser, luawidget lets scripts set `Origin`, `Referer`, `Date` and `User-Agent`: a widget reaches a server only with
/// permission, and the server can't take it for a page that the user has open, because no request has cookies.
enum ForbiddenHeader {
  /// - Parameter name: Lowercase.
  static func contains(_ name: String) -> Bool { reason(name) != nil }

  /// The reason, to follow a comma; nil for an allowed field.
  static func reason(_ name: String) -> String? {
    switch name.lowercased() {
    case "host": "which follows from the URL"
    case "content-length", "transfer-encoding", "trailer": "which follows from the body"
    case "connection", "keep-alive", "upgrade", "te", "expect", "http2-settings", "early-data": "which is about the connection"
    case "cookie", "cookie2", "set-cookie": "because luawidget never stores or sends cookies"
    case "accept-encoding": "because the runtime has to decode the response"
    case let name where name == "via" || name.hasPrefix("proxy-"): "which is for a proxy"
    case let name where name.hasPrefix("sec-") || name.hasPrefix("access-control-request-"): "which is reserved for browsers"
    default: nil
    }
  }

  /// An alternative, if any.
  static func remedy(_ name: String) -> String? {
    switch name.lowercased() {
    case "cookie", "cookie2": "send a key in Authorization, in another header or in the query"
    case "host": "name the host in the URL"
    case let name where name.hasPrefix("proxy-"): "set proxy = in config.toml"
    default: "leave it out"
    }
  }
}

extension String {
  /// The text without spaces and tabs at its ends (RFC 9110 section 5.6.3).
  package var trimmingHTTPSpace: String {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    guard let first = utf8.first, let last = utf8.last, isSpace(first) || isSpace(last) else { return self }
    guard let start = utf8.firstIndex(where: { !isSpace($0) }), let end = utf8.lastIndex(where: { !isSpace($0) }) else {
      return ""
    }
    return String(self[start...end])
  }
}
