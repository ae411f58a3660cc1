import CSystemd
import WidgetModel
import WidgetSystem

/// A D-Bus message being written or read (sd_bus_message_append_basic(3)).
///
/// A failed write is reported when the message is sent.
final class BusMessage {
  let pointer: OpaquePointer
  private(set) var code: Int32 = 0
  /// Which subscription a signal belongs to: see ``Bus/watch(_:tag:)``.
  var tag = 0

  /// - Parameter pointer: Owned by the new object.
  init(owning pointer: OpaquePointer) { self.pointer = pointer }

  /// - Parameter pointer: Owned by the caller; the object takes another reference.
  init(sharing pointer: OpaquePointer) { self.pointer = sd_bus_message_ref(pointer) }

  deinit { sd_bus_message_unref(pointer) }

  /// The unique name of the sending connection, set by the daemon; nil before it's sent.
  var sender: String? { sd_bus_message_get_sender(pointer).map { String(cString: $0) } }

  // MARK: Writing

  func append(_ text: String) { note(text.withCString { sd_bus_message_append_basic(pointer, Self.code("s"), $0) }) }

  func append(_ number: UInt32) {
    note(withUnsafePointer(to: number) { sd_bus_message_append_basic(pointer, Self.code("u"), $0) })
  }

  func append(_ number: Int32) {
    note(withUnsafePointer(to: number) { sd_bus_message_append_basic(pointer, Self.code("i"), $0) })
  }

  func append(_ number: Int64) {
    note(withUnsafePointer(to: number) { sd_bus_message_append_basic(pointer, Self.code("x"), $0) })
  }

  func append(_ number: Double) {
    note(withUnsafePointer(to: number) { sd_bus_message_append_basic(pointer, Self.code("d"), $0) })
  }

  func append(objectPath text: String) { note(text.withCString { sd_bus_message_append_basic(pointer, Self.code("o"), $0) }) }

  func append(_ byte: UInt8) { note(withUnsafePointer(to: byte) { sd_bus_message_append_basic(pointer, Self.code("y"), $0) }) }

  func append(_ flag: Bool) {
    let number: Int32 = flag ? 1 : 0
    note(withUnsafePointer(to: number) { sd_bus_message_append_basic(pointer, Self.code("b"), $0) })
  }

  /// - Parameters:
  ///   - kind: `a` for an array, `v` for a variant, `e` for a dictionary entry.
  ///   - contents: The signature of its contents.
  func container(_ kind: Character, _ contents: String, _ body: () -> Void) {
    note(sd_bus_message_open_container(pointer, Self.code(kind), contents))
    body()
    note(sd_bus_message_close_container(pointer))
  }

  func append(_ texts: [String]) {
    container("a", "s") { for text in texts { append(text) } }
  }

  // MARK: Reading

  func readText() -> String? {
    var text: UnsafePointer<CChar>?
    guard sd_bus_message_read_basic(pointer, Self.code("s"), &text) > 0, let text else { return nil }
    return String(cString: text)
  }

  func readNumber() -> UInt32? {
    var number: UInt32 = 0
    return sd_bus_message_read_basic(pointer, Self.code("u"), &number) > 0 ? number : nil
  }

  func readFlag() -> Bool? {
    var number: Int32 = 0
    return sd_bus_message_read_basic(pointer, Self.code("b"), &number) > 0 ? number != 0 : nil
  }

  /// - Returns: A copy of a descriptor, which the caller closes.
  func readDescriptor() -> FileDescriptor? {
    var number: Int32 = -1
    guard sd_bus_message_read_basic(pointer, Self.code("h"), &number) > 0 else { return nil }
    let copy = fcntl(number, F_DUPFD_CLOEXEC, 3)
    return copy >= 0 ? FileDescriptor(rawValue: copy) : nil
  }

  /// - Parameter limit: The most texts; the rest is dropped.
  func readTexts(limit: Int) -> [String]? {
    guard enter("a", "s") else { return nil }
    defer { sd_bus_message_exit_container(pointer) }
    var texts: [String] = []
    while texts.count < limit, let text = readText() { texts.append(text) }
    return texts
  }

  func enter(_ kind: Character, _ contents: String) -> Bool {
    sd_bus_message_enter_container(pointer, Self.code(kind), contents) > 0
  }

  /// The next value, whatever its type, as far as a widget could use it.
  ///
  /// - Parameter budget: How many values may be read; each one read is subtracted. Nothing is read beyond it.
  /// - Returns: nil at the end, for a descriptor, and beyond the budget or eight levels. The message is then of no use any more.
  func readValue(_ budget: inout Int, depth: Int = 0) -> LuaValue? {
    budget -= 1
    var type: CChar = 0
    var contents: UnsafePointer<CChar>?
    guard budget >= 0, depth < 8, sd_bus_message_peek_type(pointer, &type, &contents) > 0 else { return nil }
    switch Character(UnicodeScalar(UInt8(bitPattern: type))) {
    case "s", "o", "g": return readText(type).map { .string($0) }
    case "b": return readFlag().map { .boolean($0) }
    case "y": return read(type, UInt8.self).map { .integer(Int64($0)) }
    case "n": return read(type, Int16.self).map { .integer(Int64($0)) }
    case "q": return read(type, UInt16.self).map { .integer(Int64($0)) }
    case "i": return read(type, Int32.self).map { .integer(Int64($0)) }
    case "u": return read(type, UInt32.self).map { .integer(Int64($0)) }
    case "x": return read(type, Int64.self).map { .integer($0) }
    case "t": return read(type, UInt64.self).map { .integer(Int64(clamping: $0)) }
    case "d": return read(type, Double.self).map { .number($0) }
    case "v":
      guard sd_bus_message_enter_container(pointer, type, contents) > 0, let value = readValue(&budget, depth: depth + 1),
        sd_bus_message_exit_container(pointer) >= 0
      else { return nil }
      return value
    case "a" where contents?.pointee == Self.code("{"): return readTable(contents, &budget, depth)
    case "a", "r":
      guard sd_bus_message_enter_container(pointer, type, contents) > 0 else { return nil }
      var values: [LuaValue] = []
      while sd_bus_message_at_end(pointer, 0) == 0 {
        guard let value = readValue(&budget, depth: depth + 1) else { return nil }
        values.append(value)
      }
      return sd_bus_message_exit_container(pointer) >= 0 ? .array(values) : nil
    default: return nil
    }
  }

  /// A dictionary. Keys that aren't text are numbers as text.
  private func readTable(_ contents: UnsafePointer<CChar>?, _ budget: inout Int, _ depth: Int) -> LuaValue? {
    guard sd_bus_message_enter_container(pointer, Self.code("a"), contents) > 0 else { return nil }
    var fields: [String: LuaValue] = [:]
    while sd_bus_message_at_end(pointer, 0) == 0 {
      var type: CChar = 0
      var entry: UnsafePointer<CChar>?
      guard sd_bus_message_peek_type(pointer, &type, &entry) > 0, sd_bus_message_enter_container(pointer, type, entry) > 0,
        let key = readValue(&budget, depth: depth + 1), let value = readValue(&budget, depth: depth + 1),
        sd_bus_message_exit_container(pointer) >= 0
      else { return nil }
      fields[key.string ?? key.integer.map(String.init) ?? ""] = value
    }
    return sd_bus_message_exit_container(pointer) >= 0 ? .table(fields) : nil
  }

  /// - Returns: At most ``maximumText`` bytes of a text, a path or a signature.
  private func readText(_ type: CChar) -> String? {
    var text: UnsafePointer<CChar>?
    guard sd_bus_message_read_basic(pointer, type, &text) > 0, let text else { return nil }
    let bytes = UnsafeRawBufferPointer(start: text, count: strnlen(text, Self.maximumText))
    return String(decoding: bytes, as: UTF8.self)
  }

  private func read<Number: FixedWidthInteger>(_ type: CChar, _: Number.Type) -> Number? {
    var number: Number = 0
    return sd_bus_message_read_basic(pointer, type, &number) > 0 ? number : nil
  }

  private func read(_ type: CChar, _: Double.Type) -> Double? {
    var number = 0.0
    return sd_bus_message_read_basic(pointer, type, &number) > 0 ? number : nil
  }

  /// Bytes of a text read by ``readValue(_:depth:)``; the rest is cut.
  static let maximumText = 8 << 10

  private func note(_ result: Int32) { if result < 0, code == 0 { code = result } }

  private static func code(_ type: Character) -> CChar { CChar(type.asciiValue ?? 0) }
}
