/// What a picture is written as.
public enum PictureFormat: String, Sendable, Equatable, CaseIterable, Codable {
  case png, svg, pdf
}

/// Which fonts a picture may be drawn with.
public enum FontSet: String, Sendable, Equatable, CaseIterable, Codable {
  /// Those that the program's packages bring, and no other: the same picture on every machine.
  case standard = "default"
  /// The same first; what they lack comes from whatever fonts the user has.
  case user
}
