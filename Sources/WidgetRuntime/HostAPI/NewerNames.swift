public import WidgetModel
import WidgetSystem

/// Names that came with a later API level than the first: the reason for a warning if a widget's `requires` names an earlier one.
///
/// The widget would work here and fail in the luawidget that its author says is enough.
public struct NewerNames: Sendable, Equatable {
  /// Functions of the host (`fetch.all`), views (`ui.text`) and their fields (`ui.text.font`, `ui.*.opacity`), with their levels.
  private let levels: [String: Int]

  public init(_ levels: [String: Int]) { self.levels = levels }

  /// Those of the declarations, which is none as long as there's one level.
  public static let declared: NewerNames = {
    guard APILevel.current > APILevel.first else { return NewerNames([:]) }
    var levels: [String: Int] = [:]
    func add(_ name: String, _ availability: Availability) {
      if availability.level > APILevel.first { levels[name] = availability.level }
    }
    for function in HostAPI.functions { add(function.name, function.availability) }
    for field in ViewSchema.common { add("ui.*.\(field.name)", field.availability) }
    for kind in ViewKind.allCases {
      add("ui.\(kind.rawValue)", kind.declaration.availability)
      for field in kind.declaration.fields { add("ui.\(kind.rawValue).\(field.name)", field.availability) }
    }
    return NewerNames(levels)
  }()

  var isEmpty: Bool { levels.isEmpty }

  /// A warning about a name; nil if it's no newer than the level.
  func warning(about name: String, requires: Int?) -> String? {
    guard let requires, let level = levels[name], level > requires else { return nil }
    let shown = name.replacing("ui.*.", with: "the field ")
    return "\(shown) came with API level \(level), but the manifest requires \(requires); write requires = \(level)"
  }

  /// The names of views and fields in a view as a worker sends it, each with its place.
  static func names(in view: LuaValue) -> [(name: String, location: SourceLocation?)] {
    guard case .table(let fields) = view, let kind = fields["type"]?.string.flatMap(ViewKind.init(rawValue:)) else { return [] }
    let location = ViewDecoder.location(of: fields)
    var names = [(name: "ui.\(kind.rawValue)", location: location)]
    for name in fields.keys.sorted() where !ViewSchema.reserved.contains(name) {
      guard let field = ViewSchema.field(name, of: kind) else { continue }
      let isOwn = kind.declaration.fields.contains { $0.name == field.name }
      names.append(("ui.\(isOwn ? kind.rawValue : "*").\(field.name)", location))
    }
    return names + (fields["children"]?.array ?? []).flatMap(Self.names)
  }
}
