import WidgetModel
import WidgetServices

/// The prelude names the group first: nil is the widget itself.
private let suite = HostField.optional("suite", .string)
private let key = HostField("key", .string)
private let group = HostRequirement.group(of: "defaults.suite", isOptional: true)

extension HostModule {
  static let defaults = HostModule(
    "defaults",
    """
    Values your widget must remember, whatever its settings. They persist until you remove them. The widgets of a group share \
    `defaults.suite("group.x")`. When an update ends successfully, the values it set are stored key by key: other keys stay as \
    they are. If two concurrent updates set the same key, the later one wins, so a counter incremented by both goes up only \
    once; use a separate key for each widget of a group.
    """,
    [
      HostFunction(
        "defaults.get", "Returns the value of a key: the one you've set, else the registered one, else `fallback`.", key,
        .optional("fallback", .any), returns: [HostField("value", .any)], requires: group, arguments: .storedOrShown,
        wire: [suite, key]
      ).implemented(using: \.defaults) { call, defaults throws(HostError) in
        try defaults.value(call, call.text(1)).map { ["value": $0] } ?? .null
      },
      HostFunction(
        "defaults.set", "Sets a key. nil removes the key; `json.null` is a value.", key, HostField("value", .any),
        requires: group, arguments: .storedOrShown, limits: "64 KiB and 50 000 nested values per value, 8 MiB per suite",
        wire: [suite, key, HostField("value", .any), .optional("is_null", .boolean)]
      ).implemented(using: \.defaults) { call, defaults throws(HostError) in
        let suite = defaults.suite(call)
        let isRemoval = call[2].isNull && call[3].boolean != true
        try defaults.apply(
          call, isRemoval ? .remove(suite: suite, key: call.text(1)) : .set(suite: suite, key: call.text(1), value: call[2]))
        return .null
      },
      HostFunction(
        "defaults.remove",
        "Removes a key. If you've registered a value, it's visible again.", key, requires: group, arguments: .storedOrShown,
        wire: [suite, key]
      ).implemented(using: \.defaults) { call, defaults throws(HostError) in
        try defaults.apply(call, .remove(suite: defaults.suite(call), key: call.text(1)))
        return .null
      },
      HostFunction(
        "defaults.all", "Returns all values you've set or registered, by key.", returns: [HostField("values", .table)],
        requires: group,
        arguments: .storedOrShown, wire: [suite]
      ).implemented(using: \.defaults) { call, defaults throws(HostError) in .table(try defaults.all(call)) },
      HostFunction(
        "defaults.register",
        "Registers values for keys you haven't set. They're copied and never stored.", HostField("values", .table)),
      HostFunction(
        "defaults.suite", "Returns a group's defaults, with the same functions.", HostField("name", .string),
        returns: [HostField("suite", .named("defaults"))], requires: .group(of: "defaults.suite")),
    ])
}
