import Testing
import WidgetFormats

@Suite struct TOMLSourceTests {
  private func texts(_ text: String) -> [String] {
    let source = TOMLSource(Array(text.utf8))
    return source.statements.map { statement in
      let value = String(decoding: source.bytes[statement.value], as: UTF8.self)
      let lines = String(decoding: source.bytes[statement.lines], as: UTF8.self)
      return "\(statement.kind) \(statement.path) \(value) in \(lines.debugDescription)"
    }
  }

  @Test("headers, pairs and their lines")
  func statements() {
    #expect(
      texts(
        "\u{FEFF}# top\n  a . \"b\\u0041\" = 'x' # c\r\n\n[t] # [x]\n[[e.'f']]\nk = [\n 1, # ]\n \"]\",\n]\nd = 1979-05-27 07:32:00\nl = \"\"\"\n[no]\n\"\"\""
      )
        == [
          #"pair ["a", "bA"] 'x' in "  a . \"b\\u0041\" = \'x\' # c\r\n""#, #"table ["t"]  in "[t] # [x]\n""#,
          #"element ["e", "f"]  in "[[e.\'f\']]\n""#, #"pair ["k"] [\#n 1, # ]\#n "]",\#n] in "k = [\n 1, # ]\n \"]\",\n]\n""#,
          #"pair ["d"] 1979-05-27 07:32:00 in "d = 1979-05-27 07:32:00\n""#,
          #"pair ["l"] """\#n[no]\#n""" in "l = \"\"\"\n[no]\n\"\"\"""#,
        ])
  }

  @Test("elements of arrays and pairs of inline tables")
  func items() {
    func items(_ text: String) -> [String] {
      let source = TOMLSource(Array("k = \(text)".utf8))
      return source.items(in: source.statements[0].value).map { item in
        "\(item.path) " + String(decoding: source.bytes[item.value], as: UTF8.self)
      }
    }
    #expect(items("[]") == [] && items("{ }") == [])
    #expect(items("[1, 'a,b' , [2, 3], {x = 1},\n # no, 4\n]") == ["[] 1", "[] 'a,b'", "[] [2, 3]", "[] {x = 1}"])
    #expect(items("{ a.b = 1, \"c d\"= '}' ,e={f=2} }") == [#"["a", "b"] 1"#, #"["c d"] '}'"#, #"["e"] {f=2}"#])
  }

  @Test("invalid text never ends the program")
  func invalid() {
    for text in [
      "[", "[[", "a", "a =", "a = \"", "a = '''", "= 1", "a = [1", "a = {b", "\"\\", "a = \"\\", "]]]", "a.", "\0\0", "a = }",
    ] {
      let source = TOMLSource(Array(text.utf8))
      for statement in source.statements { _ = source.items(in: statement.value) }
    }
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

  @Test(
    "strings are read back as they were", arguments: ["", "a \"b\" \\ c", "tab\t line\n return\r nul\0 del\u{7F}", "é 👍", "'''"])
  func strings(_ text: String) throws {
    #expect(try TOMLReader.read(Array("k = \(TOMLText.string(text))".utf8)) == ["k": .string(text)])
    if let literal = TOMLText.literal(text) {
      #expect(try TOMLReader.read(Array("k = \(literal)".utf8)) == ["k": .string(text)])
    }
    let key = text.isEmpty ? "x" : text
    #expect(try TOMLReader.read(Array("\(TOMLText.key(key)) = 1".utf8)) == [key: .integer(1)])
  }
}
