import WidgetModel

/// A message from the host to the server.
package enum HostToServerMessage: Sendable, Equatable {
  /// The first message.
  case hello(version: Int64, listeners: Int)
  /// Begins a response.
  case head(id: Int64, HTTPResponseHead)
  case body(id: Int64, ArraySlice<UInt8>)
  /// Ends a response.
  case end(id: Int64)
  /// Accept no more connections, and end when the responses are complete.
  case drain

  /// The payload of a frame.
  package var encoded: [UInt8] {
    let parts: [LuaValue] =
      switch self {
      case .hello(let version, let listeners): [0, .integer(version), .integer(Int64(listeners))]
      case .head(let id, let head):
        [
          1, .integer(id), .integer(Int64(head.status)), head.fields.wire,
          .integer(head.bodyLength.map { Int64($0) } ?? -1),
        ]
      case .body(let id, let bytes): [2, .integer(id), .bytes(Array(bytes))]
      case .end(let id): [3, .integer(id)]
      case .drain: [4, 0]
      }
    return MessagePack.encode(.array(parts))
  }

  package init(decoding payload: [UInt8]) throws(ServerProtocolError) {
    let parts = try payload.messageParts()
    guard let id = parts[1].integer else { throw ServerProtocolError("a message without a number") }
    switch (parts[0].integer, parts.count) {
    case (0, 3):
      guard let count = parts[2].integer.flatMap(Int.init(exactly:)), (1...ServerProtocol.maximumListeners).contains(count) else {
        throw ServerProtocolError("a wrong number of listeners")
      }
      self = .hello(version: id, listeners: count)
    case (1, 5):
      guard let status = parts[2].integer.flatMap(Int.init(exactly:)), (200...599).contains(status),
        let fields = [HTTPField](wire: parts[3]), let length = parts[4].integer.flatMap(Int.init(exactly:)), length >= -1
      else { throw ServerProtocolError("an incomplete head") }
      self = .head(id: id, HTTPResponseHead(status: status, fields: fields, bodyLength: length < 0 ? nil : length))
    case (2, 3):
      guard let bytes = parts[2].stringBytes else { throw ServerProtocolError("a chunk without bytes") }
      self = .body(id: id, bytes[...])
    case (3, 2): self = .end(id: id)
    case (4, 2): self = .drain
    default: throw ServerProtocolError("an unknown message")
    }
  }
}
