import Testing
import WidgetModel
import WidgetTesting

@Suite struct MessagePackTests {
  @Test(
    "each value has one shortest encoding",
    arguments: [
      (.null, "c0"), (.boolean(false), "c2"), (.boolean(true), "c3"),
      (0, "00"), (127, "7f"), (128, "cc80"), (255, "ccff"), (256, "cd0100"), (65535, "cdffff"), (65536, "ce00010000"),
      (.integer(0xFFFF_FFFF), "ceffffffff"), (.integer(0x1_0000_0000), "d30000000100000000"),
      (-1, "ff"), (-32, "e0"), (-33, "d3ffffffffffffffdf"), (.integer(.min), "d38000000000000000"),
      (.integer(.max), "d37fffffffffffffff"),
      (.number(3), "cb4008000000000000"), (.number(-0.0), "cb8000000000000000"), (.number(.infinity), "cb7ff0000000000000"),
      ("", "a0"), ("a", "a161"), ("é", "a2c3a9"), (.bytes([]), "c400"), (.bytes([0xFF, 0]), "c402ff00"),
      ([], "90"), ([1, "a", nil], "9301a161c0"), (.table([:]), "80"), (["b": 1, "a": [2.0]], "82a16191cb4000000000000000a16201"),
    ] as [(LuaValue, String)])
  func encoding(_ value: LuaValue, _ hex: String) throws {
    #expect(MessagePack.encode(value).hex == hex)
    #expect(MessagePack.size(of: value) == hex.utf8.count / 2)
    #expect(try MessagePack.decode(MessagePack.encode(value)) == value)
  }

  @Test(
    "lengths choose the width", arguments: [0, 15, 16, 31, 32, 255, 256, 65535, 65536])
  func lengths(_ count: Int) throws {
    let values: [LuaValue] = [
      .string(String(repeating: "x", count: count)), .bytes([UInt8](repeating: 0xFE, count: count)),
      .array([LuaValue](repeating: 7, count: count)),
      .table(Dictionary(uniqueKeysWithValues: (0..<count).map { ("k\($0)", true) })),
    ]
    for value in values {
      #expect(try MessagePack.decode(MessagePack.encode(value), maximumValues: count + 1) == value)
      #expect(MessagePack.size(of: value) == MessagePack.encode(value).count)
    }
  }

  @Test("every width is decoded, also where a shorter one would do")
  func widths() throws {
    let forms: [(String, LuaValue)] = [
      ("cc05", 5), ("cd0005", 5), ("ce00000005", 5), ("cf0000000000000005", 5), ("d005", 5), ("d0fb", -5), ("d1fffb", -5),
      ("d2fffffffb", -5), ("d3fffffffffffffffb", -5), ("ca3fc00000", 1.5), ("cfffffffffffffffff", 18_446_744_073_709_551_615.0),
      ("d90161", "a"), ("da000161", "a"), ("db0000000161", "a"), ("c50001ff", .bytes([0xFF])), ("c600000001ff", .bytes([0xFF])),
      ("dc000101", [1]), ("dd0000000101", [1]), ("de0001a16101", ["a": 1]), ("df00000001d9016101", ["a": 1]),
      ("81da00016101", ["a": 1]), ("81db000000016101", ["a": 1]),
    ]
    for (hex, value) in forms { #expect(try MessagePack.decode(bytes(hex)) == value, "\(hex)") }
  }

  @Test(
    "doubles survive a round trip bit for bit",
    arguments: [0x7FF8_0000_0000_1234, 0x8000_0000_0000_0000, 1, 0x7FF0_0000_0000_0001] as [UInt64])
  func doubles(_ pattern: UInt64) throws {
    guard case .number(let number) = try MessagePack.decode(MessagePack.encode(.number(Double(bitPattern: pattern)))) else {
      Issue.record("not a number")
      return
    }
    #expect(number.bitPattern == pattern)
  }

  @Test("of two equal keys the last one counts")
  func repeatedKeys() throws {
    #expect(try MessagePack.decode(bytes("82a16101a16102")) == ["a": 2])
  }

  @Test(
    "anything but exactly one value is refused",
    arguments: [
      ("", .truncated), ("c000", .trailingBytes), ("a2c3", .truncated), ("a1ff", .notUTF8), ("a3eda080", .notUTF8),
      ("d9", .truncated), ("dbffffffff", .truncated), ("c6ffffffff", .truncated), ("ddffffffff", .truncated),
      ("dfffffffff", .truncated), ("9201", .truncated), ("81a1", .truncated), ("cb00", .truncated),
      ("810102", .keyNotText), ("81c4016102", .keyNotText), ("81c002", .keyNotText),
      ("c1", .unsupportedType(0xC1)), ("c70000", .unsupportedType(0xC7)), ("c8000000", .unsupportedType(0xC8)),
      ("c90000000000", .unsupportedType(0xC9)), ("d40000", .unsupportedType(0xD4)), ("d50000", .unsupportedType(0xD5)),
      ("d60000", .unsupportedType(0xD6)), ("d70000", .unsupportedType(0xD7)), ("d80000", .unsupportedType(0xD8)),
    ] as [(String, MessagePack.Problem)])
  func refused(_ hex: String, _ problem: MessagePack.Problem) {
    #expect(throws: problem) { try MessagePack.decode(bytes(hex)) }
  }

  @Test("80 levels of containers are allowed, 81 are not")
  func depth() throws {
    let deepest = [UInt8](repeating: 0x91, count: 80) + [0xC0]
    #expect(MessagePack.encode(try MessagePack.decode(deepest)) == deepest)
    #expect(throws: MessagePack.Problem.tooDeep) { try MessagePack.decode([0x91] + deepest) }
    #expect(throws: MessagePack.Problem.tooDeep) { try MessagePack.decode([UInt8](repeating: 0x91, count: 100_000)) }
    #expect(throws: MessagePack.Problem.tooDeep) { try MessagePack.decode([0x91, 0x91, 0xC0], maximumDepth: 1) }
  }

  @Test("containers and their elements are counted")
  func count() throws {
    let encoded = MessagePack.encode([1, [2, ["a": 3]]])
    #expect(throws: MessagePack.Problem.tooManyValues) { try MessagePack.decode(encoded, maximumValues: 5) }
    #expect(try MessagePack.decode(encoded, maximumValues: 6) == [1, [2, ["a": 3]]])
    #expect(throws: MessagePack.Problem.tooManyValues) { try MessagePack.decode([0xC0], maximumValues: 0) }
  }

  @Test("a value of any shape survives a round trip", arguments: UInt64(1)...40)
  func roundTrip(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      let encoded = MessagePack.encode(generator.value(depth: 5))
      // Compared as bytes: nan isn't equal to itself.
      #expect(MessagePack.encode(try MessagePack.decode(encoded)) == encoded)
    }
  }

  @Test("any bytes give a value or an error and never trap", arguments: UInt64(1)...40)
  func hostile(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      var input: [UInt8]
      if Bool.random(using: &generator) {
        input = (0..<Int.random(in: 0...64, using: &generator)).map { _ in .random(in: 0...255, using: &generator) }
      } else {
        input = MessagePack.encode(generator.value(depth: 4))
        for _ in 0..<Int.random(in: 1...3, using: &generator) where !input.isEmpty {
          let index = Int.random(in: 0..<input.count, using: &generator)
          switch Int.random(in: 0...2, using: &generator) {
          case 0: input[index] = .random(in: 0...255, using: &generator)
          case 1: input.remove(at: index)
          default: input = Array(input[..<index])
          }
        }
      }
      guard let value = try? MessagePack.decode(input) else { continue }
      let encoded = MessagePack.encode(value)
      #expect((try? MessagePack.decode(encoded)).map(MessagePack.encode) == encoded)
    }
  }

  @Test("a value that is cut anywhere is reported as truncated")
  func cut() throws {
    let encoded = MessagePack.encode([1, "text", ["key": .bytes([1, 2, 3]), "other": -7.5], 70000, nil])
    for count in 0..<encoded.count {
      #expect(throws: MessagePack.Problem.truncated, "\(count)") { try MessagePack.decode(Array(encoded[..<count])) }
    }
  }
}

extension SeededGenerator {
  fileprivate mutating func value(depth: Int) -> LuaValue {
    switch Int.random(in: 0...(depth > 0 ? 8 : 6), using: &self) {
    case 0: return .null
    case 1: return .boolean(.random(using: &self))
    case 2: return .integer(Int64(truncatingIfNeeded: next() >> UInt64.random(in: 0...63, using: &self)))
    case 3: return .integer(-Int64(next() >> UInt64.random(in: 1...63, using: &self)))
    case 4: return .number(Double(bitPattern: next()))
    case 5: return .string(text())
    case 6: return .bytes((0..<Int.random(in: 0...300, using: &self)).map { _ in .random(in: 0...255, using: &self) })
    case 7: return .array((0..<Int.random(in: 0...20, using: &self)).map { _ in value(depth: depth - 1) })
    default:
      var fields: [String: LuaValue] = [:]
      for _ in 0..<Int.random(in: 0...20, using: &self) { fields[text()] = value(depth: depth - 1) }
      return .table(fields)
    }
  }

  private mutating func text() -> String {
    let scalars: [Unicode.Scalar] = ["a", "\0", "\n", "é", "e\u{301}".unicodeScalars.last ?? "e", "漢", "👋"]
    return String(
      String.UnicodeScalarView((0..<Int.random(in: 0...40, using: &self)).map { _ in scalars.randomElement(using: &self) ?? "x" })
    )
  }
}

private func bytes(_ hex: String) -> [UInt8] {
  let digits = Array(hex)
  return stride(from: 0, to: digits.count - 1, by: 2).compactMap { UInt8(String(digits[$0...($0 + 1)]), radix: 16) }
}

extension [UInt8] {
  fileprivate var hex: String { map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
}
