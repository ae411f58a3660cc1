import Testing
import WidgetFormats

@Suite struct TOMLDocumentTests {
  @Test("values, headers and dotted keys have their first and last character")
  func regions() throws {
    let text = """
      \u{FEFF}[[w]] # x\r
      file = 'é\u{1F600}a'  # c\r
        "set" . 'x' = 1 # k\r
      d = 1979-05-27 07:32:00 # d\r
      allow = [ # a\r
       "n", # ]\r
       'z'\r
      ] # e\r
      m = '''\r
      long''' # q\r
      t = { a = 1, b = [1,2] } #r\r
        [ w . s ] # foo\r
      z=true
      """
    let document = try TOMLReader.document(Array(text.utf8))
    func region(_ parts: TOMLPathPart...) -> String? {
      document.regions[[.key("w"), .index(0)] + parts].map {
        "\($0.line) \($0.start.line):\($0.start.column)-\($0.end.line):\($0.end.column)"
      }
    }
    #expect(region() == "1 1:1-1:6")
    #expect(region(.key("file")) == "2 2:8-2:13")
    #expect(region(.key("set")) == "3 3:3-3:8" && region(.key("set"), .key("x")) == "3 3:17-3:18")
    #expect(region(.key("d")) == "4 4:5-4:24")
    #expect(region(.key("allow")) == "5 5:9-8:2" && region(.key("allow"), .index(1)) == "7 7:2-7:5")
    #expect(region(.key("m")) == "9 9:5-10:8")
    #expect(region(.key("t")) == "11 11:5-11:25" && region(.key("t"), .key("b"), .index(0)) == "11 11:19-11:20")
    #expect(region(.key("s"))?.hasSuffix(" 12:3-12:12") == true && region(.key("s"), .key("z")) == "13 13:3-13:7")
  }

  @Test("keys and elements have lines")
  func lines() throws {
    let document = try TOMLReader.document(Array("a = 1\n[[w]]\nx.y = [\n 1,\n 2]\n[[w]]\n[w.s]\nz = 3".utf8))
    #expect(document.line(of: [.key("a")]) == 1)
    #expect(document.line(of: [.key("w"), .index(0)]) == 2 && document.line(of: [.key("w"), .index(1)]) == 6)
    #expect(document.line(of: [.key("w"), .index(0), .key("x"), .key("y"), .index(1)]) == 5)
    #expect(document.line(of: [.key("w"), .index(1), .key("s"), .key("z")]) == 8)
    #expect(document.line(of: [.key("b")]) == nil)
  }

  @Test("characters that reverse a line or that nobody sees are escaped, others aren't")
  func escapes() {
    #expect(TOMLText.string("a\u{202E}b\u{2066}c") == "\"a\\u202eb\\u2066c\"")
    #expect(TOMLText.string("\u{200B}\u{FEFF}\u{E0041}\u{85}") == "\"\\u200b\\ufeff\\U000e0041\\u0085\"")
    #expect(TOMLText.string("é 👩‍👧 שלום") == "\"é 👩‍👧 שלום\"")
    #expect(TOMLText.key("a\u{202E}") == "\"a\\u202e\"")
  }

  @Test(
    "strings are read back as they were",
    arguments: [
      "", "a \"b\" \\ c", "tab\t line\n return\r nul\0 del\u{7F}", "é 👍", "'''", "a\u{202E}b\u{E0041}\u{85}\u{FFFF}",
    ])
  func strings(_ text: String) throws {
    #expect(try TOMLReader.read(Array("k = \(TOMLText.string(text))".utf8)) == ["k": .string(text)])
    let key = text.isEmpty ? "x" : text
    #expect(try TOMLReader.read(Array("\(TOMLText.key(key)) = 1".utf8)) == [key: .integer(1)])
  }
}
