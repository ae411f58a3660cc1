import WidgetModel
import WidgetServices

/// A null as an argument is nil in Lua: this tells that it is `json.null`.
private let isNull = HostField("is_null", .optional(.boolean))

extension HostModule {
  static let cache = HostModule(
    "cache", "Values worth keeping between updates; any of them may vanish at any time.",
    [
      HostFunction(
        "cache.get", "The value that was kept under a key, and its age in seconds; nil when there is none or its time is over.",
        HostField("key", .string), returns: [HostField("value", .any), HostField("age", .number, "seconds")]
      ) { call, session throws(HostError) in
        let now = session.now()
        let key = call.text(0)
        let entry = try storing("cache.get") { () throws(StoreError) in try session.cache.entry(key, at: now) }
        guard let entry else { return .null }
        return ["value": entry.value, "age": .number(max(0, now - entry.storedAt))]
      },
      HostFunction(
        "cache.set", "Keeps a value, for a time when one is given. nil removes it, `json.null` is a value.", HostField("key", .string), HostField("value", .any),
        HostField("ttl", .optional(.duration), "how long; without it, until there is no room"),
        limits: "64 KiB a value, 50 000 values within it, 8 MiB a widget; the oldest go first",
        wire: [HostField("key", .string), HostField("value", .any), HostField("ttl", .optional(.duration)), isNull]
      ) { call, session throws(HostError) in
        let now = session.now()
        var expiry: Double?
        if !call[2].isNull { expiry = now + (try seconds(call[2], of: "cache.set: ttl")) }
        let key = call.text(0)
        let change: CacheChange = call[1].isNull && call[3].boolean != true ? .remove(key: key) : .set(key: key, value: call[1], expiresAt: expiry)
        try storing("cache.set") { () throws(StoreError) in try session.cache.apply(change, at: now) }
        return .null
      },
      HostFunction("cache.remove", "Forgets a key.", HostField("key", .string)) { call, session throws(HostError) in
        let key = call.text(0)
        let now = session.now()
        try storing("cache.remove") { () throws(StoreError) in try session.cache.apply(.remove(key: key), at: now) }
        return .null
      },
      HostFunction("cache.clear", "Forgets everything that this widget kept.") { _, session throws(HostError) in
        let now = session.now()
        try storing("cache.clear") { () throws(StoreError) in try session.cache.apply(.clear, at: now) }
        return .null
      },
      HostFunction(
        "cache.remember", "The kept value, or what `fn` returns, which is then kept.", HostField("key", .string),
        HostField("ttl", .duration), HostField("fn", .function), returns: [HostField("value", .any)]),
    ])
}

/// Runs a store's operation; its error becomes one that the script can read.
func storing<Result>(_ name: String, _ operation: () throws(StoreError) -> Result) throws(HostError) -> Result {
  do { return try operation() } catch { throw HostError("\(name): \(error)") }
}

/// A duration argument in seconds.
func seconds(_ value: LuaValue, of what: String) throws(HostError) -> Double {
  do { return try DurationText.seconds(value) } catch { throw HostError("\(what): \(error)") }
}
