import WidgetModel

extension HostAPI {
  /// The part of the API needed by the prelude: `config.api` in the hello message.
  static var prelude: LuaValue {
    var described: [String: LuaValue] = [:]
    for function in functions { described[function.name] = function.prelude }
    return [
      "functions": .table(described), "views": ViewSchema.wire, "part_call": .string(ArgumentParts.callName),
      "entry_points": .array(EntryPoint.all.map { .string($0.name) }), "part_size": .integer(512 << 10),
      "part_fields": .array(FetchOptions.partFields.map { .string($0) }),
      "maximum_size": .integer(Int64(LongArgument.maximumSize)),
    ]
  }
}

extension HostFunction {
  /// Leaves out fields that would be false or nil.
  fileprivate var prelude: LuaValue {
    var fields: [String: LuaValue] = [:]
    // Served: the broker implements it. Forwarded: a script's arguments go to the broker unchanged.
    if body != nil { fields["served"] = true }
    if body != nil, wire == nil { fields["forwarded"] = true }
    if body != nil, returnsError { fields["returns_error"] = true }
    if case .argument(let position)? = longArgument { fields["long_argument"] = .integer(Int64(position)) }
    // Options the prelude reads itself.
    if body == nil || wire != nil, let last = parameters.last, case .record(let options) = last.type.unwrapped {
      fields["options"] = .array(options.map { .string($0.name) })
    }
    return .table(fields)
  }
}
