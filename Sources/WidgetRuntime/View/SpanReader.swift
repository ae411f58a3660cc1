import WidgetModel

/// Reads the spans of a text: `{ { text = "14° in " }, { text = "Berlin", weight = "bold" } }`.
enum SpanReader {
  /// A span's fields, listed in the reference.
  static let fields: [ViewField] = [
    text.declaration, font.declaration, weight.declaration, italic.declaration, monospaced.declaration, color.declaration,
    link.declaration, underline.declaration, strikethrough.declaration,
  ]

  private static let text = TypedField<String>.text("text", "The text; also the first positional value.")
  private static let font = TypedField<Font>.font("font", "A text style, or { size, weight, design }.")
  private static let weight = TypedField<FontWeight>.choice("weight", "The font's weight.")
  private static let italic = TypedField<Bool>.boolean("italic", "Italic text.")
  private static let monospaced = TypedField<Bool>.boolean("monospaced", "Characters of equal width.")
  private static let color = TypedField<Color>.color("color", "The colour of the text.")
  private static let link = TypedField<String>.url("link", "A URL for the text to link to.")
  private static let underline = TypedField<Bool>.boolean("underline", "Underlined text.")
  private static let strikethrough = TypedField<Bool>.boolean("strikethrough", "Struck-through text.")

  static func spans(_ value: LuaValue) throws(FieldProblem) -> [TextSpan] {
    guard let elements = value.array else { throw FieldProblem(expected: ViewFieldType.spans.expectation, got: value) }
    var spans: [TextSpan] = []
    for (index, element) in elements.enumerated() { spans.append(try span(element, at: "[\(index + 1)]")) }
    return spans
  }

  private static func span(_ value: LuaValue, at path: String) throws(FieldProblem) -> TextSpan {
    if let text = value.displayText { return TextSpan(text) }
    guard case .table(let given) = value else { throw FieldProblem(expected: "text or a table with text", got: value, at: path) }
    var read = ViewFields(.text)
    for name in given.keys.sorted() {
      guard let field = fields.first(where: { $0.name == name }) else {
        let names = fields.map(\.name)
        throw FieldProblem(
          "unknown field \(name.quoted)\(NearestName.hint(name, among: names)); a span has \(alternatives(names))", at: path)
      }
      guard let value = given[name], !value.isNull else { continue }
      if value == .boolean(false), field.name != text.declaration.name, !field.type.takesFalse { continue }
      do throws(FieldProblem) {
        read.set(field, to: try field.type.decode(value))
      } catch {
        throw FieldProblem(error.message, at: "\(path).\(name)\(error.path)")
      }
    }
    var span = TextSpan(read[text] ?? "")
    span.font = read[font]
    span.weight = read[weight]
    span.italic = read[italic]
    span.monospaced = read[monospaced]
    span.color = read[color]
    span.link = read[link]
    span.underline = read[underline]
    span.strikethrough = read[strikethrough]
    return span
  }
}
