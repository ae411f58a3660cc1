public import WidgetModel

/// A terminal's response to a query. Others are ignored.
public enum TerminalResponse: Sendable, Equatable {
  /// A mode's state, and whether it can be changed (DECRPM, VT510 manual).
  public enum ModeState: Int, Sendable, Equatable {
    case unknown = 0, set, reset, permanentlySet, permanentlyReset
  }

  /// DA1: `ESC [ ? 62 ; 4 c`. Every terminal responds to it, so it's queried last and marks the end of the responses.
  case attributes([Int])
  /// DECRPM: `ESC [ ? 2026 ; 2 $ y`.
  case mode(Int, ModeState)
  /// `ESC [ 6 ; height ; width t`, pixels.
  case cellSize(width: Int, height: Int)
  /// XTVERSION: `ESC P > | kitty(0.36.4) ESC \`.
  case version(String)
  /// The background colour: `ESC ] 11 ; rgb:ffff/ffff/ffff ESC \`. Each part is from 0 to 1.
  case background(red: Double, green: Double, blue: Double)
  /// The terminal's colours have changed (mode 2031): `ESC [ ? 997 ; 1 n` is dark, 2 is light. It can come at any time.
  case colorScheme(ColorScheme)
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
    case (0x3F?, 0x6E):  // ? n
      guard let numbers = Self.numbers(sequence.dropFirst()), numbers.count == 2, numbers[0] == 997, [1, 2].contains(numbers[1])
      else { return nil }
      self = .colorScheme(numbers[1] == 1 ? .dark : .light)
    case (_, 0x74):  // t
      guard let numbers = Self.numbers(sequence[...]), numbers.count == 3, numbers[0] == 6 else { return nil }
      self = .cellSize(width: numbers[2], height: numbers[1])
    default: return nil
    }
  }

  /// - Parameters:
  ///   - text: The string without its terminator.
  ///   - introducer: The byte after ESC: `P` for a device control string, `_` for an application program command, `]` for an
  /// operating system command.
  init?(string text: [UInt8], introducer: UInt8) {
    switch introducer {
    case 0x50 where text.starts(with: ">|".utf8):
      self = .version(String(decoding: text.dropFirst(2), as: UTF8.self))
    case 0x5D where text.starts(with: "11;rgb".utf8):
      let fields = text.dropFirst(3).split(separator: 0x3A, maxSplits: 1)
      let parts = fields.last?.split(separator: 0x2F).compactMap { Self.colorPart($0) } ?? []
      // `rgba:` has a fourth part.
      guard fields.count == 2, (3...4).contains(parts.count) else { return nil }
      self = .background(red: parts[0], green: parts[1], blue: parts[2])
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

  /// A part of a colour (XParseColor(3)): one to four hexadecimal digits, where the largest number is 1.
  private static func colorPart(_ digits: ArraySlice<UInt8>) -> Double? {
    guard (1...4).contains(digits.count), let value = Int(String(decoding: digits, as: UTF8.self), radix: 16), value >= 0 else {
      return nil
    }
    return Double(value) / Double((1 << (4 * digits.count)) - 1)
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

/// A terminal's responses to one set of queries.
struct TerminalResponses: Sendable, Equatable {
  /// DA1; nil until it has arrived.
  var attributes: [Int]?
  /// XTVERSION, in order: tmux and the outer terminal may both respond.
  var names: [String] = []
  var supportsKittyGraphics = false
  var hasGraphicsResponse = false
  var modes: [Int: TerminalResponse.ModeState] = [:]
  var cell: TerminalFeatures.CellSize?
  /// Whether the background is light or dark.
  var background: ColorScheme?

  mutating func receive(_ response: TerminalResponse) {
    switch response {
    case .attributes(let numbers): attributes = numbers
    case .mode(let number, let state):
      // Modes that weren't queried are ignored.
      if [2026, 2027, 2031].contains(number) { modes[number] = state }
    case .cellSize(let width, let height): cell = TerminalFeatures.CellSize(width: width, height: height)
    case .background(let red, let green, let blue):
      // Brightness as seen by the eye (ITU-R BT.601).
      background = 0.299 * red + 0.587 * green + 0.114 * blue > 0.5 ? .light : .dark
    case .colorScheme(let scheme): background = scheme
    case .version(let name): if names.count < 4 { names.append(name) }
    case .graphics(let id, let isOK):
      guard id == TerminalQueries.graphicsID else { return }
      hasGraphicsResponse = true
      supportsKittyGraphics = isOK
    }
  }

  /// The first word of an XTVERSION response in lowercase, such as `kitty` for `kitty(0.36.4)`.
  static func program(_ name: String) -> String {
    String(name.prefix { $0.isLetter || $0.isNumber }).lowercased()
  }

  /// Whether the terminal supports a mode.
  func supports(_ mode: Int) -> Bool { [.set, .reset, .permanentlySet].contains(modes[mode]) }
}
