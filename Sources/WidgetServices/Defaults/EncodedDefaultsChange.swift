import WidgetModel

/// A validated and encoded change, ready before the store is opened.
struct EncodedDefaultsChange {
  enum Kind {
    case set(key: String, value: [UInt8])
    case remove(key: String)
    case removeAll
  }

  var suite: String
  var kind: Kind

  init(_ change: DefaultsChange, limits: StoreLimits) throws(StoreError) {
    switch change {
    case .set(let suite, let key, let value):
      try limits.check(key: key)
      self.suite = suite
      kind = .set(key: key, value: try limits.encode(value))
    case .remove(let suite, let key):
      try limits.check(key: key)
      self.suite = suite
      kind = .remove(key: key)
    case .removeAll(let suite):
      self.suite = suite
      kind = .removeAll
    }
    try limits.check(name: suite)
  }

  static func encode(_ changes: [DefaultsChange], limits: StoreLimits) throws(StoreError) -> [Self] {
    var encoded: [Self] = []
    for change in changes { encoded.append(try Self(change, limits: limits)) }
    return encoded
  }

  var sets: Bool { if case .set = kind { true } else { false } }
}
