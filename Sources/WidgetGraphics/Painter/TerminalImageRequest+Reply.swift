extension TerminalImageRequest {
  /// Whether the bytes are an image in the requested protocol and nothing else.
  ///
  /// The bytes are written to the terminal unchanged. A painter compromised by a hostile image could otherwise send sequences to
  /// set the clipboard or the title, or make kitty read files.
  public func isValidReply(_ bytes: [UInt8]) -> Bool {
    switch graphics {
    // The canvas parses these character by character.
    case .blocks: return true
    case .iterm2: return isFile(bytes)
    case .sixel: return isSixel(bytes)
    case .kitty where usesPlaceholders:
      // The placeholders follow; the canvas parses them character by character.
      let end = zip(bytes, bytes.dropFirst()).enumerated().first { $1.0 == 0x1B && $1.1 == 0x5B }?.offset ?? bytes.count
      return isTransmission(bytes[..<end], begin: "\u{1B}Ptmux;\u{1B}\u{1B}_G", end: "\u{1B}\u{1B}\\\u{1B}\\")
    case .kitty: return isTransmission(bytes[...], begin: "\u{1B}_G", end: "\u{1B}\\")
    }
  }

  /// Whether the bytes transmit one image directly, in one or more chunks.
  private func isTransmission(_ bytes: ArraySlice<UInt8>, begin: String, end: String) -> Bool {
    let keys = Set(
      ["a=T", "U=1", "q=2", "f=100", "i=\(imageID)", "p=1", "C=1", "m=0", "m=1"].map { Array($0.utf8) })
    let (begin, end) = (Array(begin.utf8), Array(end.utf8))
    var rest = bytes
    while !rest.isEmpty {
      guard rest.starts(with: begin) else { return false }
      rest = rest.dropFirst(begin.count)
      let piece = rest.prefix { $0 != 0x1B }
      rest = rest.dropFirst(piece.count)
      guard rest.starts(with: end), let semicolon = piece.firstIndex(of: 0x3B) else { return false }
      rest = rest.dropFirst(end.count)
      let isKnown = piece[..<semicolon].split(separator: 0x2C).allSatisfy { key in
        keys.contains(Array(key)) || key.starts(with: "c=".utf8) || key.starts(with: "r=".utf8)
      }
      guard isKnown, piece[semicolon...].allSatisfy({ (0x20...0x7E).contains($0) }) else { return false }
    }
    return !bytes.isEmpty
  }

  /// Whether the bytes are a single file to show in place: with `inline=0`, terminals store it in a folder.
  private func isFile(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    for (name, isLast) in [
      ("\u{1B}]1337;File=inline=1;size=", false), (";width=", false), (";height=", false), (";preserveAspectRatio=1:", true),
    ] {
      guard rest.starts(with: name.utf8) else { return false }
      rest = rest.dropFirst(name.utf8.count)
      if !isLast { rest = rest.drop { Self.digits.contains($0) } }
    }
    return rest.last == 0x07 && rest.dropLast().allSatisfy { Self.isBase64($0) }
  }

  /// Whether the bytes are one sixel image, `ESC P digits;… q payload ESC \`, and line ends. Anything else after `ESC P` is
  /// another control function: a query, a setting, a macro.
  private func isSixel(_ bytes: [UInt8]) -> Bool {
    guard bytes.starts(with: "\u{1B}P".utf8) else { return false }
    var rest = bytes.dropFirst(2).drop { Self.digits.contains($0) || $0 == 0x3B }
    guard rest.first == UInt8(ascii: "q"), bytes.count - rest.count <= 16 else { return false }
    rest = rest.dropFirst()
    while let byte = rest.first, byte != 0x1B {
      rest = rest.dropFirst()
      switch byte {
      // Six pixels, the end of a row, the end of a band.
      case 0x3F...0x7E, UInt8(ascii: "$"), UInt8(ascii: "-"): continue
      case UInt8(ascii: "!"):
        // This many times the same six pixels: no more than the image has.
        let count = rest.prefix { Self.digits.contains($0) }
        rest = rest.dropFirst(count.count)
        guard let number = Int(String(decoding: count, as: UTF8.self)), (1...columns * cellWidth).contains(number),
          rest.first.map({ (0x3F...0x7E).contains($0) }) == true
        else { return false }
      // The size of the image; a colour.
      case UInt8(ascii: "\""), UInt8(ascii: "#"):
        let parameters = rest.prefix { Self.digits.contains($0) || $0 == 0x3B }
        guard (1...32).contains(parameters.count) else { return false }
        rest = rest.dropFirst(parameters.count)
      default: return false
      }
    }
    guard rest.starts(with: "\u{1B}\\".utf8) else { return false }
    return rest.dropFirst(2).allSatisfy { $0 == 0x0A || $0 == 0x0D }
  }

  private static let digits: ClosedRange<UInt8> = 0x30...0x39

  /// The characters of standard Base64 (RFC 4648 section 4), padding included.
  private static func isBase64(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), digits, UInt8(ascii: "+"),
      UInt8(ascii: "/"),
      UInt8(ascii: "="):
      true
    default: false
    }
  }
}
