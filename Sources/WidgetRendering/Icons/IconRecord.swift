import WidgetModel

/// An icon of the table.
struct IconRecord: Equatable {
  /// The code points of its shape and of that of its `.fill`, in hexadecimal.
  var shape: Substring
  var filledShape: Substring
  var symbol: String
  var ascii: String
  /// A code point for terminals, if Nerd Fonts do not have one of the shapes.
  var nerdFontSubstitute: Substring?

  private static let icons = SortedText(IconData.icons)
  private static let shapes = SortedText(IconData.shapes)

  /// The listed names, sorted.
  static var names: [String] { icons.keys }

  init?(_ name: some StringProtocol) {
    guard let record = Self.icons.record(of: name) else { return nil }
    let fields = record.split(separator: " ")
    guard 4...5 ~= fields.count else { return nil }
    (shape, filledShape) = (fields[0], fields[1])
    (symbol, ascii) = (String(fields[2]), String(fields[3]))
    nerdFontSubstitute = fields.count == 5 ? fields[4] : nil
  }

  /// The path of a code point.
  static func path(of shape: Substring) -> String? { shapes.record(of: shape) }
}
