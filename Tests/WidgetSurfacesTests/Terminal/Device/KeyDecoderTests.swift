import Testing
import WidgetSurfaces
import WidgetTesting

@Suite struct KeyDecoderTests {
  private func keys(_ text: String) -> [Key] {
    var decoder = KeyDecoder()
    return decoder.decode(text.utf8)
  }

  @Test(
    "Each sequence is decoded as its key",
    arguments: [
      ("a", [.character("a")]),
      ("é€😀", [.character("é"), .character("€"), .character("😀")]),
      ("\r\n", [.enter, .enter]),
      ("\t\u{1B}[Z", [.tab, .backTab]),
      ("\u{7F}\u{8}", [.backspace, .backspace]),
      ("\u{3}\u{4}\u{C}\u{1A}", [.control("c"), .control("d"), .control("l"), .control("z")]),
      ("\u{0}\u{1C}\u{1F}", [.control("@"), .control("\\"), .control("_")]),
      ("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D", [.up, .down, .right, .left]),
      ("\u{1B}OA\u{1B}OB\u{1B}OC\u{1B}OD", [.up, .down, .right, .left]),
      ("\u{1B}[1;5C", [.right]),
      (
        "\u{1B}[H\u{1B}[F\u{1B}OH\u{1B}OF\u{1B}[1~\u{1B}[4~\u{1B}[7~\u{1B}[8~",
        [.home, .end, .home, .end, .home, .end, .home, .end]
      ),
      ("\u{1B}[2~\u{1B}[3~\u{1B}[5~\u{1B}[6~\u{1B}[3;5~", [.insert, .delete, .pageUp, .pageDown, .delete]),
      ("\u{1B}x\u{1B}\u{1B}[A", [.alt("x"), .escape, .up]),
      ("\u{1B}[I\u{1B}[O", [.focusGained, .focusLost]),
      ("\u{1B}[<0;12;5M\u{1B}[<0;12;5m", [.click(column: 11, row: 4), .release(column: 11, row: 4)]),
      ("\u{1B}[<16;1;1M\u{1B}[<2;1;1M\u{1B}[<32;1;1M", [.click(column: 0, row: 0), .drag(column: 0, row: 0)]),
      ("\u{1B}[<2;1;1m\u{1B}[<35;1;1M\u{1B}[M#!!", [.release(column: 0, row: 0)]),
      ("\u{1B}[1;2A\u{1B}[1;2B\u{1B}[1;2C\u{1B}[1;2D\u{1B}[a", [.shiftUp, .shiftDown, .shiftRight, .shiftLeft, .shiftUp]),
      ("\u{1B}[<64;1;1M\u{1B}[<65;1;1M", [.scrollUp, .scrollDown]),
      ("\u{1B}[<0;0;5M\u{1B}[<0;5M\u{1B}[<0;99999999999999999999;1M", []),
      ("\u{1B}[M !!q", [.click(column: 0, row: 0), .character("q")]),
      ("\u{1B}[7;3R", [.cursorPosition(column: 2, row: 6)]),
      ("\u{1B}[200~q\u{3}\u{1B}[A\u{1B}[201x\u{1B}[201~w", [.paste("q\u{3}\u{1B}[A\u{1B}[201x"), .character("w")]),
      ("\u{1B}[?1;2c\u{1B}[99999x\u{1B}[15~\u{1B}[[Aq", [.character("q")]),
      ("\u{1B}]11;rgb:0/0/0\u{7}\u{1B}]11;q\u{1B}\\\u{1B}P1+r\u{1B}\\q", [.character("q")]),
      ("\u{1B}[12\u{3}q", [.control("c"), .character("q")]),
      ("\u{85}", [.character("\u{FFFD}")]),
    ] as [(String, [Key])])
  func sequences(_ text: String, _ expected: [Key]) {
    #expect(keys(text) == expected)
    var decoder = KeyDecoder()
    #expect(text.utf8.flatMap { decoder.decode(CollectionOfOne($0)) } == expected, "cut after each byte")
    #expect(decoder.isPending == false)
  }

  @Test(
    "Each byte that is not UTF-8 is one replacement character, and the next key is complete",
    arguments: [
      ([0xFF, 0x71], 1), ([0xC3, 0x71], 1), ([0xC0, 0xAF, 0x71], 2), ([0xE0, 0x80, 0x80, 0x71], 1),
      ([0xED, 0xA0, 0x80, 0x71], 1), ([0xF4, 0x90, 0x80, 0x80, 0x71], 1), ([0xE2, 0x82, 0x71], 1),
    ] as [([UInt8], Int)])
  func invalidUTF8(_ bytes: [UInt8], _ replacements: Int) {
    var decoder = KeyDecoder()
    let expected = Array(repeating: Key.character("\u{FFFD}"), count: replacements) + [.character("q")]
    #expect(decoder.decode(bytes) == expected)
  }

  @Test("ESC without further bytes is the Escape key")
  func escape() {
    var decoder = KeyDecoder()
    #expect(decoder.decode([0x1B]) == [])
    #expect(decoder.isPending)
    #expect(decoder.flush() == [.escape])
    #expect(!decoder.isPending)
    #expect(decoder.flush() == [])
    #expect(decoder.decode(Array("\u{1B}[".utf8)) == [])
    #expect(decoder.flush() == [.alt("[")])
    #expect(decoder.decode(Array("\u{1B}]0;no end".utf8)) == [])
    #expect(decoder.flush() == [])
    #expect(decoder.decode([0x71]) == [.character("q")])
  }

  @Test("Pasted text is one key, however slowly it arrives")
  func slowPaste() {
    var decoder = KeyDecoder()
    #expect(decoder.decode(Array("\u{1B}[200~rm\n".utf8)) == [])
    #expect(!decoder.isPending)
    #expect(decoder.flush() == [])
    #expect(decoder.decode(Array(" \u{1B}[A-é\u{1B}[20".utf8)) == [])
    #expect(decoder.decode(Array("1~q".utf8)) == [.paste("rm\n \u{1B}[A-é"), .character("q")])
    #expect(decoder.decode(Array("\u{1B}[200~\u{1B}[201~q".utf8)) == [.character("q")])
  }

  @Test("A pasted text without an end is dropped when it is abandoned; the next byte is a key")
  func abandonedPaste() {
    var decoder = KeyDecoder()
    #expect(decoder.decode(Array("\u{1B}[200~ab\u{1B}".utf8)) == [] && decoder.isInPaste)
    decoder.abandonPaste()
    #expect(!decoder.isInPaste && !decoder.isPending)
    #expect(decoder.decode([0x71]) == [.character("q")])
    decoder.abandonPaste()
    #expect(decoder.decode(Array("\u{1B}[200~c\u{1B}[201~".utf8)) == [.paste("c")])
  }

  @Test("Pasted text of up to 4 KiB is taken; longer text is ignored as a whole")
  func longPaste() {
    var decoder = KeyDecoder()
    func paste(_ count: Int) -> [Key] {
      decoder.decode(Array("\u{1B}[200~\(String(repeating: "a", count: count))\u{1B}[201~q".utf8))
    }
    #expect(paste(4095) == [.paste(String(repeating: "a", count: 4095)), .character("q")])
    #expect(paste(4096) == [.character("q")])
    #expect(paste(1_000_000) == [.character("q")])
  }

  @Test("Any bytes are safe, and after a flush the decoder is ready")
  func fuzz() {
    var random = SeededGenerator(seed: 1)
    let likely = Array("\u{1B}\u{1B}\u{1B}[[[<;;0129~MmRZOP]_\\?200~\u{7}é".utf8)
    for _ in 0..<3_000 {
      var decoder = KeyDecoder()
      let bytes = (0..<Int.random(in: 0...200, using: &random)).map { _ in
        Bool.random(using: &random) ? likely.randomElement(using: &random) ?? 0 : UInt8.random(in: 0...255, using: &random)
      }
      for chunk in stride(from: 0, to: bytes.count, by: 7) { _ = decoder.decode(bytes[chunk..<min(chunk + 7, bytes.count)]) }
      _ = decoder.flush()
      #expect(!decoder.isPending)
      _ = decoder.decode(Array("\u{1B}[201~".utf8))  // in case a paste was open
      _ = decoder.flush()
      #expect(decoder.decode([0x71]) == [.character("q")])
    }
    var decoder = KeyDecoder()
    #expect(
      decoder.decode(Array("\u{1B}[".utf8) + Array(repeating: 0x39, count: 100_000) + Array("~q".utf8)) == [.character("q")])
  }
}
