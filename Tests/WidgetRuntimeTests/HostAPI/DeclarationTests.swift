import Testing
import WidgetModel

@testable import WidgetRuntime

/// The reference and the decoders come from one declaration; these tests prove that they agree.
@Suite struct DeclarationTests {
  private func check<Target: Equatable>(
    _ fields: [DeclaredField<Target>], initially target: Target, decode: (LuaValue) throws(ManifestError) -> Target
  ) throws {
    for field in fields {
      #expect(field.documentation.type.problem(with: field.example, at: field.name) == nil, "\(field.name)")
      var changed = target
      try RecordReader([field.name: field.example], path: "", words: "a table").decode(
        fields.filter { $0.name == field.name }, into: &changed)
      #expect(changed != target, "\(field.name) decodes into nothing")
      // A value of the wrong type is refused, if there is one.
      let wrong: LuaValue = ["nested": ["deeper": true]]
      if field.documentation.type.unwrapped != .any {
        #expect(throws: ManifestError.self, "\(field.name)") { try decode([field.name: wrong]) }
      }
    }
    #expect(throws: ManifestError.self) { try decode(["no_such_field": 1]) }
  }

  @Test("every field of a manifest is decoded as documented") func manifest() throws {
    try check(ManifestDecoder.fields, initially: Manifest()) { value throws(ManifestError) in try ManifestDecoder.decode(value) }
  }

  @Test("every permission is decoded as documented") func permissions() throws {
    try check(PermissionReader.fields, initially: PermissionSet()) { value throws(ManifestError) in
      try ManifestDecoder.decode(["permissions": value]).permissions
    }
  }

  @Test("every limit is decoded as documented") func limits() throws {
    try check(LimitReader.fields, initially: ManifestLimits()) { value throws(ManifestError) in try LimitReader.limits(value) }
  }

  @Test("every field of a setting is in the reference, and no other is decoded") func settings() throws {
    let documented = HostClass.all.first { $0.name == "Setting" }?.fields.map(\.name)
    // In a list each setting has its name among its fields.
    #expect(documented == ["name"] + SettingReader.fields.map(\.name))
    #expect(throws: ManifestError.self) {
      try ManifestDecoder.decode(["settings": ["n": ["type": "string", "no_such_field": 1]]])
    }
  }

  @Test("every type of setting accepts a default of that type, and is documented") func settingTypes() throws {
    for kind in Setting.Kind.allCases {
      #expect(APIDocumentation.reference.contains("| `\(kind.rawValue)` | \(kind.documentation) |"))
    }
  }

  @Test("the context has the documented fields, of the documented types") func context() {
    let context = WidgetContext(
      reason: .launch, size: Size(width: 320, height: 640), family: .small, lastUpdate: 1_800_000_000)
    let fields = context.luaValue.table ?? [:]
    #expect(Set(fields.keys) == Set(ContextField.all.map(\.documentation.name)))
    for field in ContextField.all {
      let name = field.documentation.name
      #expect(field.documentation.type.problem(with: fields[name] ?? .null, at: name) == nil, "\(name)")
    }
    // A property added to the context is a field.
    #expect(Mirror(reflecting: context).children.count == ContextField.all.count)
    #expect(WidgetContext(reason: .launch, size: .zero).luaValue["family"] == .null)
  }

  @Test("the reference and the editor types contain every declaration") func complete() {
    let reference = APIDocumentation.reference
    let types = APIDocumentation.types
    for entryPoint in EntryPoint.all {
      #expect(
        reference.contains("### `\(entryPoint.name)(") && types.contains("function \(entryPoint.name)("), "\(entryPoint.name)")
    }
    for function in HostAPI.functions where !function.summary.isEmpty {
      #expect(reference.contains(function.summary) && types.contains(function.summary), "\(function.name)")
    }
    for type in HostClass.all {
      #expect(types.contains("---@class \(type.name)\n"), "\(type.name)")
      for field in type.fields {
        #expect(
          reference.contains("| `\(field.name)` | ") && types.contains("---@field \(field.name)"), "\(type.name).\(field.name)")
      }
    }
    #expect(types.contains("json.null"))
  }

  @Test("no declaration is newer than the API level, and a newer one says so") func levels() {
    let text = APIDocumentation.reference + APIDocumentation.types
    for level in text.matches(of: #/ since level (\d+)/#.ignoresCase()).compactMap({ Int($0.1) }) {
      #expect(level <= APILevel.current)
    }
    var function = HostFunction("a.b", "Does it.").since(2)
    #expect(function.noted(function.summary) == "Does it. Since level 2.")
    function = HostFunction("a.b", "Does it.")
    #expect(function.noted(function.summary) == "Does it.")
    let field = HostField("style", .choice(["menu", "wheel"]), "its style").since(2).since(3, value: "wheel")
    #expect(field.noted(field.documentation) == #"its style. Since level 2. `"wheel"` since level 3."#)
    #expect(ViewField("lines", .count, "Its height.").since(2).documentation == "Its height. Since level 2.")
  }

  @Test("the documented default of a manifest is the real one") func defaults() {
    func documented(_ name: String) -> String? { ManifestDecoder.fields.first { $0.name == name }?.documentation.defaultValue }
    #expect(Manifest().refresh == .every(seconds: 15 * 60) && documented("refresh") == "\"15m\"")
    #expect(Manifest().largestDisplayMode == .expanded && documented("largest_display_mode") == "\"expanded\"")
    #expect(Manifest().families == WidgetFamily.allCases)
  }
}
