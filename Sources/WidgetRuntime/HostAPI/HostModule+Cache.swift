import WidgetModel
import WidgetServices

private let key = HostField("key", .string)
private let ttl = HostField.optional("ttl", .duration(), "the lifetime of the value; default: until it's evicted")

extension HostModule {
  static let cache = HostModule(
    "cache",
    """
    Values worth keeping between updates, though any of them may disappear at any time. Each combination of settings has its own \
    cache; they all share `defaults`.
    """,
    [
      HostFunction(
        "cache.get", "Returns the value of a key and its age; nil if it was never set or has expired.", key,
        returns: [HostField("value", .any), HostField("age", .number, "seconds")], arguments: .storedOrShown
      ).implemented(using: \.cache) { call, cache throws(HostError) in
        guard let entry = try cache.entry(call, call.text(0)) else { return .null }
        return ["value": entry.value, "age": .number(max(0, cache.now() - entry.storedAt))]
      },
      HostFunction(
        "cache.set", "Stores a value. nil removes the key; `json.null` is a value.", key, HostField("value", .any), ttl,
        arguments: .storedOrShown,
        limits: "64 KiB and 50 000 nested values per value, 8 MiB per widget; the oldest are evicted first",
        // A null argument is nil in Lua: the flag says it's `json.null`.
        wire: [key, HostField("value", .any), ttl, .optional("is_null", .boolean)]
      ).implemented(using: \.cache) { call, cache throws(HostError) in
        let expiry: Double? = call[2].isNull ? nil : cache.now() + (try call.seconds(2))
        let isRemoval = call[1].isNull && call[3].boolean != true
        try cache.apply(
          call, isRemoval ? .remove(key: call.text(0)) : .set(key: call.text(0), value: call[1], expiresAt: expiry))
        return .null
      },
      HostFunction("cache.remove", "Removes a key.", key, arguments: .storedOrShown)
        .implemented(using: \.cache) { call, cache throws(HostError) in
          try cache.apply(call, .remove(key: call.text(0)))
          return .null
        },
      HostFunction("cache.clear", "Removes everything stored by this widget.")
        .implemented(using: \.cache) { call, cache throws(HostError) in
          try cache.apply(call, .clear)
          return .null
        },
      HostFunction(
        "cache.remember", "Returns the stored value, or the result of `fn`, storing it unless it's nil.", key,
        HostField("ttl", .duration()), HostField("fn", .function), returns: [HostField("value", .any)]),
    ])
}
