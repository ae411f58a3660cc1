import WidgetModel

/// A validated and encoded change, ready before the store is opened.
enum EncodedCacheChange {
  case set(key: String, value: [UInt8], expiresAt: Double?)
  case remove(key: String)
  case clear

  init(_ change: CacheChange, limits: StoreLimits) throws(StoreError) {
    switch change {
    case .set(let key, let value, let expiresAt):
      try limits.check(key: key)
      self = .set(key: key, value: try limits.encode(value), expiresAt: Self.finite(expiresAt))
    case .remove(let key):
      try limits.check(key: key)
      self = .remove(key: key)
    case .clear: self = .clear
    }
  }

  static func encode(_ changes: [CacheChange], limits: StoreLimits) throws(StoreError) -> [Self] {
    var encoded: [Self] = []
    for change in changes { encoded.append(try Self(change, limits: limits)) }
    return encoded
  }

  var sets: Bool { if case .set = self { true } else { false } }

  /// Infinity becomes nil (never) and NaN becomes 0 (expired): SQLite would read both as NULL.
  private static func finite(_ time: Double?) -> Double? {
    guard let time, time != .infinity else { return nil }
    return time.isFinite ? time : 0
  }
}
