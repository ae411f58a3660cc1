import WidgetModel

/// Validation of stored responses (RFC 9111 section 4.3).
enum Validation {
  /// The conditional fields for a request (section 4.3.1), from all of the response's validators. Empty if it has none.
  static func conditions(for stored: StoredResponse) -> [HeaderField] {
    var conditions: [HeaderField] = []
    if let tag = stored.headers.values(of: "ETag").first, isEntityTag(tag) {
      conditions.append(HeaderField("If-None-Match", tag))
    }
    if let date = stored.headers.values(of: "Last-Modified").first,
      HTTPDate.seconds(date, now: stored.responseTime) != nil
    {
      conditions.append(HeaderField("If-Modified-Since", date))
    }
    return conditions
  }

  /// Whether a 304 selects this stored response (section 4.3.4).
  ///
  /// A strong entity tag identifies one response; a weak one or a date matches if it's the same. A 304 without a validator
  /// selects the response being validated.
  static func confirms(_ response: FetchResponse, _ stored: StoredResponse) -> Bool {
    guard response.status == 304 else { return false }
    if let tag = response.headers.values(of: "ETag").first {
      guard let own = stored.headers.values(of: "ETag").first else { return false }
      return isStrong(tag) ? tag == own : opaque(tag) == opaque(own)
    }
    if let date = response.headers.values(of: "Last-Modified").first, stored.headers.values(of: "ETag").isEmpty,
      let own = stored.headers.values(of: "Last-Modified").first
    {
      return date == own
    }
    return true
  }

  /// The stored response after a 304, or after a HEAD showing no change: fields replaced, times updated (sections 3.2 and 4.3.4).
  static func updated(
    _ stored: StoredResponse, by response: FetchResponse, requestTime: Double, responseTime: Double
  ) -> StoredResponse {
    var result = stored
    let replacing = StoredResponse.storable(response.headers).filter { !unchanged.contains($0.name.lowercased()) }
    // `Age` and `Date` describe the earlier response.
    let removed = Set(replacing.map { $0.name.lowercased() }).union(["age", "date"])
    result.headers.removeAll { removed.contains($0.name.lowercased()) }
    result.headers += replacing
    result.requestTime = requestTime
    result.responseTime = responseTime
    result.lastUse = responseTime
    result.addDate()
    return result
  }

  /// Compares a HEAD response with the stored response to a GET (section 4.3.5).
  ///
  /// - Returns: Whether the stored response is still current; nil if the HEAD response doesn't tell.
  static func headConfirms(_ response: FetchResponse, _ stored: StoredResponse) -> Bool? {
    guard response.status == 200, stored.status == 200 else { return nil }
    var hasMatched = false
    for name in ["ETag", "Last-Modified"] {
      guard let new = response.headers.values(of: name).first else { continue }
      guard new == stored.headers.values(of: name).first else { return false }
      hasMatched = true
    }
    // An encoded body's length doesn't determine the decoded length.
    let isPlain = (response.headers + stored.headers).values(of: "Content-Encoding").isEmpty
    if isPlain, let new = response.headers.values(of: "Content-Length").first,
      let old = stored.headers.values(of: "Content-Length").first, new != old
    {
      return false
    }
    return hasMatched ? true : nil
  }

  /// Fields describing the stored body, which doesn't change.
  private static let unchanged: Set = ["content-length", "content-encoding", "content-range", "content-type"]

  /// Longer tags aren't sent back: the request could get too large and fail every time.
  private static let maximumTag = 1024

  /// RFC 9110 section 8.8.3.
  private static func isEntityTag(_ text: String) -> Bool {
    let tag = Array(opaque(text).utf8)
    return (2...maximumTag).contains(tag.count) && tag.first == UInt8(ascii: "\"") && tag.last == UInt8(ascii: "\"")
      && tag.dropFirst().dropLast().allSatisfy { $0 == 0x21 || ($0 >= 0x23 && $0 != 0x7F) }
  }

  private static func isStrong(_ tag: String) -> Bool { !tag.hasPrefix("W/") }

  private static func opaque(_ tag: String) -> Substring { tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...] }
}
