import WidgetModel
import WidgetTesting

/// Makes invalid and hostile values.
struct RandomValues {
  var generator: SeededGenerator
  /// Keys accepted by the reader under test, so the values reach nested fields.
  let keys: [String]

  private static let numbers: [Double] = [
    0, -0.0, 1, -1, 0.5, 1e9, -1e9, 1e300, .nan, .infinity, -.infinity, 9.3e18, .leastNonzeroMagnitude,
  ]
  private static let integers: [Int64] = [0, 1, -1, 5, 1 << 31, 1 << 53, .max, .min]
  private static let strings = [
    "", "x", "red", "#12abff", "#zzzzzz", "title", "text", "vstack", "5m", "never", "1e999w", "* * * * *", "*/0 99 * * *",
    "é\u{301}",
    "\u{1B}[31m", "\u{202E}", "javascript:x", "https://a.example", "16MB", "999999999999999999999GB", "\0", "🇩🇪", "choice",
    "string",
  ]

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &generator)]
  }

  mutating func value(depth: Int) -> LuaValue {
    switch Int.random(in: 0..<(depth > 0 ? 14 : 8), using: &generator) {
    case 0: .null
    case 1: .boolean(chance(50))
    case 2: .integer(pick(Self.integers))
    case 3: .number(pick(Self.numbers))
    case 4...6: .string(chance(90) ? pick(Self.strings) : String(repeating: pick(Self.strings), count: 300))
    case 7: .bytes((0..<Int.random(in: 0...8, using: &generator)).map { _ in UInt8.random(in: 0...255, using: &generator) })
    case 8...10: .array((0..<Int.random(in: 0...4, using: &generator)).map { _ in value(depth: depth - 1) })
    default: .table(table(depth: depth - 1))
    }
  }

  mutating func table(depth: Int) -> [String: LuaValue] {
    var table: [String: LuaValue] = [:]
    for _ in 0..<Int.random(in: 0...5, using: &generator) {
      table[chance(85) ? pick(keys) : pick(Self.strings)] = value(depth: depth)
    }
    return table
  }

  /// The same value with one random change.
  mutating func mutated(_ value: LuaValue) -> LuaValue {
    if chance(15) { return self.value(depth: 3) }
    switch value {
    case .array(var elements) where !elements.isEmpty:
      let index = Int.random(in: 0..<elements.count, using: &generator)
      if chance(10) { elements.append(elements[index]) } else { elements[index] = mutated(elements[index]) }
      return .array(elements)
    case .table(var fields) where !fields.isEmpty:
      if chance(20) {
        fields[pick(keys)] = self.value(depth: 2)
      } else {
        let key = pick(fields.keys.sorted())
        if chance(10) { fields[key] = nil } else { fields[key] = mutated(fields[key] ?? .null) }
      }
      return .table(fields)
    default: return self.value(depth: 1)
    }
  }
}
