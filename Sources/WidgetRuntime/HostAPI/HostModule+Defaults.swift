import WidgetModel
import WidgetServices

/// The prelude names the group first: nil is the widget itself.
private let suite = HostField.optional("suite", .string)
private let key = HostField("key", .string)
private let group = HostRequirement.group(of: "defaults.suite", isOptional: true)

extension HostModule {
  static let defaults = HostModule(
    "defaults",
    "Values that the widget must remember, whatever its settings are. They persist until they are removed. `defaults.suite(\"group.x\")` "
      + "is shared by the widgets of a group. Values that an update sets are stored when the update ends successfully, key by key: other keys "
      + "stay as they are. If two updates that run at the same time set the same key, the later one wins, so a counter that both "
      + "increment is incremented once; use a separate key for each widget of a group.",
    [
      HostFunction(
        "defaults.get", "The value of a key: what was set, else what was registered, else `fallback`.", key,
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
        "defaults.remove", "Removes a key. A registered value is visible again.", key, requires: group, arguments: .storedOrShown,
        wire: [suite, key]
      ).implemented(using: \.defaults) { call, defaults throws(HostError) in
        try defaults.apply(call, .remove(suite: defaults.suite(call), key: call.text(1)))
        return .null
      },
      HostFunction(
        "defaults.all", "All values that are set or registered, by key.", returns: [HostField("values", .table)], requires: group,
        arguments: .storedOrShown, wire: [suite]
      ).implemented(using: \.defaults) { call, defaults throws(HostError) in .table(try defaults.all(call)) },
      HostFunction(
        "defaults.register", "Values for keys that are not set. They are copied and never stored.", HostField("values", .table)),
      HostFunction(
        "defaults.suite", "The defaults of a group, with the same functions.", HostField("name", .string),
        returns: [HostField("suite", .named("defaults"))], requires: .group(of: "defaults.suite")),
    ])
}
