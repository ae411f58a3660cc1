/// What a widget asks the network for. Nothing in it is trusted: ``PreparedRequest`` checks it.
public struct FetchRequest: Sendable, Equatable {
  /// What to do with an answer of status 301, 302, 303, 307 or 308 that has a `Location`.
  public enum Redirect: String, Sendable, Equatable, CaseIterable {
    /// Go there, at most five times.
    case follow
    /// Fail.
    case error
    /// Give the answer as it is.
    case manual
  }

  /// `GET`, `HEAD`, `POST`, `PUT`, `PATCH` or `DELETE`; small letters are taken too.
  public var method: String
  /// An absolute URL.
  public var url: String
  /// In order; a name may repeat.
  public var headers: [HeaderField]
  public var body: [UInt8]?
  /// Seconds that all of it may take: name, connection, redirects, body. Kept within ``timeoutRange``.
  public var timeout: Double { didSet { timeout = Self.clamped(timeout) } }
  public var redirect: Redirect
  /// Seconds for a connection to come about, and from the request to the first byte of its answer; nil leaves it at the whole.
  public var connectTimeout: Double?
  public var firstByteTimeout: Double?
  /// How often a GET or HEAD that failed for a moment is made again: 0 to ``maximumRetries``.
  public var retries: Int { didSet { retries = min(max(0, retries), Self.maximumRetries) } }
  /// Bytes that the decoded body may have; a fetcher may allow less.
  public var maximumBodyBytes: Int
  /// How the store of answers is used, where there is one.
  public var cacheMode: CacheMode
  /// Seconds for which a stored answer is given without asking, whatever it says of its own freshness; nil follows the answer.
  /// What says `no-store` is not stored all the same.
  public var freshFor: Double? { didSet { freshFor = Self.atLeastZero(freshFor) } }
  /// Seconds for which a stored answer stands in when the network fails or the status is 500 or more; nil follows the answer.
  public var usableFor: Double? { didSet { usableFor = Self.atLeastZero(usableFor) } }
  /// Whose stored answers these are: the widget's instance. One partition sees nothing of another.
  public var partition = ""
  /// Whether the body of a redirect is of no use, because somebody above follows it.
  var skipsRedirectBody = false

  public static let timeoutRange = 0.1...30.0
  public static let defaultTimeout = 10.0
  public static let maximumRetries = 5
  public static let defaultRetries = 2
  public static let defaultMaximumBodyBytes = 4 << 20

  /// - Parameters:
  ///   - timeout: Seconds. Not-a-number counts as the default.
  ///   - freshFor: Seconds. Not-a-number counts as nil, less than 0 as 0; so does `usableFor`.
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

/// A header field of a request or an answer, as it was written.
public struct HeaderField: Sendable, Hashable, Codable {
  public var name: String
  public var value: String

  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  /// Names are compared without regard to case (RFC 9110 section 5.1).
  public func isNamed(_ other: String) -> Bool {
    name.utf8.count == other.utf8.count && zip(name.utf8, other.utf8).allSatisfy { Self.folded($0) == Self.folded($1) }
  }

  private static func folded(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}

extension [HeaderField] {
  /// The values of a field in order.
  public func values(of name: String) -> [String] { filter { $0.isNamed(name) }.map(\.value) }

  /// The value of a field, several joined by a comma (RFC 9110 section 5.2); nil when it is absent.
  public func value(of name: String) -> String? {
    let values = values(of: name)
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }
}
