import Testing

@testable import WidgetServices

@Suite struct SQLiteValueTests {
  private let database: SQLiteConnection

  init() throws { database = try SQLiteConnection(":memory:") }

  private func typeName(_ value: SQLiteValue) throws -> String? { try database.row("SELECT typeof(?)", [value]) { $0.text(0) } }

  @Test("integers are exact up to both ends of their range", arguments: [0, -1, Int.min, Int.max, 1 << 53 + 1])
  func integers(_ number: Int) throws {
    #expect(try database.row("SELECT ?", [SQLiteValue(number)]) { $0.integer(0) } == number)
  }

  @Test("an integer beyond 64 bits becomes a float in SQL and is then not an integer")
  func largeInteger() throws {
    _ = try database.row("SELECT 9223372036854775807 + 1") { row in
      #expect(row.integer(0) == nil && row.number(0) == 9_223_372_036_854_775_808)
      return 0
    }
  }

  @Test("floats are exact, infinity included", arguments: [0.1, -0.0, .leastNonzeroMagnitude, .infinity, -.infinity, 1e308])
  func floats(_ number: Double) throws {
    #expect(try database.row("SELECT ?", [.real(number)]) { $0.number(0) } == number)
  }

  @Test("NaN is stored as NULL")
  func notANumber() throws { #expect(try typeName(.real(.nan)) == "null") }

  @Test("text keeps NUL, emptiness and every character", arguments: ["", "a\0b", "\0", "e\u{301}\u{1F6EB}", "\u{FEFF}x"])
  func text(_ text: String) throws {
    #expect(try database.row("SELECT ?", [.text(text)]) { $0.text(0) } == text)
    #expect(try database.row("SELECT length(CAST(? AS BLOB))", [.text(text)]) { $0.integer(0) } == text.utf8.count)
    #expect(try typeName(.text(text)) == "text")
  }

  @Test("text that is not UTF-8 is nil")
  func illFormedText() throws {
    #expect(try database.row("SELECT CAST(x'61ff' AS TEXT)") { Optional($0.text(0)) } == .some(nil))
  }

  @Test("an empty blob is not NULL")
  func emptyBlob() throws {
    #expect(try typeName(.blob([])) == "blob" && typeName(nil) == "null")
    #expect(try database.row("SELECT ?", [.blob([])]) { $0.bytes(0) } == [])
    #expect(try database.row("SELECT x''") { $0.withBytes(0) { $0.count } } == 0)
    #expect(try database.row("SELECT NULL") { Optional($0.bytes(0)) } == .some(nil))
  }

  @Test("a blob of a megabyte reads back")
  func largeBlob() throws {
    let bytes = (0..<1 << 20).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    #expect(try database.row("SELECT ?", [.blob(bytes)]) { $0.bytes(0) } == bytes)
  }

  @Test("a column of another type, or one that does not exist, is nil")
  func wrongTypes() throws {
    _ = try database.row("SELECT 'x', 1, 1.5, x'00', NULL") { row in
      #expect(row.text(0) == "x" && row.integer(0) == nil && row.number(0) == nil && row.bytes(0) == nil)
      #expect(row.text(1) == nil && row.integer(1) == 1 && row.number(1) == 1 && row.bytes(1) == nil)
      #expect(row.text(2) == nil && row.integer(2) == nil && row.number(2) == 1.5 && row.bytes(2) == nil)
      #expect(row.text(3) == nil && row.integer(3) == nil && row.number(3) == nil && row.bytes(3) == [0])
      #expect(row.isNull(4) && !row.isNull(3))
      for column in [5, -1, .max, .min] { #expect(row.isNull(column) && row.text(column) == nil && row.integer(column) == nil) }
      return 0
    }
  }

  @Test("text of a database in UTF-16 is converted")
  func utf16() throws {
    try database.execute("PRAGMA encoding = 'UTF-16'; CREATE TABLE t (x)")
    try database.run("INSERT INTO t VALUES (?)", ["\u{1F6EB}\0x"])
    #expect(try database.row("SELECT x FROM t") { $0.text(0) } == "\u{1F6EB}\0x")
  }
}
