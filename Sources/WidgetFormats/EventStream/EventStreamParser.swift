import WidgetModel

/// Reads `text/event-stream` as it arrives (WHATWG HTML section 9.2.6, "Interpreting an event stream").
///
/// Server-sent bytes never cost more than an event's limit: what's longer is left out and counted.
public struct EventStreamParser: Sendable {
  /// An event of the stream, before anybody knows when and from where it came.
  public struct Message: Sendable, Equatable {
    public var name: String
    public var data: String
    public var id: String?
  }

  /// The id of the latest event, for `Last-Event-ID`. It stays until the server sends another one, even an empty one.
  public private(set) var lastID: String
  /// Seconds to wait before connecting again, if the server has said so.
  public private(set) var retry: Double?
  /// Events left out because they were too long.
  public private(set) var oversized = 0

  private var line: [UInt8] = []
  private var isLineTooLong = false
  private var endedWithReturn = false
  private var isFirstLine = true
  private var name = ""
  private var data: [UInt8] = []
  private var hasData = false
  private var isTooLong = false

  /// - Parameter lastID: That of the connection before.
  public init(lastID: String = "") { self.lastID = lastID }

  /// - Returns: The events that are complete now.
  public mutating func append(_ bytes: some Collection<UInt8>) -> [Message] {
    var messages: [Message] = []
    for byte in bytes {
      let followsReturn = endedWithReturn
      endedWithReturn = byte == UInt8(ascii: "\r")
      switch byte {
      case UInt8(ascii: "\n") where followsReturn: continue
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        if let message = endLine() { messages.append(message) }
      default:
        // A field name and its value.
        if line.count < WidgetEvent.maximumBytes + 16 { line.append(byte) } else { isLineTooLong = true }
      }
    }
    return messages
  }

  private mutating func endLine() -> Message? {
    defer {
      line.removeAll(keepingCapacity: true)
      (isLineTooLong, isFirstLine) = (false, false)
    }
    if isFirstLine, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
    guard !line.isEmpty else { return dispatch() }
    let field = line.prefix { $0 != UInt8(ascii: ":") }
    var value = line.dropFirst(field.count + 1)
    if value.first == UInt8(ascii: " ") { value.removeFirst() }
    switch String(decoding: field, as: UTF8.self) {
    case "data":
      if hasData { data.append(UInt8(ascii: "\n")) }
      hasData = true
      if data.count + value.count > WidgetEvent.maximumBytes || isLineTooLong { isTooLong = true } else { data += value }
    case "event": if value.count <= 1024 { name = String(decoding: value, as: UTF8.self) } else { isTooLong = true }
    // No request could send back an id with control characters.
    case "id":
      if value.count <= 1024, value.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) { lastID = String(decoding: value, as: UTF8.self) }
    case "retry":
      if !value.isEmpty, value.count <= 9, value.allSatisfy({ (0x30...0x39).contains($0) }),
        let milliseconds = Double(String(decoding: value, as: UTF8.self))
      {
        retry = milliseconds / 1000
      }
    default: break
    }
    return nil
  }

  private mutating func dispatch() -> Message? {
    defer { (name, data, hasData, isTooLong) = ("", [], false, false) }
    if isTooLong { oversized += 1 }
    guard hasData, !isTooLong else { return nil }
    // Repaired UTF-8 can be longer.
    let text = String(decoding: data, as: UTF8.self)
    guard text.utf8.count <= WidgetEvent.maximumBytes else {
      oversized += 1
      return nil
    }
    return Message(name: name.isEmpty ? "message" : name, data: text, id: lastID.isEmpty ? nil : lastID)
  }
}
