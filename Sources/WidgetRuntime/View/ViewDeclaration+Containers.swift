import WidgetModel

extension ViewDeclaration {
  static let vstack = ViewDeclaration(.vstack, "Views below one another.", positional: .children) { _ in .vstack }
  static let hstack = ViewDeclaration(.hstack, "Views side by side.", positional: .children) { _ in .hstack }
  static let zstack = ViewDeclaration(.zstack, "Views on top of each other, the first at the back.", positional: .children) { _ in
    .zstack
  }
  static let group = ViewDeclaration(.group, "Views that share fields.", positional: .children) { _ in .group }
  static let `private` = ViewDeclaration(.private, "Views that a redacted surface hides.", positional: .children) { _ in .private
  }

  private static let columns = TypedField<[GridColumn]>.columns(
    "columns",
    "The number of equal columns, or a list of columns: points, \"auto\" (as wide as its widest view), \"flex\" (a share of the "
      + "remaining width), or { width = ..., align = ... }."
  ).required

  static let grid = ViewDeclaration(
    .grid, "Views in rows and columns, row by row.", positional: .children, fields: [columns]
  ) { fields throws(FieldProblem) in
    .grid(columns: try fields.value(of: columns))
  }

  private static let minLength = TypedField<Double>.length("min_length", "The least space it takes, in points.")

  static let spacer = ViewDeclaration(.spacer, "Takes the remaining space.", positional: .nothing, fields: [minLength]) {
    fields in
    .spacer(minLength: fields[minLength])
  }

  static let divider = ViewDeclaration(.divider, "A thin line.", positional: .nothing) { _ in .divider }
}
