import WidgetModel

extension ViewDeclaration {
  static let vstack = ViewDeclaration(.vstack, "Views below one another.", positional: .children) { _ in .vstack }
  static let hstack = ViewDeclaration(.hstack, "Views side by side.", positional: .children) { _ in .hstack }
  static let zstack = ViewDeclaration(.zstack, "Views on top of each other, the first at the back.", positional: .children) { _ in
    .zstack
  }
  static let overlay = ViewDeclaration(
    .overlay,
    "Views in front of the first one, which alone decides the size. Use it for a badge on a corner or a caption on an image.",
    positional: .children
  ) { _ in .overlay }
  static let fits = ViewDeclaration(
    .fits, "Shows its first view that fits the space completely, or else the last one.", positional: .children
  ) { _ in .fits }
  static let group = ViewDeclaration(.group, "Views sharing fields.", positional: .children) { _ in .group }
  private static let header = TypedField<CardHeader>.choice(
    "header", "`\"hidden\"` leaves out the title bar with the widget's name and the age."
  ).defaulting(to: .automatic)

  static let card = ViewDeclaration(
    .card,
    """
    The whole card, as the root of a widget: its `background` fills the card up to its rounded edge. Its views are below one \
    another. Inside another view it's a `ui.vstack`, with a warning.
    """,
    positional: .children, fields: [header]
  ) { fields in .card(header: fields[header]) }
  static let `private` = ViewDeclaration(.private, "Views to hide on a redacted surface.", positional: .children) { _ in .private
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
