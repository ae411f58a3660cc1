/// Container names and paths: invalid ones are rejected, never repaired.
public enum ContainerName {
  /// `[A-Za-z0-9]([A-Za-z0-9.-]{0,62}[A-Za-z0-9])?`, without consecutive dots.
  public static func isValid(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    guard (1...64).contains(bytes.count), let first = bytes.first, let last = bytes.last, isAlphanumeric(first),
      isAlphanumeric(last)
    else { return false }
    guard bytes.allSatisfy({ isAlphanumeric($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }) else { return false }
    return !zip(bytes, bytes.dropFirst()).contains { $0 == UInt8(ascii: ".") && $1 == UInt8(ascii: ".") }
  }

  /// At most 8 segments of `[A-Za-z0-9._-]{1,128}` that are neither `.` nor `..`.
  ///
  /// - Returns: nil for any other path: absolute, empty, with `//`, or with a character outside ASCII.
  public static func segments(of path: String) -> [String]? {
    let segments = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard (1...8).contains(segments.count), segments.allSatisfy(isSegment) else { return nil }
    return segments
  }

  /// Why a path is invalid: the first problem found.
  static func problem(ofPath path: String) -> String {
    let segments = path.split(separator: "/", omittingEmptySubsequences: false)
    if path.isEmpty { return "it is empty" }
    if path.hasPrefix("/") { return "it begins with /" }
    if path.hasSuffix("/") { return "it ends in /" }
    if segments.contains(where: \.isEmpty) { return "it contains an empty name" }
    if segments.contains(where: { $0 == "." || $0 == ".." }) { return ". and .. are not allowed" }
    if segments.count > 8 { return "it is nested more than 8 folders deep" }
    if segments.contains(where: { $0.utf8.count > 128 }) { return "a name exceeds 128 bytes" }
    return "names may contain letters, digits, `.`, `_` and `-`"
  }

  static func isSegment(_ segment: String) -> Bool {
    guard segment != ".", segment != "..", (1...128).contains(segment.utf8.count) else { return false }
    return segment.utf8.allSatisfy {
      isAlphanumeric($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-")
    }
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool { (48...57).contains(byte) || (97...122).contains(byte | 0x20) }
}
