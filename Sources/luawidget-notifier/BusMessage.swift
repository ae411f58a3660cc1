import CSystemd
import WidgetSystem

/// A D-Bus message being written or read (sd_bus_message_append_basic(3)).
///
/// A failed write is reported when the message is sent.
final class BusMessage {
  let pointer: OpaquePointer
  private(set) var code: Int32 = 0

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

  private func note(_ result: Int32) { if result < 0, code == 0 { code = result } }

  private static func code(_ type: Character) -> CChar { CChar(type.asciiValue ?? 0) }
}
