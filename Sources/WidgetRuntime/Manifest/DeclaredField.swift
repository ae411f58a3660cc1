import WidgetModel

/// A field of a table that a script declares: its documentation for the reference and the editor types, and its decoder.
struct DeclaredField<Target>: Sendable {
  let documentation: HostField
  /// A valid value that differs from the default, for the tests.
  let example: LuaValue
  let decode: @Sendable (_ reader: RecordReader, _ name: String, _ target: inout Target) throws(ManifestError) -> Void

  var name: String { documentation.name }

  init(
    _ name: String, _ type: HostType, _ documentation: String, default defaultValue: String? = nil, example: LuaValue,
    _ decode: @escaping @Sendable (RecordReader, String, inout Target) throws(ManifestError) -> Void
  ) {
    self.documentation = .optional(name, type, documentation, default: defaultValue)
    self.example = example
    self.decode = decode
  }
}

extension RecordReader {
  /// Decodes the declared fields in their order.
  ///
  /// - Throws: For an unknown field, and for the first that is wrong.
  func decode<Target>(_ fields: [DeclaredField<Target>], into target: inout Target) throws(ManifestError) {
    try check(names: fields.map(\.name))
    for field in fields { try field.decode(self, field.name, &target) }
  }
}
