import WidgetModel

/// Reads `"red"`, `"#rrggbb"`, `"#rrggbbaa"`, `{ light = ..., dark = ... }`, and backgrounds with a gradient. The prelude sends
/// `{ "blue", opacity = 0.3 }` as `"blue/0.3"`.
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

  /// The colour or the gradient of a line.
  static func stroke(_ value: LuaValue) throws(FieldProblem) -> Background {
    guard case .table(var fields) = value, let angular = fields["angular"], !angular.isNull else {
      guard case .table(let fields) = value, let image = fields["image"], !image.isNull else { return try background(value) }
      throw FieldProblem(expected: ViewFieldType.stroke.expectation, got: value)
    }
    guard let isAngular = angular.boolean else { throw FieldProblem(expected: "true or false", got: angular, at: ".angular") }
    fields["angular"] = nil
    var stroke = try background(.table(fields))
    stroke.isAngular = isAngular && stroke.gradient != nil
    return stroke
  }

  /// The colour or the gradient behind a view.
  static func background(_ value: LuaValue) throws(FieldProblem) -> Background {
    if case .table(let fields) = value, let source = fields["image"], !source.isNull { return try image(source, fields) }
    guard case .table(let fields) = value, let colors = fields["gradient"] else {
      if let text = value.string, isImageName(text) {
        throw FieldProblem("unknown colour \(text.quoted); for an image write { image = \(text.quoted) }")
      }
      for name in value.table?.keys.sorted() ?? [] {
        guard let nearest = NearestName.of(name, among: ["image", "gradient"]), nearest != name else { continue }
        throw FieldProblem("unknown field \(name.quoted); \(NearestName.question(nearest))")
      }
      return Background(color: try color(value), gradient: nil)
    }
    for name in fields.keys.sorted() where name != "gradient" && name != "direction" {
      throw FieldProblem("unknown field \(name.quoted); a gradient is { gradient = { ... }, direction = ... }")
    }
    guard let list = colors.array, (2...8).contains(list.count) else {
      throw FieldProblem("must be a list of 2 to 8 colours, got \(colors.shown)", at: ".gradient")
    }
    var gradient = Gradient([])
    for (index, element) in list.enumerated() {
      do throws(FieldProblem) {
        gradient.colors.append(try color(element))
      } catch {
        throw FieldProblem(error.message, at: ".gradient[\(index + 1)]\(error.path)")
      }
    }
    if let direction = fields["direction"], !direction.isNull {
      let names = Gradient.Direction.allCases.map(\.rawValue)
      gradient.direction =
        Gradient.Direction(rawValue: try ViewFieldType.choice(direction, among: names, at: ".direction")) ?? .down
    }
    return Background(color: gradient.likeness, gradient: gradient)
  }

  /// Whether a text looks like the name of an image file.
  private static func isImageName(_ text: String) -> Bool {
    [".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg"].contains { text.lowercased().hasSuffix($0) }
  }

  private static func image(_ source: LuaValue, _ fields: [String: LuaValue]) throws(FieldProblem) -> Background {
    for name in fields.keys.sorted() where name != "image" && name != "color" && name != "blur" {
      throw FieldProblem("unknown field \(name.quoted); an image is { image = ..., color = ..., blur = ... }")
    }
    var background = Background(color: Background.colorOfImage, gradient: nil)
    do throws(FieldProblem) {
      background.image = try LinkReader.image(source)
    } catch {
      throw FieldProblem(error.message, at: ".image" + error.path)
    }
    if let color = fields["color"], !color.isNull {
      do throws(FieldProblem) {
        background.color = try self.color(color)
      } catch {
        throw FieldProblem(error.message, at: ".color" + error.path)
      }
    }
    if let blur = fields["blur"], !blur.isNull {
      let radius = try ViewFieldType.finite(blur, at: ".blur")
      guard (0...Background.largestBlur).contains(radius) else {
        throw FieldProblem(
          "must be a number from 0 to \(Int(saturating: Background.largestBlur)), got \(blur.shown)", at: ".blur")
      }
      background.blur = radius > 0 ? radius : nil
    }
    return background
  }

  /// The colours of an icon's parts: a list of two to four, or a single one.
  static func palette(_ value: LuaValue) throws(FieldProblem) -> [Color] {
    guard let list = value.array else { return [try color(value)] }
    guard (1...4).contains(list.count) else {
      throw FieldProblem("must be a list of 1 to 4 colours, got \(value.shown)")
    }
    var colors: [Color] = []
    for (index, element) in list.enumerated() {
      do throws(FieldProblem) {
        colors.append(try color(element))
      } catch {
        throw FieldProblem(error.message, at: "[\(index + 1)]\(error.path)")
      }
    }
    return colors
  }

  private static func single(_ value: LuaValue, at path: String = "") throws(FieldProblem) -> Color {
    if let number = value.integer, (0...0xFF_FFFF).contains(number) {
      throw FieldProblem("must be a colour, got \(value.shown); write \"#\(hexadecimal(number))\"", at: path)
    }
    if let list = value.array, list.count > 1, list.allSatisfy({ $0.displayText.flatMap(Color.init) != nil }) {
      throw FieldProblem("must be a colour, got a list; for a gradient, write { gradient = { ... } }", at: path)
    }
    guard value.stringBytes != nil, let text = value.displayText else {
      throw FieldProblem(expected: ViewFieldType.color.expectation, got: value, at: path)
    }
    if let color = Color(text) { return color }
    if Color("#" + text) != nil {
      throw FieldProblem("unknown colour \(text.quoted); \(NearestName.question("#" + text))", at: path)
    }
    if let slash = text.firstIndex(of: "/"), Color(String(text[..<slash])) != nil {
      throw FieldProblem(
        "opacity must be a number from 0 to 1, got \(String(text[text.index(after: slash)...]).quoted)", at: path)
    }
    let names = ColorName.names
    if let nearest = NearestName.of(text, among: names) {
      throw FieldProblem("unknown colour \(text.quoted); \(NearestName.question(nearest))", at: path)
    }
    throw FieldProblem(
      "unknown colour \(text.quoted); write a name such as \"red\" or \"accent\", \"#rrggbb\" or { light = ..., dark = ... }",
      at: path)
  }

  private static func hexadecimal(_ number: Int64) -> String {
    String(number, radix: 16).padded(to: 6, with: "0")
  }
}
