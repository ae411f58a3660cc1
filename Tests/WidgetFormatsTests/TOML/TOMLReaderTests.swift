import Testing
import WidgetFormats

@Suite struct TOMLReaderTests {
  private func read(_ text: String) throws -> [String: TOMLValue] { try TOMLReader.read(Array(text.utf8)) }

  private func error(_ bytes: [UInt8]) -> TOMLError? {
    do throws(TOMLError) { _ = try TOMLReader.read(bytes) } catch { return error }
    return nil
  }

  private func error(_ text: String) -> TOMLError? { error(Array(text.utf8)) }

  @Test("nothing, blank lines and comments are an empty table", arguments: ["", "\n\n", "# x = 1", "\u{FEFF}", "\r\n \t\n"])
  func empty(_ text: String) throws { #expect(try read(text) == [:]) }

  @Test("values of every type")
  func types() throws {
    let document = try read(
      """
      text = "a\\u00e9\\n\\u0000"
      literal = 'C:\\x'
      long = \"""
      a"" b\"""\"
      whole = -9_223_372_036_854_775_808
      hex = 0xFF
      float = 1e3
      infinite = -inf
      yes = true
      day = 1979-05-27
      moment = 1979-05-27T07:32:00.5-07:00
      time = 07:32:00
      list = [1, "x", [2.5], { y = false }]
      inline = { a.b = 1 }
      """)
    #expect(
      document == [
        "text": .string("a\u{E9}\n\0"), "literal": .string("C:\\x"), "long": .string("a\"\" b\""), "whole": .integer(.min),
        "hex": .integer(255), "float": .number(1000), "infinite": .number(-.infinity), "yes": .boolean(true), "day": .date,
        "moment": .date, "time": .date,
        "list": .array([.integer(1), .string("x"), .array([.number(2.5)]), .table(["y": .boolean(false)])]),
        "inline": .table(["a": .table(["b": .integer(1)])]),
      ])
  }

  @Test("tables, dotted keys, and tables in arrays")
  func tables() throws {
    let document = try read(
      """
      a.b = 1
      "quoted key".'é' = 2
      [c.d]
      e = 3
      [[f]]
      g = 4
      [[f]]
      """)
    #expect(
      document == [
        "a": .table(["b": .integer(1)]), "quoted key": .table(["é": .integer(2)]),
        "c": .table(["d": .table(["e": .integer(3)])]), "f": .array([.table(["g": .integer(4)]), .table([:])]),
      ])
  }

  @Test("a byte order mark and Windows line ends")
  func lineEnds() throws {
    #expect(try read("\u{FEFF}a = 1\r\nb = 2\r\n") == ["a": .integer(1), "b": .integer(2)])
  }

  @Test(
    "errors have the line and a message",
    arguments: [
      ("a = 1\n[limits", 2), ("a = ", 1), ("a = 1\nb = 2\na = 3\n", 3), ("a = \"x", 1), ("\n\na = [1,", 3), ("= 1", 1),
      ("a = 1 b = 2", 1), ("a = 9223372036854775808", 1), ("a = 1__0", 1), ("a = 1979-13-01", 1), ("a.b = 1\na = 2", 2),
      ("a = tru", 1), ("a\u{E9} = 1", 1), ("[,]", 1), ("\n[[,]]", 2), ("[a.]", 1), ("[#", 1), ("[[\n", 1),
    ])
  func invalid(_ text: String, _ line: Int) {
    let error = error(text)
    #expect(error?.line == line && error?.message.isEmpty == false, "\(String(describing: error))")
  }

  @Test(
    "text without quotes is the mistake to name, with the line as it should be",
    arguments: [
      ("file = flight.lua", "flight.lua needs quotes, as all text does: write file = \"flight.lua\""),
      ("[theme]\ndensity = compact # tight", "compact needs quotes, as all text does: write density = \"compact\""),
      ("[limits]\ncpu = 2s", "2s needs quotes, as all text does: write cpu = \"2s\""),
      ("memory = 64 MB", "64 MB needs quotes, as all text does: write memory = \"64 MB\""),
      ("file = ~/my widgets/a.lua", "~/my widgets/a.lua needs quotes, as all text does: write file = \"~/my widgets/a.lua\""),
      ("set = { n = 1, tint = red, x = \"a\" }", "red needs quotes, as all text does: write tint = \"red\""),
      ("allow = [\"notify\", net=a.example]", "net=a.example needs quotes, as all text does: write \"net=a.example\""),
      ("hidden = True", "write hidden = true, in lower case"),
    ])
  func unquoted(_ text: String, _ message: String) {
    #expect(error(text)?.message == message)
    #expect(error(text)?.line == text.split(separator: "\n").count)
  }

  @Test(
    "other mistakes keep their own message",
    arguments: ["a = 1__0", "a = 2026-02-30", "a = 0x", "a = [1, 2", "a = \"b", "a", "= 1", "a = # nothing", "[a"])
  func quoted(_ text: String) {
    #expect(error(text).map { !$0.message.contains("quotes") } == true, "\(String(describing: error(text)))")
  }

  @Test("a text without its closing quote is named, with its line", arguments: ["\"", "'"])
  func unclosed(_ quote: String) {
    let error = error("a = 1\nfile = \(quote)sea.lua\nb = 2\n")
    #expect(error == TOMLError(line: 2, message: "a text isn't closed; write a quote at its end"))
    #expect(self.error("file = \(quote)sea\u{1}\(quote)\n")?.message.contains("closed") == false)
  }

  @Test("a text that's open at the end of the file is named where it begins", arguments: ["\"\"\"", "'''"])
  func unclosedBlock(_ quotes: String) {
    let other = quotes == "'''" ? "\"\"\"" : "'''"
    let before = "# it's \"\"\"\na = \(other)\n\(quotes)\n\(other)\nb = \"\\\"\"\nc = \"\"\n"
    let error = error("\(before)file = \(quotes)\nsea.lua\n\n[[widget]]\nid = \"x\"\n")
    #expect(error == TOMLError(line: 7, message: "a text begins with \(quotes) and isn't closed; write \(quotes) at its end"))
    #expect(self.error("a = 1\nb = \"x") == TOMLError(line: 2, message: "a text isn't closed; write a quote at its end"))
    #expect(self.error("a = \"\"\"\n\\")?.line == 1)
  }

  @Test("NUL, control characters and bytes that are not UTF-8 are errors, also in comments and strings")
  func bytes() {
    for byte: UInt8 in [0, 1, 0x7F, 0x80, 0xC3, 0xFF] {
      #expect(error(Array("a = 1\n# ".utf8) + [byte])?.line == 2, "\(byte)")
      #expect(error(Array("a = \"".utf8) + [byte, 0x22])?.line == 1, "\(byte)")
      #expect(error([byte]) != nil, "\(byte)")
    }
  }

  @Test("32 nested values are allowed, and more are an error")
  func nestedValues() throws {
    let deepest = String(repeating: "[", count: 32) + String(repeating: "]", count: 32)
    #expect(try read("a = \(deepest)").count == 1)
    for count in [33, 100_000] { #expect(error("a = " + String(repeating: "[", count: count))?.line == 1) }
    #expect(error("\na = " + String(repeating: "{a=", count: 100_000))?.line == 2)
  }

  @Test("a key has up to 16 parts; more are an error, wherever the key is")
  func keyParts() throws {
    func key(_ parts: Int) -> String { (0..<parts).map { "k\($0)" }.joined(separator: ".") }
    #expect(try read("\(key(16)) = 1.5\n[x.\(key(15))]\n").count == 2)
    for text in [
      "\n\(key(17)) = 1", "\n[\(key(17))]", "\n[[\(key(17))]]", "\na = { \(key(17)) = 1 }",
      "\n" + String(repeating: "a . ", count: 50_000) + "a = 1", "'''\n.'''.\(key(16)) = 1",
      "a = \"\"\"\n\"\"\"\"\"\nb.\(key(16)) = 1", "a = \"\\\"\"\n\"b\".\(key(16)) = 1", "# '''\n\"x\".\(key(16)) = 1",
    ] {
      #expect(error(text)?.message == "a key has too many parts", "\(text.prefix(60))")
      #expect((2...3).contains(error(text)?.line ?? 0), "\(text.prefix(60))")
    }
  }

  @Test("dots in strings, comments and numbers are not parts of a key")
  func otherDots() throws {
    let dots = String(repeating: ".", count: 100)
    let text = """
      # \(dots)
      a = "\(dots)\\"\(dots)" # \(dots)
      b = '\(dots)'
      c = '''
      \(dots)
      '\(dots)'''
      d = [\((0..<40).map { "\($0).5" }.joined(separator: ", "))]
      """
    #expect(try read(text).count == 4)
  }

  @Test("many keys and tables")
  func large() throws {
    let text = (0..<20_000).map { "[section\($0)]\nkey = \"value\($0)\"\n" }.joined()
    let document = try read(text)
    #expect(document.count == 20_000 && document["section19999"]?.table == ["key": .string("value19999")])
  }

  @Test("any cut of a document is a document or an error")
  func cuts() {
    let text = Array("\u{FEFF}[a.\"b\"]\nc = [1, '''x''', {d = 1979-05-27}]\n[[e]] # é\nf = \"\\u00e9\"\n".utf8)
    for count in 0...text.count {
      do throws(TOMLError) { _ = try TOMLReader.read(Array(text.prefix(count))) } catch {
        #expect((1...4).contains(error.line) && !error.message.isEmpty, "\(count): \(error)")
      }
    }
  }
}
