import WidgetModel
import WidgetServices

/// The worker names the suite first: nil is the widget's own.
private let suiteField = HostField("suite", .optional(.string))

extension HostModule {
  static let defaults = HostModule(
    "defaults", "What the widget must remember: kept until it is removed. `defaults.suite(\"group.x\")` is shared by a group.",
    [
      HostFunction(
        "defaults.get", "The value of a key: what was set, else what was registered, else `fallback`.", HostField("key", .string),
        HostField("fallback", .optional(.any)), returns: [HostField("value", .any)],
        wire: [suiteField, HostField("key", .string)]
      ) { call, session throws(HostError) in
        let suite = try session.suite(call)
        let key = call.text(1)
        return try storing(call.name) { () throws(StoreError) in
          try session.defaults.value(key, in: suite).map { ["value": $0] } ?? .null
        }
      },
      HostFunction(
        "defaults.set", "Sets a key; nil removes it, `json.null` is a value.", HostField("key", .string), HostField("value", .any),
        limits: "64 KiB a value, 50 000 values within it, 8 MiB a suite",
        wire: [suiteField, HostField("key", .string), HostField("value", .any), HostField("is_null", .optional(.boolean))]
      ) { call, session throws(HostError) in
        let suite = try session.suite(call)
        let key = call.text(1)
        let change: DefaultsChange =
          call[2].isNull && call[3].boolean != true ? .remove(suite: suite, key: key) : .set(suite: suite, key: key, value: call[2])
        try storing(call.name) { () throws(StoreError) in try session.defaults.apply(change) }
        return .null
      },
      HostFunction(
        "defaults.remove", "Removes a key; what was registered shows again.", HostField("key", .string),
        wire: [suiteField, HostField("key", .string)]
      ) { call, session throws(HostError) in
        let suite = try session.suite(call)
        let key = call.text(1)
        try storing(call.name) { () throws(StoreError) in try session.defaults.apply(.remove(suite: suite, key: key)) }
        return .null
      },
      HostFunction(
        "defaults.all", "Everything that is set or registered.", returns: [HostField("values", .table)], wire: [suiteField]
      ) { call, session throws(HostError) in
        let suite = try session.suite(call)
        return try storing(call.name) { () throws(StoreError) in .table(try session.defaults.all(in: suite)) }
      },
      HostFunction(
        "defaults.register", "Values to use for keys that are not set: copies, of what could be set. Nothing is stored.", HostField("values", .table)),
      HostFunction(
        "defaults.suite", "The defaults of a group, with the same functions.", HostField("name", .string),
        returns: [HostField("suite", .named("defaults"))], needs: .group),
    ])
}

extension HostSession {
  /// The suite that a call names, when the manifest allows it.
  fileprivate func suite(_ call: HostCall) throws(HostError) -> String {
    guard !call[0].isNull else { return identity.id }
    let group = call.text(0)
    guard ContainerName.isValid(group) else {
      throw HostError("defaults.suite: \(group.quoted) is not the name of a group (letters, digits, dots and dashes)")
    }
    try permit(.group(group))
    return group
  }
}
