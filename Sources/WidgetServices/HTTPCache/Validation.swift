/// Asking whether a stored answer is still right (RFC 9111 section 4.3).
enum Validation {
  /// What is added to the request (section 4.3.1): every validator that the answer has. Empty: there is none.
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

  /// Whether a 304 is about this stored answer (section 4.3.4).
  ///
  /// A strong entity tag names one answer alone; a weak one, or a date, fits when it is the same here. A 304 without a validator is
  /// about the one answer that was asked for.
  static func confirms(_ answer: FetchResponse, _ stored: StoredResponse) -> Bool {
    guard answer.status == 304 else { return false }
    if let tag = answer.headers.values(of: "ETag").first {
      guard let own = stored.headers.values(of: "ETag").first else { return false }
      return isStrong(tag) ? tag == own : opaque(tag) == opaque(own)
    }
    if let date = answer.headers.values(of: "Last-Modified").first, stored.headers.values(of: "ETag").isEmpty,
      let own = stored.headers.values(of: "Last-Modified").first
    {
      return date == own
    }
    return true
  }

  /// The stored answer after a 304, or a HEAD that found nothing changed: fields replaced, times renewed (sections 3.2 and 4.3.4).
  static func updated(
    _ stored: StoredResponse, by answer: FetchResponse, requestTime: Double, responseTime: Double
  ) -> StoredResponse {
    var result = stored
    let replacing = StoredResponse.kept(answer.headers).filter { !unchanged.contains($0.name.lowercased()) }
    // How old it was, and when it was made, said the earlier answer of itself.
    let gone = Set(replacing.map { $0.name.lowercased() }).union(["age", "date"])
    result.headers.removeAll { gone.contains($0.name.lowercased()) }
    result.headers += replacing
    result.requestTime = requestTime
    result.responseTime = responseTime
    result.lastUse = responseTime
    result.addDate()
    return result
  }

  /// What a HEAD says of the stored answer to a GET (section 4.3.5).
  ///
  /// - Returns: Whether the stored answer is still the one that a GET would get; nil when the HEAD does not tell.
  static func headConfirms(_ answer: FetchResponse, _ stored: StoredResponse) -> Bool? {
    guard answer.status == 200, stored.status == 200 else { return nil }
    var hasMatched = false
    for name in ["ETag", "Last-Modified"] {
      guard let new = answer.headers.values(of: name).first else { continue }
      guard new == stored.headers.values(of: name).first else { return false }
      hasMatched = true
    }
    // The length of a coded body says nothing of that of a plain one.
    let isPlain = (answer.headers + stored.headers).values(of: "Content-Encoding").isEmpty
    if isPlain, let new = answer.headers.values(of: "Content-Length").first,
      let old = stored.headers.values(of: "Content-Length").first, new != old
    {
      return false
    }
    return hasMatched ? true : nil
  }

  /// What describes the stored body, which stays as it is.
  private static let unchanged: Set = ["content-length", "content-encoding", "content-range", "content-type"]

  /// A tag as long as this is not sent back: with it the request might be too large, and fail each time.
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
