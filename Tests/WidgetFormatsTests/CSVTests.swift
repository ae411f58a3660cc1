import Testing
import WidgetFormats
import WidgetModel

/// RFC 4180, section 2, rule by rule.
@Suite struct CSVTests {
  private func lists(_ text: String, separator: Character = ",") throws(CSVError) -> LuaValue {
    try CSVDocument(Array(text.utf8), hasHeader: false, separator: separator.asciiValue ?? 0).value
  }

  private func records(_ text: String) throws(CSVError) -> LuaValue { try CSVDocument(Array(text.utf8)).value }

  private func error(_ bytes: [UInt8], hasHeader: Bool = true) -> String? {
    do throws(CSVError) {
      _ = try CSVDocument(bytes, hasHeader: hasHeader)
      return nil
    } catch {
      return error.description
    }
  }

  @Test(
    "records and fields",
    arguments: [
      // 1: records end with CRLF, and in real files with LF or CR alone. 2: the last may lack it.
      ("a,b\r\nc,d\r\n", [["a", "b"], ["c", "d"]]), ("a,b\r\nc,d", [["a", "b"], ["c", "d"]]), ("a\nb\n", [["a"], ["b"]]),
      ("a\rb\r", [["a"], ["b"]]), ("a\n\rb", [["a"], ["b"]]),
      // 4: spaces belong to a field, and a field may be empty.
      (" a , b ", [[" a ", " b "]]), (",", [["", ""]]), ("a,,b", [["a", "", "b"]]), ("a,\n,b\n", [["a", ""], ["", "b"]]),
      // 5: a field may be quoted. 6: it may then contain line ends, quotes and separators. 7: a quote is doubled.
      (#""a","b""#, [["a", "b"]]), ("\"a\r\nb\",c", [["a\r\nb", "c"]]), (#""a,b",c"#, [["a,b", "c"]]),
      (#""a""b",c"#, [["a\"b", "c"]]), (#""""""#, [["\""]]), (#""","""#, [["", ""]]), ("\"\"", [[""]]),
      // Beyond the RFC: rows of different lengths, empty lines, a byte order mark.
      ("a\nb,c\n", [["a"], ["b", "c"]]), ("\n\na\n\n\nb\n\n", [["a"], ["b"]]), ("\u{FEFF}a,b", [["a", "b"]]),
      ("\u{FEFF}\"a\"", [["a"]]), ("ä,日本", [["ä", "日本"]]), ("", []), ("\n", []), ("\u{FEFF}", []),
    ] as [(String, [[String]])])
  func lists(_ text: String, _ expected: [[String]]) throws {
    #expect(try CSVDocument(Array(text.utf8), hasHeader: false).records == expected.map { $0.map { .string($0) } })
  }

  @Test("other separators", arguments: [";", "\t", "|", ":", " "] as [Character])
  func separators(_ separator: Character) throws {
    #expect(try lists("a,b\(separator)\"c\(separator)\"\n", separator: separator) == [["a,b", .string("c\(separator)")]])
  }

  @Test("3: with a header records are keyed by its names; a short record lacks the last")
  func header() throws {
    let text = "name,city,note\r\nAda,London,\"first, of all\"\r\nBo\r\nCy,\r\n"
    #expect(
      try records(text) == [
        ["name": "Ada", "city": "London", "note": "first, of all"], ["name": "Bo"], ["name": "Cy", "city": ""],
      ])
    #expect(try records("a,b\n") == [])
    #expect(try records("") == [])
    #expect(try CSVDocument(Array("a,b".utf8)).header == ["a", "b"])
  }

  @Test("values stay text, and bytes that are not UTF-8 are unchanged")
  func values() throws {
    #expect(try records("n\n007\n1e3\ntrue\n") == [["n": "007"], ["n": "1e3"], ["n": "true"]])
    #expect(try CSVDocument([97, 10, 0xFF, 44, 0], hasHeader: false).records == [["a"], [.bytes([0xFF]), "\0"]])
  }

  @Test(
    "an error names the line and the column",
    arguments: [
      ("a,b\n1,\"2", "CSV, line 2, column 3: this quote is never closed"),
      ("a\n\"\n\n\n", "CSV, line 2, column 1: this quote is never closed"),
      ("a\n\"\"\"", "CSV, line 2, column 1: this quote is never closed"),
      ("a\nb\"c\"", "CSV, line 2, column 2: a quote inside a field that doesn't begin with one"),
      ("a\n \"c\"", "CSV, line 2, column 2: a quote inside a field that doesn't begin with one"),
      ("a\n\"b\"c", "CSV, line 2, column 4: a closing quote must be followed by a separator or the end of the line"),
      ("a\n\"b\n\"c", "CSV, line 3, column 2: a closing quote must be followed by a separator or the end of the line"),
      ("a,b\n1,2,3", "CSV, line 2, column 5: 3 fields, but the header names 2"),
      ("a,b\n\n\"1\n\n\"\n1,2,3\n", "CSV, line 6, column 5: 3 fields, but the header names 2"),
      ("a,a\n", "CSV, line 1, column 3: the header names \"a\" twice"),
      ("\n\na,,b\n", "CSV, line 3, column 3: a column of the header has no name"),
      ("a,\n", "CSV, line 1, column 3: a column of the header has no name"),
    ])
  func broken(_ text: String, _ expected: String) { #expect(error(Array(text.utf8)) == expected) }

  @Test("limits are errors")
  func limits() {
    let line = Array("a,a,a,a,a,a,a,a,a,a\n".utf8)
    let most = [[UInt8]](repeating: line, count: 10_000).flatMap { $0 }
    #expect(error(most, hasHeader: false) == nil)
    #expect(error(most + [97], hasHeader: false) == "CSV, line 10001: more than 100000 fields")
    #expect(error(Array(repeating: 97, count: 4 << 20), hasHeader: false) == nil)
    #expect(error(Array(repeating: 97, count: (4 << 20) + 1)) == "CSV of 4194305 bytes is larger than 4194304")
    #expect(error(Array(repeating: 34, count: 4 << 20), hasHeader: false) == nil)
    #expect(error([0xFF, 10]) == "CSV, line 1, column 1: a name in the header is not UTF-8")
    let long = Array(repeating: UInt8(97), count: 1 << 20) + Array("\n1\n2\n3\n".utf8)
    #expect(error(long) == "CSV, line 4: the header's names are too long for so many records; parse it with header = false")
  }
}
