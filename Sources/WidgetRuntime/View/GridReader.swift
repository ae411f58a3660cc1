import WidgetModel

/// Reads the columns of a grid: `3`, `{ 80, "auto", "flex" }`, `{ { width = 80, align = "trailing" }, "flex" }`.
enum GridReader {
  static let maximumColumns = 100
  private static let widths = ["auto", "flex"]
  private static let fields = ["width", "align"]

  static func columns(_ value: LuaValue) throws(FieldProblem) -> [GridColumn] {
    if value.double != nil {
      guard let count = value.integer, (1...Int64(maximumColumns)).contains(count) else {
        throw FieldProblem("must be a number of columns from 1 to \(maximumColumns), got \(value.shown)")
      }
      return Array(repeating: GridColumn(), count: Int(count))
    }
    guard let elements = value.array else { throw FieldProblem(expected: ViewFieldType.columns.expectation, got: value) }
    guard (1...maximumColumns).contains(elements.count) else {
      throw FieldProblem("a grid has 1 to \(maximumColumns) columns, got \(elements.count)")
    }
    var columns: [GridColumn] = []
    for (index, element) in elements.enumerated() { columns.append(try column(element, at: "[\(index + 1)]")) }
    return columns
  }

  private static func column(_ value: LuaValue, at path: String) throws(FieldProblem) -> GridColumn {
    guard case .table(let given) = value, !given.isEmpty else { return GridColumn(try width(value, at: path)) }
    for name in given.keys.sorted() where !fields.contains(name) {
      throw FieldProblem(
        "unknown field \(name.quoted)\(NearestName.hint(name, among: fields, otherwise: "a column has width and align"))",
        at: path)
    }
    var column = GridColumn()
    if let value = given["width"], !value.isNull { column.width = try width(value, at: path + ".width") }
    if let value = given["align"], !value.isNull {
      let names = Alignment.allCases.map(\.rawValue)
      column.align = Alignment(rawValue: try ViewFieldType.choice(value, among: names, at: path + ".align"))
    }
    return column
  }

  private static func width(_ value: LuaValue, at path: String) throws(FieldProblem) -> GridColumnWidth {
    if value.double != nil { return .fixed(try ViewFieldType.length(value, at: path)) }
    guard value.stringBytes != nil else {
      throw FieldProblem(expected: "points, \"auto\", \"flex\" or { width = ..., align = ... }", got: value, at: path)
    }
    return try ViewFieldType.choice(value, among: widths, at: path) == "auto" ? .automatic : .flexible
  }
}
