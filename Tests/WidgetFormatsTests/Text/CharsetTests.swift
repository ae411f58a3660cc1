import Foundation
import Testing
import WidgetModel
import WidgetTesting

@testable import WidgetFormats

@Suite struct CharsetTests {
  private static func decode(_ bytes: [UInt8], _ label: String?) -> String {
    String(decoding: CharsetDecoder.decode(bytes, label: label), as: UTF8.self)
  }

  @Test(
    "a text in any charset becomes UTF-8",
    arguments: [
      (nil, "naïve", Array("naïve".utf8)), ("utf-8", "é", [0xC3, 0xA9]), ("UTF8", "é", [0xC3, 0xA9]),
      ("iso-8859-1", "café €", [0x63, 0x61, 0x66, 0xE9, 0x20, 0x80]),
      ("windows-1251", "Привет", [0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2]),
      ("KOI8-R", "Привет", [0xF0, 0xD2, 0xC9, 0xD7, 0xC5, 0xD4]), ("Shift_JIS", "日本ｱ", [0x93, 0xFA, 0x96, 0x7B, 0xB1]),
      ("euc-jp", "日本ｱ丂", [0xC6, 0xFC, 0xCB, 0xDC, 0x8E, 0xB1, 0x8F, 0xB0, 0xA1]), ("gb2312", "中文", [0xD6, 0xD0, 0xCE, 0xC4]),
      ("gbk", "€", [0x80]), ("gb18030", "😀ḿ", [0x94, 0x39, 0xFC, 0x36, 0xA8, 0xBC]), ("big5", "中文", [0xA4, 0xA4, 0xA4, 0xE5]),
      ("big5-hkscs", "Ê̄ê̌𧉧", [0x88, 0x62, 0x88, 0xA5, 0x87, 0x45]), ("euc-kr", "한국", [0xC7, 0xD1, 0xB1, 0xB9]),
      ("iso-8859-8", "שלום", [0xF9, 0xEC, 0xE5, 0xED]), ("iso-8859-8-i", "ש", [0xF9]), ("utf-16", "hi", [0x68, 0, 0x69, 0]),
      ("utf-16be", "😀", [0xD8, 0x3D, 0xDE, 0]), ("utf-7", "+AOk-", Array("+AOk-".utf8)), ("klingon", "ok", Array("ok".utf8)),
      ("", "ok", Array("ok".utf8)), ("x-user-defined", "a\u{F780}\u{F7FF}", [0x61, 0x80, 0xFF]),
      ("iso-2022-jp", "日本\\~¥‾a", Array("\u{1B}$BF|K\\\u{1B}(B\\~\u{1B}(J\\~\u{1B}(Ba".utf8)),
      ("iso-2022-jp", "ｱ", Array("\u{1B}(I1".utf8)), ("hz-gb-2312", "\u{FFFD}", [0x41, 0x42]), ("iso-2022-kr", "", []),
    ] as [(String?, String, [UInt8])])
  func decoding(_ label: String?, _ expected: String, _ bytes: [UInt8]) { #expect(Self.decode(bytes, label) == expected) }

  @Test(
    "a byte order mark takes precedence over the header, and is removed",
    arguments: [
      ([0xEF, 0xBB, 0xBF, 0x68, 0x69], "hi"), ([0xFF, 0xFE, 0x68, 0, 0x69, 0], "hi"), ([0xFE, 0xFF, 0, 0x68, 0, 0x69], "hi"),
      ([0xEF, 0xBB, 0xBF], ""), ([0xFF, 0xFE], ""),
    ] as [([UInt8], String)])
  func marks(_ bytes: [UInt8], _ expected: String) { #expect(Self.decode(bytes, "koi8-r") == expected) }

  @Test(
    "ill-formed input is U+FFFD as the standard says: ASCII after a lead byte remains",
    arguments: [
      (nil, [0x61, 0xFF, 0x62], "a?b"), ("shift_jis", [0x61, 0x93], "a?"), ("shift_jis", [0x81, 0x3C, 0x62], "?<b"),
      ("shift_jis", [0x80, 0xA0, 0xFD, 0x81, 0xFF, 0x61], "\u{80}???a"), ("utf-16le", [0x61, 0, 0, 0xD8, 0x62, 0], "a?b"),
      ("utf-16le", [0x61, 0, 0x62], "a?"), ("utf-16le", [0, 0xD8, 0, 0xD8, 0, 0xDC], "?\u{10000}"),
      ("utf-16be", [0xDC, 0, 0, 0x61], "?a"),
      ("utf-16le", [0, 0xD8, 0x61], "?"), ("windows-1252", [0x61, 0x81, 0x62], "a\u{81}b"), ("windows-1253", [0xD2, 0x62], "?b"),
      ("euc-kr", [0xFF, 0xFF, 0x61], "??a"), ("euc-kr", [0xB0, 0x22, 0xC9, 0xFF, 0x62], "?\"?b"),
      ("big5", [0x81, 0x40, 0xFF, 0x80, 0xA4], "?@???"),
      ("gb18030", [0x81, 0x30, 0x61], "?0a"), ("gb18030", [0x81, 0x30, 0x81], "?"), ("gb18030", [0x81, 0x30], "?"),
      ("gb18030", [0x81, 0x30, 0x81, 0x61], "?0乤"), ("gb18030", [0x81, 0x7F, 0xFF, 0x84, 0x32, 0xA4, 0x30, 0x62], "?\u{7F}??b"),
      ("gb18030", [0xE3, 0x32, 0x9A, 0x35, 0xE3, 0x32, 0x9A, 0x36], "\u{10FFFF}?"), ("euc-jp", [0x8F, 0xA1, 0x61], "?a"),
      ("euc-jp", [0x8F, 0xA1], "?"), ("euc-jp", [0x8F, 0x61, 0x8E, 0xFF, 0xA0, 0xC6], "?a???"),
      ("euc-jp", [0x8F, 0xA1, 0xA1, 0x61], "?a"),
      ("iso-2022-jp", Array("\u{1B}$BF".utf8), "?"), ("iso-2022-jp", Array("\u{1B}$B\u{1B}(Ba".utf8), "?a"),
      ("iso-2022-jp", Array("a\u{1B}$Cb".utf8), "a?$Cb"), ("iso-2022-jp", Array("a\u{1B}".utf8), "a?"),
      ("iso-2022-jp", Array("a\u{1B}(".utf8), "a?("), ("iso-2022-jp", [0x0E, 0x80, 0x61], "??a"),
      ("iso-2022-jp", Array("\u{1B}$BF\u{1B}(Ba \u{1B}$B\nF|".utf8), "?a ?日"), ("iso-2022-jp", Array("\u{1B}(I\u{7F}".utf8), "?"),
    ] as [(String?, [UInt8], String)])
  func damage(_ label: String?, _ bytes: [UInt8], _ expected: String) {
    #expect(Self.decode(bytes, label) == expected.replacing("?", with: "\u{FFFD}"))
  }

  @Test("every charset accepts every byte, and a complete long text")
  func everyByte() {
    let labels =
      "utf-8 utf-16le utf-16be windows-1250 windows-1251 windows-1252 windows-1253 windows-1254 windows-1255 windows-1256 "
      + "windows-1257 windows-1258 windows-874 iso-8859-2 iso-8859-3 iso-8859-4 iso-8859-5 iso-8859-6 iso-8859-7 iso-8859-8 iso-8859-10 "
      + "iso-8859-13 iso-8859-14 iso-8859-15 iso-8859-16 koi8-r koi8-u ibm866 macintosh x-mac-cyrillic gb18030 gbk big5 euc-jp shift_jis "
      + "euc-kr iso-2022-jp x-user-defined"
    for label in labels.split(separator: " ") {
      #expect(Charset(label: String(label)) != nil, "\(label)")
      let bytes = (0..<20_000).map { UInt8(truncatingIfNeeded: ($0 &* 2_654_435_761) >> 7) }
      let text = CharsetDecoder.decode(bytes, label: String(label))
      #expect(String(validating: text, as: UTF8.self) != nil && text.count > 10_000, "\(label)")
      let plain = [UInt8](repeating: 0x61, count: 50_000)
      let isWhole = CharsetDecoder.decode(plain, label: String(label)) == plain
      #expect(isWhole || label.hasPrefix("utf-16"), "\(label)")
    }
  }

  /// Python's codec, and the number of characters for which the standard says otherwise: vertical forms and ḿ where Python's GB18030 has
  /// private characters (whose sequence of four bytes is that one then), bytes without a character in Shift_JIS, fullwidth forms in EUC-JP and Big5, ў and Ў in KOI8-U. For EUC-JP, one of three bytes is the fullwidth tilde.
  private static let codecs: [(label: String, codec: String, differences: Int)] = [
    ("gb18030", "gb18030", 21), ("gbk", "gbk", 0), ("big5", "big5hkscs", 11), ("euc-kr", "cp949", 0), ("shift_jis", "cp932", 4),
    ("euc-jp", "euc_jp", 7), ("ibm866", "cp866", 0), ("koi8-r", "koi8-r", 0), ("koi8-u", "koi8-u", 2),
    ("macintosh", "mac_roman", 0),
    ("x-mac-cyrillic", "mac_cyrillic", 0), ("windows-874", "cp874", 0),
  ]
  private static let sameName =
    (1250...1258).map { "windows-\($0)" } + [2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16].map { "iso-8859-\($0)" }

  @Test(
    "all sequences of one, two and three bytes, and some of four, are the characters of Python's codecs",
    arguments: codecs + sameName.map { ($0, $0, 0) })
  func sequences(_ label: String, _ codec: String, _ differences: Int) throws {
    let script = """
      import base64, itertools, sys
      high = range(0x80, 0x100)
      singles = [bytes([a]) for a in high]
      pairs = [bytes([a, b]) for a in high for b in range(0x40, 0x100)]
      triples = [bytes([0x8f, a, b]) for a in range(0xa1, 0xff) for b in range(0xa1, 0xff)] if "\(codec)" == "euc_jp" else []
      fours = [bytes([a, b, c, d]) for a in (0x81, 0x82, 0x83, 0x84, 0x90, 0xe3) for b in range(0x30, 0x3a) for c in range(0x81, 0xff, 5)
               for d in range(0x30, 0x3a)] if "\(codec)" == "gb18030" else []
      found, texts = [], []
      for sequence in itertools.chain(singles, pairs, triples, fours):
          try:
              text = sequence.decode("\(codec)")
          except UnicodeDecodeError:
              continue
          if len(text) == 1:
              found.append(sequence)
              texts.append(text)
      sys.stdout.buffer.write(base64.b64encode(b"\\n".join(found)) + b"\\n" + "\\n".join(texts).encode())
      """
    let (status, output) = try ChildProcess.run(URL(filePath: "/usr/bin/python3"), ["-c", script])
    try #require(status == 0)
    let lines = Array(output.utf8).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let bytes = try Base64.decode(Array(try #require(lines.first)))
    let texts = CharsetDecoder.decode(bytes, label: label).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    try #require(texts.count == lines.count - 1 && texts.count > 80)
    let different = zip(texts, lines.dropFirst()).filter { $0 != $1 }
    #expect(different.count == differences, "\(different.prefix(30).map { String(decoding: $0.1, as: UTF8.self) })")
  }
}
