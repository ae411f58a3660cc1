/// Lets only what ``BusRules`` allow reach a bus.
///
/// The helper reads what other programs send with a C library. If one of them takes it over, it still has no socket but the one to
/// the filter, which is written in Swift.
struct BusFilter: RequestFilter {
  private let rules: BusRules
  /// The start of a message whose rest hasn't arrived.
  private var pending: [UInt8] = []
  /// Whether the helper has authenticated, so that messages follow.
  private var hasBegun = false

  init(rules: BusRules) { self.rules = rules }

  mutating func take(_ bytes: [UInt8]) -> [UInt8]? {
    pending += bytes
    var allowed: [UInt8] = []
    if !hasBegun {
      guard let lines = takeAuthentication() else { return nil }
      allowed = lines
    }
    while hasBegun, pending.count >= BusHeader.minimumLength {
      guard let length = BusHeader.length(of: pending[...]) else { return nil }
      guard pending.count >= length else { break }
      guard let header = BusHeader(pending[..<length]), rules.allow(header) else {
        // Libraries answer what they don't expect, such as a ping. Nobody needs to know that there's a helper.
        guard let header = BusHeader(pending[..<length]), header.kind == .reply || header.kind == .error else { return nil }
        pending.removeFirst(length)
        continue
      }
      allowed += pending[..<length]
      pending.removeFirst(length)
    }
    return allowed
  }

  /// The lines before the first message: a zero, then EXTERNAL, which says who we are, and no other mechanism.
  private mutating func takeAuthentication() -> [UInt8]? {
    var allowed: [UInt8] = []
    if pending.first == 0 { allowed.append(pending.removeFirst()) }
    while let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
      let line = String(decoding: pending[...end], as: UTF8.self)
      guard line.hasPrefix("AUTH EXTERNAL") || line.hasPrefix("DATA") || line == "BEGIN\r\n" else { return nil }
      allowed += pending[...end]
      pending.removeSubrange(...end)
      if line == "BEGIN\r\n" {
        hasBegun = true
        return allowed
      }
    }
    return pending.count < 1024 ? allowed : nil
  }
}
