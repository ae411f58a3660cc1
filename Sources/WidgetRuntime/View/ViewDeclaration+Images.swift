import WidgetModel

extension ViewDeclaration {
  // `icon` is what every other view calls it.
  private static let name = TypedField<String>.icon("name", "The icon's name.", alias: "icon").required

  static let icon = ViewDeclaration(.icon, "A symbol, by name.", positional: .value("name"), fields: [name]) {
    fields throws(FieldProblem) in
    .icon(try fields.value(of: name))
  }

  private static let source = TypedField<ImageSource>.image("src", "The image.").required
  private static let mode = TypedField<ImageMode>.choice(
    "mode", "Whether the whole image is visible (\"fit\") or it fills its frame (\"fill\")."
  ).defaulting(to: .fit)

  static let image = ViewDeclaration(.image, "An image.", positional: .value("src"), fields: [source, mode]) {
    fields throws(FieldProblem) in
    .image(try fields.value(of: source), mode: fields[mode])
  }
}
