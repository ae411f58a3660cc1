/// A terminal's response to a query. Others are ignored.
public enum TerminalResponse: Sendable, Equatable {
  /// The state of a mode, and whether it can be changed (DECRPM, VT510 manual).
  public enum ModeState: Int, Sendable, Equatable {
    case unknown = 0, set, reset, permanentlySet, permanentlyReset
  }

  /// DA1: `ESC [ ? 62 ; 4 c`. Every terminal responds to it, so it is queried last and marks the end of the responses.
  case attributes([Int])
  /// DECRPM: `ESC [ ? 2026 ; 2 $ y`.
  case mode(Int, ModeState)
  /// `ESC [ 6 ; height ; width t`, pixels.
  case cellSize(width: Int, height: Int)
  /// XTVERSION: `ESC P > | kitty(0.36.4) ESC \`.
  case version(String)
  /// kitty's graphics protocol: `ESC _ G i=31;OK ESC \`.
  case graphics(id: Int, isOK: Bool)
}

extension TerminalResponse {
  /// - Parameters:
  ///   - sequence: The bytes between `ESC [` and the final byte.
  init?(controlSequence sequence: [UInt8], final: UInt8) {
    switch (sequence.first, final) {
    case (0x3F?, 0x63):  // ? c
      guard let numbers = Self.numbers(sequence.dropFirst()) else { return nil }
      self = .attributes(numbers)
    case (0x3F?, 0x79) where sequence.last == 0x24:  // ? $ y
      guard let numbers = Self.numbers(sequence.dropFirst().dropLast()), numbers.count == 2,
        let state = ModeState(rawValue: numbers[1])
      else { return nil }
      self = .mode(numbers[0], state)
    case (_, 0x74):  // t
      guard let numbers = Self.numbers(sequence[...]), numbers.count == 3, numbers[0] == 6 else { return nil }
      self = .cellSize(width: numbers[2], height: numbers[1])
    default: return nil
    }
  }

  /// - Parameters:
  ///   - text: The string without its terminator.
  ///   - introducer: The byte after ESC: `P` for a device control string, `_` for an application program command.
  init?(string text: [UInt8], introducer: UInt8) {
    switch introducer {
    case 0x50 where text.starts(with: ">|".utf8):
      self = .version(String(decoding: text.dropFirst(2), as: UTF8.self))
    case 0x5F where text.first == 0x47:  // G
      let parts = text.dropFirst().split(separator: 0x3B, maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { return nil }
      let keys = parts[0].split(separator: 0x2C)
      guard let id = keys.first(where: { $0.starts(with: "i=".utf8) }).flatMap({ Self.numbers($0.dropFirst(2)) }),
        id.count == 1
      else { return nil }
      self = .graphics(id: id[0], isOK: parts[1].elementsEqual("OK".utf8))
    default: return nil
    }
  }

  /// Parses `1;5` as [1, 5]; an empty parameter is 0. nil for anything but a list of small numbers.
  static func numbers(_ bytes: ArraySlice<UInt8>) -> [Int]? {
    var result = [0]
    for byte in bytes {
      switch byte {
      case 0x30...0x39:
        let value = result[result.count - 1] * 10 + Int(byte - 0x30)
        guard value < 100_000 else { return nil }
        result[result.count - 1] = value
      case 0x3B: result.append(0)
      default: return nil
      }
    }
    return result
  }
}
