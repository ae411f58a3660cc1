public import WidgetModel

/// Looks up view fields by name. Built from the declarations; declares nothing itself.
public enum ViewSchema {
  static let action = TypedField<Int>.action("action", "Runs when you tap the view.", alias: "on_tap")

  /// The fields of any view.
  public static let common: [ViewField] = StyleField.all + [action.declaration]

  /// Set by `ui` itself.
  static let reserved = ["type", "line", "file", "children"]

  /// The field that a name means in a view of this kind: its own name, its alias, or the name under which `ui` sends it.
  ///
  /// A search needs no index, which would take longer to build than reading all views of a short run.
  static func field(_ name: String, of kind: ViewKind) -> ViewField? {
    kind.declaration.fields.first { $0.name == name || $0.alias == name || $0.wireName == name }
      ?? common.first { $0.name == name } ?? common.first { $0.alias == name }
  }

  /// All names an author can use in this kind of view.
  static func names(of kind: ViewKind) -> [String] {
    (kind.declaration.fields + common).flatMap { [$0.name] + ($0.alias.map { [$0] } ?? []) }
      + (kind.traits.takesChildren && !kind.traits.contains(.field) ? ["children"] : [])
  }

  /// The part of `hello` about views, from which the prelude makes `ui`: by kind, `takes` (what positional values become),
  /// `is_list`, `renamed` (fields travelling under another name), and `gaps` (lists in which nil is a gap).
  public static let wire: LuaValue = .table(
    Dictionary(ViewKind.allCases.map { ($0.rawValue, wire($0.declaration)) }, uniquingKeysWith: { $1 }))

  private static func wire(_ declaration: ViewDeclaration) -> LuaValue {
    var wire: [String: LuaValue] = [:]
    switch declaration.positional {
    case .children: wire["takes"] = "children"
    case .nothing: wire["takes"] = "nothing"
    case .text(let field):
      wire["takes"] = .string(field)
      wire["is_text"] = true
    case .value(let field): wire["takes"] = .string(field)
    case .list(let field):
      wire["takes"] = .string(field)
      wire["is_list"] = true
    }
    let renamed = declaration.fields.compactMap { field in field.wireName.map { (field.name, LuaValue.string($0)) } }
    if !renamed.isEmpty { wire["renamed"] = .table(Dictionary(renamed, uniquingKeysWith: { $1 })) }
    let gaps = declaration.fields.filter(\.type.mayHaveGaps).map { LuaValue.string($0.name) }
    if !gaps.isEmpty { wire["gaps"] = .array(gaps) }
    return .table(wire)
  }
}
