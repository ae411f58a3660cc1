/// The file format of a rendering.
public enum RenderingFormat: String, Sendable, Equatable, CaseIterable, Codable {
  case png, svg, pdf
}

/// The fonts that a rendering may use.
public enum FontSet: String, Sendable, Equatable, CaseIterable, Codable {
  /// Only the fonts from the program's packages: the same rendering on every machine.
  case standard = "default"
  /// The same fonts first; the user's fonts supply missing glyphs.
  case user
}
