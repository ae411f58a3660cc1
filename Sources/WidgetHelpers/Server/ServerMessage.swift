import WidgetModel

/// A message from the server to the host, decoded from untrusted bytes.
package enum ServerMessage: Sendable, Equatable {
  /// The first message.
  case ready(version: Int64)
  case request(id: Int64, HTTPRequestMessage)
  /// So many bytes of the body were handed to the client's connection.
  case sent(id: Int64, bytes: Int)
  /// The response is complete, or the client is gone. Nothing follows about this request.
  case finished(id: Int64)

  /// The payload of a frame.
  package var encoded: [UInt8] {
    let parts: [LuaValue] =
      switch self {
      case .ready(let version): [0, .integer(version)]
      case .request(let id, let request):
        [
          1, .integer(id), .string(request.method), .string(request.target), request.fields.wire, .bytes(request.body),
        ]
      case .sent(let id, let bytes): [2, .integer(id), .integer(Int64(bytes))]
      case .finished(let id): [3, .integer(id)]
      }
    return MessagePack.encode(.array(parts))
  }

  package init(decoding payload: [UInt8]) throws(ServerProtocolError) {
    let parts = try payload.messageParts()
    guard let id = parts[1].integer else { throw ServerProtocolError("a message without a number") }
    switch (parts[0].integer, parts.count) {
    // A later version may say more.
    case (0, _): self = .ready(version: id)
    case (1, 6):
      guard let method = parts[2].string, let target = parts[3].string, target.hasPrefix("/"),
        let fields = [HTTPField](wire: parts[4]), let body = parts[5].stringBytes
      else { throw ServerProtocolError("an incomplete request") }
      self = .request(id: id, HTTPRequestMessage(method: method, target: target, fields: fields, body: body))
    case (2, 3):
      guard let bytes = parts[2].integer.flatMap(Int.init(exactly:)), (0...ServerProtocol.window).contains(bytes) else {
        throw ServerProtocolError("more bytes than were sent")
      }
      self = .sent(id: id, bytes: bytes)
    case (3, 2): self = .finished(id: id)
    default: throw ServerProtocolError("an unknown message")
    }
  }
}

extension [HTTPField] {
  var wire: LuaValue { .array(map { .array([.string($0.name), .string($0.value)]) }) }

  init?(wire: LuaValue) {
    guard let fields = wire.array else { return nil }
    self = []
    for field in fields {
      guard let parts = field.array, parts.count == 2, let name = parts[0].string, let value = parts[1].string else { return nil }
      append(HTTPField(name, value))
    }
  }
}

extension [UInt8] {
  /// The elements of a message: at least two, the first of which is its type.
  func messageParts() throws(ServerProtocolError) -> [LuaValue] {
    let message: LuaValue
    do {
      message = try MessagePack.decode(self, maximumDepth: 4, maximumValues: ServerProtocol.maximumValues)
    } catch {
      throw ServerProtocolError("not MessagePack")
    }
    guard case .array(let parts) = message, parts.count >= 2 else { throw ServerProtocolError("not a message") }
    return parts
  }
}
