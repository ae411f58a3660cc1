import Testing
import WidgetFormats

@Suite struct CharsetTests {
  @Test(
    "a text in any charset becomes UTF-8",
    arguments: [
      ("text/plain", "zażółć", Array("zażółć".utf8)), (nil, "naïve", Array("naïve".utf8)),
      ("text/plain; charset=utf-8", "é", [0xC3, 0xA9]), ("text/plain; charset=\"UTF-8\"", "é", [0xC3, 0xA9]),
      ("text/html; charset=iso-8859-1", "café €", [0x63, 0x61, 0x66, 0xE9, 0x20, 0x80]),
      ("text/html;charset=windows-1251", "Привет", [0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2]),
      ("text/html; charset=KOI8-R", "Привет", [0xF0, 0xD2, 0xC9, 0xD7, 0xC5, 0xD4]),
      ("text/csv; charset=Shift_JIS", "日本", [0x93, 0xFA, 0x96, 0x7B]),
      ("text/csv; charset=euc-jp", "日本", [0xC6, 0xFC, 0xCB, 0xDC]),
      ("text/csv; charset=gb2312", "中文", [0xD6, 0xD0, 0xCE, 0xC4]), ("text/csv; charset=big5", "中文", [0xA4, 0xA4, 0xA4, 0xE5]),
      ("text/csv; charset=euc-kr", "한국", [0xC7, 0xD1, 0xB1, 0xB9]),
      ("text/csv; charset=iso-8859-8", "שלום", [0xF9, 0xEC, 0xE5, 0xED]),
      ("text/plain; charset=utf-16", "hi", [0x68, 0, 0x69, 0]), ("text/plain; charset=utf-16be", "😀", [0xD8, 0x3D, 0xDE, 0]),
      ("text/plain; charset=utf-7", "+AOk-", Array("+AOk-".utf8)), ("text/plain; charset=klingon", "ok", Array("ok".utf8)),
      ("text/plain; charset=", "ok", Array("ok".utf8)), ("", "", []),
    ] as [(String?, String, [UInt8])])
  func decoding(_ contentType: String?, _ expected: String, _ bytes: [UInt8]) {
    #expect(String(decoding: CharsetDecoder.decode(bytes, contentType: contentType), as: UTF8.self) == expected)
  }

  @Test(
    "a byte order mark takes precedence over the header, and is removed",
    arguments: [
      ([0xEF, 0xBB, 0xBF, 0x68, 0x69], "hi"), ([0xFF, 0xFE, 0x68, 0, 0x69, 0], "hi"), ([0xFE, 0xFF, 0, 0x68, 0, 0x69], "hi"),
      ([0xEF, 0xBB, 0xBF], ""), ([0xFF, 0xFE], ""),
    ] as [([UInt8], String)])
  func marks(_ bytes: [UInt8], _ expected: String) {
    #expect(CharsetDecoder.decode(bytes, contentType: "text/plain; charset=koi8-r") == Array(expected.utf8))
  }

  @Test(
    "ill-formed input is replaced, and the rest is unchanged",
    arguments: [
      ("text/plain", [0x61, 0xFF, 0x62], "a\u{FFFD}b"), ("text/plain; charset=shift_jis", [0x61, 0x93], "a\u{FFFD}"),
      ("text/plain; charset=utf-16le", [0x61, 0, 0, 0xD8, 0x62, 0], "a\u{FFFD}b"),
      ("text/plain; charset=utf-16le", [0x61, 0, 0x62], "a\u{FFFD}"),
      ("text/plain; charset=windows-1252", [0x61, 0x81, 0x62], "a\u{FFFD}b"),
      ("text/plain; charset=euc-kr", [0xFF, 0xFF, 0x61], "\u{FFFD}\u{FFFD}a"),
    ] as [(String, [UInt8], String)])
  func damage(_ contentType: String, _ bytes: [UInt8], _ expected: String) {
    #expect(String(decoding: CharsetDecoder.decode(bytes, contentType: contentType), as: UTF8.self) == expected)
  }

  @Test("every charset accepts every byte, and a complete long text")
  func everyByte() {
    let labels =
      "utf-8 utf-16le utf-16be windows-1250 windows-1251 windows-1252 windows-1253 windows-1254 windows-1255 windows-1256 "
      + "windows-1257 windows-1258 windows-874 iso-8859-2 iso-8859-3 iso-8859-4 iso-8859-5 iso-8859-6 iso-8859-7 iso-8859-8 iso-8859-10 "
      + "iso-8859-13 iso-8859-14 iso-8859-15 iso-8859-16 koi8-r koi8-u ibm866 macintosh gb18030 big5 euc-jp shift_jis euc-kr"
    for label in labels.split(separator: " ") {
      #expect(Charset(label: String(label)) != nil, "\(label)")
      let bytes = (0..<20_000).map { UInt8(truncatingIfNeeded: ($0 &* 2_654_435_761) >> 7) }
      let text = CharsetDecoder.decode(bytes, contentType: "text/plain; charset=\(label)")
      #expect(String(validating: text, as: UTF8.self) != nil && text.count > 10_000, "\(label)")
      let plain = [UInt8](repeating: 0x61, count: 50_000)
      let isWhole = CharsetDecoder.decode(plain, contentType: "x; charset=\(label)") == plain
      #expect(isWhole || label.hasPrefix("utf-16"), "\(label)")
    }
  }
}
