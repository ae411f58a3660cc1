/// One field of a cron schedule: the numbers it matches.
struct CronField: Sendable, Equatable {
  enum Name: String {
    case minute, hour
    case day = "day of the month"
    case month
    case weekday = "day of the week"

    var range: ClosedRange<Int> {
      switch self {
      case .minute: 0...59
      case .hour: 0...23
      case .day: 1...31
      case .month: 1...12
      case .weekday: 0...7
      }
    }

    var words: [String] {
      switch self {
      case .month: ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
      case .weekday: ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]
      default: []
      }
    }
  }

  /// Whether it begins with `*`. If one of the two day fields does, both must match; otherwise either may.
  let isAny: Bool
  private let mask: UInt64

  var values: [Int] { (0..<64).filter { mask & (1 << UInt64($0)) != 0 } }

  init(_ text: Substring, _ name: Name) throws(CronError) {
    var mask: UInt64 = 0
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let pieces = part.split(separator: "/", omittingEmptySubsequences: false)
      guard let span = pieces.first, pieces.count <= 2 else { throw .badField(name.rawValue, String(text)) }
      var (range, isSingle) = try Self.range(span, name, in: text)
      var step = 1
      if pieces.count == 2 {
        guard let number = Self.number(pieces[1]), number >= 1 else { throw .badField(name.rawValue, String(text)) }
        step = number
        if isSingle { range = range.lowerBound...name.range.upperBound }
      }
      for value in stride(from: range.lowerBound, through: range.upperBound, by: step) {
        mask |= 1 << UInt64(name == .weekday ? value % 7 : value)
      }
    }
    guard mask != 0 else { throw .badField(name.rawValue, String(text)) }
    self.mask = mask
    isAny = text.first == "*"
  }

  func contains(_ value: Int) -> Bool { (0..<64).contains(value) && mask & (1 << UInt64(value)) != 0 }

  private static func range(
    _ text: Substring, _ name: Name, in field: Substring
  ) throws(CronError) -> (range: ClosedRange<Int>, isSingle: Bool) {
    if text == "*" { return (name.range, false) }
    var bounds: [Int] = []
    for piece in text.split(separator: "-", omittingEmptySubsequences: false) {
      let word = name.words.firstIndex(of: piece.lowercased()).map { $0 + (name == .month ? 1 : 0) }
      guard let value = word ?? number(piece) else { throw .badField(name.rawValue, String(field)) }
      guard name.range.contains(value) else { throw .outOfRange(name.rawValue, value, name.range) }
      bounds.append(value)
    }
    if bounds.count == 1 { return (bounds[0]...bounds[0], true) }
    guard bounds.count == 2 else { throw .badField(name.rawValue, String(field)) }
    // `fri-sun`: Sunday is also the last day.
    if name == .weekday, bounds[1] == 0, bounds[0] > 0 { bounds[1] = 7 }
    guard bounds[0] <= bounds[1] else { throw .badField(name.rawValue, String(field)) }
    return (bounds[0]...bounds[1], false)
  }

  private static func number(_ text: Substring) -> Int? {
    guard (1...4).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return Int(text)
  }
}

/// Why a text isn't a cron schedule.
public enum CronError: Error, Sendable, Equatable, CustomStringConvertible {
  case fieldCount(Int)
  case badField(String, String)
  case outOfRange(String, Int, ClosedRange<Int>)
  case neverComes(String)

  public var description: String {
    switch self {
    case .fieldCount: "must have five fields: minute hour day month weekday, such as \"0 7 * * mon-fri\""
    case .badField(let name, let text) where text.count > 3 && text.allSatisfy(\.isLetter):
      "the \(name) \(text.quoted) is not known; names have three letters, such as \(String(text.prefix(3)).lowercased().quoted)"
    case .badField(let name, let text): "the \(name) \(text.quoted) is not a number, a range, a list or a step"
    case .outOfRange(let name, let value, let range):
      "the \(name) must be from \(range.lowerBound) to \(range.upperBound), got \(value)"
    case .neverComes(let text): "\(text.quoted) names a date that never comes"
    }
  }
}
