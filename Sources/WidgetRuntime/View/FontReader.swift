import WidgetModel

/// Reads `"headline"` and `{ size = 13, weight = "bold", design = "monospaced", relative_to = "body" }`.
enum FontReader {
  private static let fields = ["size", "weight", "design", "relative_to"]

  static func font(_ value: LuaValue) throws(FieldProblem) -> Font {
    guard case .table(let given) = value, !given.isEmpty else { return .style(try style(value)) }
    for name in given.keys.sorted() where !fields.contains(name) {
      throw FieldProblem(
        "unknown field \(name.quoted)\(NearestName.hint(name, among: fields, otherwise: "a font has size, weight, design and relative_to"))"
      )
    }
    guard let size = given["size"], !size.isNull else {
      throw FieldProblem("a font needs a size in points; for weight alone write weight = ... in the view")
    }
    let points = try ViewFieldType.finite(size, at: ".size")
    guard points > 0 else { throw FieldProblem("must be more than 0, got \(size.shown)", at: ".size") }
    return .custom(
      size: min(points, 1000), weight: try name(given["weight"], at: ".weight"), design: try name(given["design"], at: ".design"),
      relativeTo: try name(given["relative_to"], at: ".relative_to"))
  }

  private static func style(_ value: LuaValue) throws(FieldProblem) -> TextStyle {
    if value.double != nil {
      throw FieldProblem("must be \(ViewFieldType.font.expectation); write { size = \(value.displayText ?? "20") }")
    }
    guard value.stringBytes != nil else { throw FieldProblem(expected: ViewFieldType.font.expectation, got: value) }
    let names = TextStyle.allCases.map(\.rawValue)
    return TextStyle(rawValue: try ViewFieldType.choice(value, among: names)) ?? .body
  }

  private static func name<Name: RawRepresentable<String> & CaseIterable>(
    _ value: LuaValue?, at path: String
  ) throws(FieldProblem) -> Name? {
    guard let value, !value.isNull else { return nil }
    return Name(rawValue: try ViewFieldType.choice(value, among: Name.allCases.map(\.rawValue), at: path))
  }
}
