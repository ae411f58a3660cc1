/// A pattern as in Lua's `string.match`, for checking a setting's value before a script runs.
///
/// Source: Lua 5.4 Reference Manual, 6.4.1. It has to match the whole text, as the `pattern` of an HTML field. The work is limited,
/// because a pattern such as `a*a*a*b` can take time that grows with a power of the text's length.
struct LuaPattern: Sendable, Equatable {
  /// Why a text isn't a pattern.
  enum Problem: Error, Equatable {
    /// It ends after `%`, or within `[`.
    case incomplete
    /// `%b` without its two characters, or `%f` without a set.
    case missingArgument(Character)
    /// `)` without `(`, or the other way round.
    case unbalanced
    /// `%1` for a capture that isn't closed there, or isn't there.
    case noCapture
    case tooLong
  }

  static let maximumBytes = 200

  let text: String
  private let bytes: [UInt8]

  init(_ text: String) throws(Problem) {
    self.text = text
    bytes = Array(text.utf8)
    guard bytes.count <= Self.maximumBytes else { throw .tooLong }
    try check()
  }

  /// Whether the pattern matches all of a text. A match that takes too much work counts as none.
  func matches(_ subject: String) -> Bool {
    var matcher = Matcher(pattern: bytes, subject: Array(subject.utf8))
    return matcher.matchesAll()
  }

  private func check() throws(Problem) {
    var open = 0
    var closed = 0
    var index = bytes.first == UInt8(ascii: "^") ? 1 : 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "("):
        open += 1
        index += 1
      case UInt8(ascii: ")"):
        guard open > 0 else { throw .unbalanced }
        open -= 1
        closed += 1
        index += 1
      case UInt8(ascii: "%"):
        guard index + 1 < bytes.count else { throw .incomplete }
        switch bytes[index + 1] {
        case UInt8(ascii: "b"):
          guard index + 3 < bytes.count else { throw .missingArgument("b") }
          index += 4
        case UInt8(ascii: "f"):
          guard index + 2 < bytes.count, bytes[index + 2] == UInt8(ascii: "[") else { throw .missingArgument("f") }
          index += 2
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
          guard Int(bytes[index + 1]) - 48 <= closed, bytes[index + 1] != 48 else { throw .noCapture }
          index += 2
        default: index += 2
        }
      case UInt8(ascii: "["):
        guard let end = Self.end(ofSet: bytes, at: index) else { throw .incomplete }
        index = end
      default: index += 1
      }
    }
    guard open == 0 else { throw .unbalanced }
  }

  /// The index after the `]` of a set that begins at an index.
  fileprivate static func end(ofSet pattern: [UInt8], at start: Int) -> Int? {
    var index = start + 1
    if index < pattern.count, pattern[index] == UInt8(ascii: "^") { index += 1 }
    // A `]` that comes first belongs to the set.
    repeat {
      guard index < pattern.count else { return nil }
      let byte = pattern[index]
      index += 1
      if byte == UInt8(ascii: "%") { index += 1 }
    } while index >= pattern.count || pattern[index] != UInt8(ascii: "]")
    return index < pattern.count ? index + 1 : nil
  }
}

/// One attempt, in the manner of Lua's own matcher: recursion with backtracking.
private struct Matcher {
  private struct Capture {
    var start: Int
    /// nil while it's open.
    var end: Int?
  }

  let pattern: [UInt8]
  let subject: [UInt8]
  private var captures: [Capture] = []
  private var work = 100_000
  private var depth = 200

  init(pattern: [UInt8], subject: [UInt8]) {
    self.pattern = pattern
    self.subject = subject
  }

  mutating func matchesAll() -> Bool { match(0, pattern.first == UInt8(ascii: "^") ? 1 : 0) }

  /// Whether the rest of the subject matches the rest of the pattern.
  private mutating func match(_ position: Int, _ index: Int) -> Bool {
    work -= 1
    depth -= 1
    defer { depth += 1 }
    guard work > 0, depth > 0 else { return false }
    guard index < pattern.count else { return position == subject.count }
    switch pattern[index] {
    case UInt8(ascii: "("):
      captures.append(Capture(start: position))
      if match(position, index + 1) { return true }
      captures.removeLast()
      return false
    case UInt8(ascii: ")"):
      guard let open = captures.lastIndex(where: { $0.end == nil }) else { return false }
      captures[open].end = position
      if match(position, index + 1) { return true }
      captures[open].end = nil
      return false
    case UInt8(ascii: "$") where index + 1 == pattern.count: return position == subject.count
    case UInt8(ascii: "%") where index + 1 < pattern.count:
      switch pattern[index + 1] {
      case UInt8(ascii: "b"): return balanced(position, index)
      case UInt8(ascii: "f"): return frontier(position, index)
      case UInt8(ascii: "1")...UInt8(ascii: "9"): return repeated(position, index)
      default: return single(position, index)
      }
    default: return single(position, index)
    }
  }

  /// A character class and what may follow it: `*`, `+`, `-`, `?`.
  private mutating func single(_ position: Int, _ index: Int) -> Bool {
    let end = classEnd(index)
    let suffix = end < pattern.count ? pattern[end] : 0
    switch suffix {
    case UInt8(ascii: "?"):
      if fits(position, index, end), match(position + 1, end + 1) { return true }
      return match(position, end + 1)
    case UInt8(ascii: "*"), UInt8(ascii: "+"):
      var count = 0
      while fits(position + count, index, end) { count += 1 }
      let least = suffix == UInt8(ascii: "+") ? 1 : 0
      while count >= least {
        if match(position + count, end + 1) { return true }
        count -= 1
      }
      return false
    case UInt8(ascii: "-"):
      var next = position
      while true {
        if match(next, end + 1) { return true }
        guard fits(next, index, end), work > 0 else { return false }
        next += 1
      }
    default: return fits(position, index, end) && match(position + 1, end)
    }
  }

  private mutating func balanced(_ position: Int, _ index: Int) -> Bool {
    guard position < subject.count, subject[position] == pattern[index + 2] else { return false }
    var level = 1
    for next in (position + 1)..<max(position + 1, subject.count) {
      work -= 1
      if subject[next] == pattern[index + 3] {
        level -= 1
        if level == 0 { return match(next + 1, index + 4) }
      } else if subject[next] == pattern[index + 2] {
        level += 1
      }
    }
    return false
  }

  private mutating func frontier(_ position: Int, _ index: Int) -> Bool {
    let end = classEnd(index + 2)
    let before = position > 0 ? subject[position - 1] : 0
    let after = position < subject.count ? subject[position] : 0
    return !isInSet(before, index + 2, end) && isInSet(after, index + 2, end) && match(position, end)
  }

  private mutating func repeated(_ position: Int, _ index: Int) -> Bool {
    let number = Int(pattern[index + 1]) - 49
    guard captures.indices.contains(number), let end = captures[number].end else { return false }
    let text = subject[captures[number].start..<end]
    work -= text.count
    guard subject[position...].starts(with: text) else { return false }
    return match(position + text.count, index + 2)
  }

  private func classEnd(_ index: Int) -> Int {
    switch pattern[index] {
    case UInt8(ascii: "%"): min(index + 2, pattern.count)
    case UInt8(ascii: "["): LuaPattern.end(ofSet: pattern, at: index) ?? pattern.count
    default: index + 1
    }
  }

  private mutating func fits(_ position: Int, _ index: Int, _ end: Int) -> Bool {
    work -= 1
    guard position < subject.count else { return false }
    switch pattern[index] {
    case UInt8(ascii: "."): return true
    case UInt8(ascii: "%"): return Self.isIn(subject[position], pattern[index + 1])
    case UInt8(ascii: "["): return isInSet(subject[position], index, end)
    default: return pattern[index] == subject[position]
    }
  }

  private func isInSet(_ byte: UInt8, _ start: Int, _ end: Int) -> Bool {
    var index = start + 1
    let isComplement = pattern[index] == UInt8(ascii: "^")
    if isComplement { index += 1 }
    let last = end - 1
    while index < last {
      if pattern[index] == UInt8(ascii: "%"), index + 1 < last {
        if Self.isIn(byte, pattern[index + 1]) { return !isComplement }
        index += 2
      } else if index + 2 < last, pattern[index + 1] == UInt8(ascii: "-") {
        if pattern[index] <= byte, byte <= pattern[index + 2] { return !isComplement }
        index += 3
      } else {
        if pattern[index] == byte { return !isComplement }
        index += 1
      }
    }
    return isComplement
  }

  /// The classes of C's `isalpha` and the rest, in the C locale; a capital letter is the complement.
  private static func isIn(_ byte: UInt8, _ name: UInt8) -> Bool {
    let isLetter = (97...122).contains(byte | 0x20)
    let isDigit = (48...57).contains(byte)
    let result: Bool
    switch name | 0x20 {
    case UInt8(ascii: "a"): result = isLetter
    case UInt8(ascii: "d"): result = isDigit
    case UInt8(ascii: "l"): result = (97...122).contains(byte)
    case UInt8(ascii: "u"): result = (65...90).contains(byte)
    case UInt8(ascii: "w"): result = isLetter || isDigit
    case UInt8(ascii: "x"): result = isDigit || (97...102).contains(byte | 0x20)
    case UInt8(ascii: "s"): result = byte == 32 || (9...13).contains(byte)
    case UInt8(ascii: "c"): result = byte < 32 || byte == 127
    case UInt8(ascii: "g"): result = (33...126).contains(byte)
    case UInt8(ascii: "p"): result = (33...126).contains(byte) && !isLetter && !isDigit
    default: return name == byte
    }
    let isName = (97...122).contains(name | 0x20)
    return isName && name & 0x20 == 0 ? !result : result
  }
}
