import WidgetModel

/// Reads `"red"`, `"#rrggbb"` and `{ light = ..., dark = ... }`.
enum ColorReader {
  static func color(_ value: LuaValue) throws(FieldProblem) -> Color {
    guard case .table(let fields) = value, !fields.isEmpty else { return try single(value) }
    for name in fields.keys.sorted() where name != "light" && name != "dark" {
      throw FieldProblem("unknown field \(name.quoted); a pair is { light = ..., dark = ... }")
    }
    guard let light = fields["light"], let dark = fields["dark"] else {
      throw FieldProblem("a pair needs both: { light = ..., dark = ... }")
    }
    return .pair(light: try single(light, at: ".light"), dark: try single(dark, at: ".dark"))
  }

  private static func single(_ value: LuaValue, at path: String = "") throws(FieldProblem) -> Color {
    if let number = value.integer, (0...0xFF_FFFF).contains(number) {
      throw FieldProblem("must be a colour, got \(value.shown); write \"#\(hexadecimal(number))\"", at: path)
    }
    guard value.stringBytes != nil, let text = value.displayText else {
      throw FieldProblem(expected: ViewFieldType.color.expectation, got: value, at: path)
    }
    if let color = Color(text) { return color }
    if Color("#" + text) != nil { throw FieldProblem("unknown colour \(text.quoted); did you mean \"#\(text)\"?", at: path) }
    let names = ColorName.allCases.map(\.rawValue)
    if let nearest = NearestName.of(text, among: names) {
      throw FieldProblem("unknown colour \(text.quoted); did you mean \"\(nearest)\"?", at: path)
    }
    throw FieldProblem(
      "unknown colour \(text.quoted); write a name such as \"red\" or \"accent\", \"#rrggbb\" or { light = ..., dark = ... }",
      at: path)
  }

  private static func hexadecimal(_ number: Int64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 6 - digits.count) + digits
  }
}
