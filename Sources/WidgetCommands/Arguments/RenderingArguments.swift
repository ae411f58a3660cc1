/// The options of every command that draws images.
package struct RenderingArguments: ArgumentGroup {
  package var scale = 2.0
  package var fonts = FontsArgument.user
  package var isRedacted = false

  package init() {}

  package static let declarations: [ArgumentDeclaration<Self>] = [
    .option("scale", \.scale, "Pixels per point of a PNG, 0.25 to 8."),
    .option(
      "fonts", \.fonts,
      "Fonts for PNG, SVG and PDF: own (only the packaged fonts, the same on every machine) or user (yours too)."),
    .flag("redact", \.isRedacted, "Hide private content."),
  ]

  /// - Throws: ``CommandFailure``.
  package func checkScale() throws {
    guard (0.25...8).contains(scale) else { throw CommandFailure("--scale takes 0.25 to 8, got \(scale)") }
  }
}
