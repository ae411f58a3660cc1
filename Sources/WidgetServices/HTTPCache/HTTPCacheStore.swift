/// Answers of the network that are kept, by partition and URL. Any of them may vanish at any time.
///
/// A partition is one widget's instance: whether something is stored for another widget cannot be found out.
public protocol HTTPCacheStore: Sendable {
  var limits: HTTPCacheLimits { get }

  /// What is stored for a URL, one answer for each kind of request that it varies by. What is damaged is left out.
  func responses(for url: String, of partition: String) throws(StoreError) -> [StoredResponse]

  /// Keeps an answer in the place of the one with the same URL and variant, and makes room: what was not used for longest goes.
  ///
  /// An answer larger than ``HTTPCacheLimits/one`` is not kept, and is not an error; what it would have replaced goes.
  func store(_ response: StoredResponse, of partition: String) throws(StoreError)

  /// Notes that an answer was given. Cheap: nothing is written when that was noted less than a minute ago.
  func touch(_ response: StoredResponse, of partition: String, at now: Double) throws(StoreError)

  /// Forgets all answers for a URL; of every partition when none is named. What is not there is not an error.
  func remove(_ url: String, of partition: String?) throws(StoreError)

  /// Forgets everything of a partition, or of all.
  func clear(_ partition: String?) throws(StoreError)

  /// What is stored, of one partition or of all, sorted by partition and URL. Bodies are not read.
  func list(_ partition: String?) throws(StoreError) -> [HTTPCacheEntry]
}

/// How much is kept.
public struct HTTPCacheLimits: Sendable, Equatable {
  /// Bytes of all answers together.
  public var total: Int
  /// Bytes of one answer.
  public var one: Int
  /// Answers for one URL that differ by request.
  public var variants: Int

  public init(total: Int = 32 << 20, one: Int = 4 << 20, variants: Int = 8) {
    self.total = max(0, total)
    self.one = max(0, one)
    self.variants = max(1, variants)
  }
}

/// A stored answer in a list. Times are seconds since 1970.
public struct HTTPCacheEntry: Sendable, Equatable {
  public var partition: String
  public var url: String
  public var status: Int
  /// Bytes that count for the limits.
  public var size: Int
  /// When it came, or was last confirmed.
  public var storedAt: Double
  /// Until when its own fields let it be given without asking; in the past when they never do.
  public var freshUntil: Double
  public var lastUse: Double

  init(_ response: StoredResponse, partition: String, size: Int) {
    self.partition = partition
    url = response.url
    status = response.status
    self.size = size
    storedAt = response.responseTime
    lastUse = response.lastUse
    let freshness = Freshness(of: response, now: response.responseTime)
    let asks = response.cacheControl.noCache == .everything
    freshUntil = response.responseTime + (asks ? 0 : freshness.lifetime) - freshness.age
  }

  static func precedes(_ left: HTTPCacheEntry, _ right: HTTPCacheEntry) -> Bool {
    (left.partition, left.url, left.storedAt) < (right.partition, right.url, right.storedAt)
  }
}

extension StoredResponse {
  /// Seconds in which a second use is not written down.
  static let useInterval = 60.0

  /// Whether a use now is worth writing down.
  func isUseNews(at now: Double) -> Bool { now - lastUse > Self.useInterval || now < lastUse }
}
