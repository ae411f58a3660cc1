import WidgetModel

/// Reads offsets, shadows, corner radii and path data.
enum EffectReader {
  /// `{ 6, -6 }` or `{ x = 6, y = -6 }`.
  static func offset(_ value: LuaValue) throws(FieldProblem) -> Size {
    func length(_ value: LuaValue, at path: String) throws(FieldProblem) -> Double {
      let most = ViewEffects.furthestOffset
      return min(most, max(-most, try ViewFieldType.finite(value, at: path)))
    }
    if let pair = value.array, pair.count == 2 {
      return Size(width: try length(pair[0], at: "[1]"), height: try length(pair[1], at: "[2]"))
    }
    guard case .table(let fields) = value, !fields.isEmpty else {
      throw FieldProblem(expected: ViewFieldType.offset.expectation, got: value)
    }
    try check(fields, ["x", "y"], "an offset has x and y")
    func side(_ name: String) throws(FieldProblem) -> Double {
      guard let value = fields[name], !value.isNull else { return 0 }
      return try length(value, at: "." + name)
    }
    return Size(width: try side("x"), height: try side("y"))
  }

  /// `true`, a radius, or `{ radius = 8, y = 3, color = "#000000" }`.
  static func shadow(_ value: LuaValue) throws(FieldProblem) -> Shadow? {
    func radius(_ value: LuaValue, at path: String = "") throws(FieldProblem) -> Double {
      min(Shadow.largestRadius, try ViewFieldType.length(value, at: path))
    }
    var shadow = Shadow()
    switch value {
    case .boolean(false): return nil
    case .boolean(true): return shadow
    case .integer, .number:
      shadow.radius = try radius(value)
      shadow.y = shadow.radius / 2
      return shadow
    case .table(let fields) where !fields.isEmpty:
      try check(fields, ["color", "radius", "x", "y"], "a shadow has color, radius, x and y")
      func length(_ name: String) throws(FieldProblem) -> Double? {
        guard let value = fields[name], !value.isNull else { return nil }
        return min(Shadow.largestRadius, max(-Shadow.largestRadius, try ViewFieldType.finite(value, at: "." + name)))
      }
      if let value = fields["radius"], !value.isNull { shadow.radius = try radius(value, at: ".radius") }
      shadow.x = try length("x") ?? 0
      shadow.y = try length("y") ?? shadow.radius / 2
      if let color = fields["color"], !color.isNull {
        do throws(FieldProblem) {
          shadow.color = try ColorReader.color(color)
        } catch {
          throw FieldProblem(error.message, at: ".color" + error.path)
        }
      }
      return shadow
    default: throw FieldProblem(expected: ViewFieldType.shadow.expectation, got: value)
    }
  }

  /// A radius for all corners, or `{ top_left = 12, top_right = 12 }`.
  static func radii(_ value: LuaValue) throws(FieldProblem) -> (all: Double?, each: CornerRadii?) {
    if value.double != nil || value.table == nil { return (try ViewFieldType.length(value), nil) }
    let names = ["top_left", "top_right", "bottom_left", "bottom_right"]
    let fields = value.table ?? [:]
    try check(fields, names, "the corners are \(alternatives(names))")
    func corner(_ name: String) throws(FieldProblem) -> Double {
      guard let value = fields[name], !value.isNull else { return 0 }
      return try ViewFieldType.length(value, at: "." + name)
    }
    return (
      nil,
      CornerRadii(
        topLeft: try corner("top_left"), topRight: try corner("top_right"), bottomLeft: try corner("bottom_left"),
        bottomRight: try corner("bottom_right"))
    )
  }

  /// Points, or a part of the container's space: `"50%"`.
  static func extent(_ value: LuaValue) throws(FieldProblem) -> Extent {
    guard let text = value.string, text.hasSuffix("%") else {
      if value.double != nil { return .points(try ViewFieldType.length(value)) }
      let points = Double(value.string?.prefix { $0.isNumber || $0 == "." } ?? "")
      throw FieldProblem(
        "must be \(ViewFieldType.extent.expectation), got \(value.shown)"
          + (points.map { "; write \(ViewFieldType.plain($0)) for points" } ?? ""))
    }
    guard let percent = Double(text.dropLast()), (0...100).contains(percent) else {
      throw FieldProblem("must be from \"0%\" to \"100%\", got \(text.quoted)")
    }
    return .fraction(percent / 100)
  }

  /// A width or a height.
  enum Extent: Equatable {
    case points(Double)
    case fraction(Double)
  }

  /// `4`, or `{ 6, 3 }`: a dash, a gap, a dash ...
  static func dash(_ value: LuaValue) throws(FieldProblem) -> [Double] {
    if value.double != nil {
      let length = try ViewFieldType.length(value)
      return length > 0 ? [length] : []
    }
    guard let list = value.array, (1...StrokeStyle.longestDash).contains(list.count) else {
      throw FieldProblem("must be a length or a list of 1 to \(StrokeStyle.longestDash) lengths, got \(value.shown)")
    }
    var lengths: [Double] = []
    for (index, element) in list.enumerated() { lengths.append(try ViewFieldType.length(element, at: "[\(index + 1)]")) }
    return lengths.contains { $0 > 0 } ? lengths : []
  }

  /// `{ 0.1, 0.7 }` or `{ from = 0.1, to = 0.7 }`.
  static func trim(_ value: LuaValue) throws(FieldProblem) -> [Double] {
    func fraction(_ value: LuaValue, at path: String) throws(FieldProblem) -> Double {
      min(1, max(0, try ViewFieldType.finite(value, at: path)))
    }
    if let pair = value.array, pair.count == 2 { return [try fraction(pair[0], at: "[1]"), try fraction(pair[1], at: "[2]")] }
    guard case .table(let fields) = value, !fields.isEmpty else {
      throw FieldProblem(expected: ViewFieldType.trim.expectation, got: value)
    }
    try check(fields, ["from", "to"], "a trim has from and to")
    var trim = [0.0, 1.0]
    for (index, name) in ["from", "to"].enumerated() {
      guard let value = fields[name], !value.isNull else { continue }
      trim[index] = try fraction(value, at: "." + name)
    }
    return trim
  }

  static func path(_ value: LuaValue) throws(FieldProblem) -> String {
    guard value.stringBytes != nil, let data = value.displayText else {
      throw FieldProblem(expected: ViewFieldType.path.expectation, got: value)
    }
    let path = VectorPath(svg: data)
    if let offset = path.errorOffset {
      let rest = String(decoding: data.utf8.dropFirst(offset).prefix(12), as: UTF8.self)
      let place = rest.isEmpty ? "at the end" : "at byte \(offset + 1), \(rest.quoted)"
      throw FieldProblem("is not path data \(place); write M, L, H, V, C, S, Q, T, A or Z and numbers")
    }
    guard !path.elements.isEmpty else { throw FieldProblem("is empty; a path begins with M: \"M0 0 L1 1\"") }
    guard path.elements.count <= Shape.maximumElements else {
      throw FieldProblem("a path has at most \(Shape.maximumElements) lines and curves, got \(path.elements.count)")
    }
    return data
  }

  private static func check(_ fields: [String: LuaValue], _ names: [String], _ otherwise: String) throws(FieldProblem) {
    for name in fields.keys.sorted() where !names.contains(name) {
      throw FieldProblem("unknown field \(name.quoted)\(NearestName.hint(name, among: names, otherwise: otherwise))")
    }
  }
}
