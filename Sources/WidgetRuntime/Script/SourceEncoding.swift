/// The encoding of a Lua file: UTF-8, with or without a byte order mark.
///
/// Ill-formed bytes are legal in Lua's strings and comments, and old libraries have Latin-1 in their comments. So a module may have
/// them, but a widget's main file, whose text is shown, may not.
enum SourceEncoding {
  /// The text without a UTF-8 byte order mark.
  static func withoutMark(_ bytes: [UInt8]) -> [UInt8] {
    bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
  }

  /// Why the bytes cannot be read as Lua: `is UTF-16 text; save it as UTF-8`. nil when they can.
  static func problem(with bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0xFF, 0xFE, 0, 0]) || bytes.starts(with: [0, 0, 0xFE, 0xFF]) {
      return "is UTF-32 text; save it as UTF-8"
    }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) || isUTF16WithoutMark(bytes) {
      return "is UTF-16 text; save it as UTF-8"
    }
    return nil
  }

  /// The same for a widget's main file, which must be UTF-8.
  static func problem(withMain bytes: [UInt8]) -> String? {
    if let problem = problem(with: bytes) { return problem }
    return lineOfIllFormedText(bytes).map { "is not UTF-8 text (line \($0) may be Latin-1); save it as UTF-8" }
  }

  /// Every other of the first bytes is NUL.
  private static func isUTF16WithoutMark(_ bytes: [UInt8]) -> Bool {
    let start = bytes.prefix(64)
    guard start.count >= 4 else { return false }
    let even = start.enumerated().filter { $0.offset % 2 == 0 }
    let odd = start.enumerated().filter { $0.offset % 2 == 1 }
    return even.allSatisfy { $0.element == 0 } && odd.allSatisfy { $0.element != 0 }
      || odd.allSatisfy { $0.element == 0 } && even.allSatisfy { $0.element != 0 }
  }

  private static func lineOfIllFormedText(_ bytes: [UInt8]) -> Int? {
    guard String(validating: bytes, as: UTF8.self) == nil else { return nil }
    var line = 1
    for part in bytes.split(separator: 10, omittingEmptySubsequences: false) {
      if String(validating: part, as: UTF8.self) == nil { return line }
      line += 1
    }
    return nil
  }
}
