extension TerminalImageRequest {
  /// Whether the bytes are an image in the requested protocol and nothing else.
  ///
  /// The bytes are written to the terminal unchanged. A painter compromised by a hostile image could otherwise send sequences that set
  /// the clipboard or the title, or make kitty read files.
  public func isValidReply(_ bytes: [UInt8]) -> Bool {
    switch graphics {
    // The canvas parses these character by character.
    case .blocks: return true
    case .iterm2:
      let head = "\u{1B}]1337;File=inline=1;size="
      return bytes.starts(with: head.utf8) && bytes.last == 0x07
        && bytes.dropFirst(head.utf8.count).dropLast().allSatisfy { (0x20...0x7E).contains($0) }
    case .sixel:
      let text = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
      let end = Array("\u{1B}\\".utf8)
      return text.starts(with: "\u{1B}P".utf8) && text.suffix(2).elementsEqual(end) && text.count >= 4
        && text.dropFirst(2).dropLast(2).allSatisfy { (0x20...0x7E).contains($0) }
        && bytes.dropFirst(text.count).allSatisfy { $0 == 0x0A || $0 == 0x0D }
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
      ["a=T", "U=1", "q=2", "f=100", "i=\(imageID)", "p=1", "C=1", "z=-1", "m=0", "m=1"].map { Array($0.utf8) })
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
}
