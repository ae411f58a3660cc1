import WidgetModel

/// The protocol between the host and `luawidget-server` (`docs/server.md`): everything both sides must agree on.
package enum ServerProtocol {
  package static let version: Int64 = 4
  /// Bytes of a frame in either direction: a request with its body, or one chunk of a response.
  package static let maximumFrame = 256 << 10
  /// Bytes of a response that the server has but the client doesn't.
  package static let window = 128 << 10
  /// The descriptor of the first listener; the others follow it.
  package static let firstListener: Int32 = 3
  package static let maximumListeners = 4
  /// Requests at once: one per connection.
  package static let maximumRequests = RequestLimits.connections + 16

  fileprivate static let limits = HelperMessage.Limits(values: 1_000)
}

/// A message from the host to the server.
package enum HostToServerMessage: Sendable, Equatable {
  /// The first message.
  case hello(version: Int64, listeners: Int)
  /// Begins a response.
  case head(id: Int64, HTTPResponseHead)
  case body(id: Int64, ArraySlice<UInt8>)
  /// Ends a response.
  case end(id: Int64)
  /// Tells the server to accept no more connections, and to end once the responses are complete.
  case drain
  /// The request's client has signed in: if there are too many connections, others are closed.
  case keep(id: Int64)

  private enum Number: Int64 { case hello, head, body, end, drain, keep }

  /// The payload of a frame.
  package var encoded: [UInt8] {
    switch self {
    case .hello(let version, let listeners): HelperMessage.encode(Number.hello, [.integer(version), .integer(Int64(listeners))])
    case .head(let id, let head):
      HelperMessage.encode(
        Number.head,
        [.integer(id), .integer(Int64(head.status)), head.fields.wire, .integer(head.bodyLength.map { Int64($0) } ?? -1)])
    case .body(let id, let bytes): HelperMessage.encode(Number.body, [.integer(id), .bytes(Array(bytes))])
    case .end(let id): HelperMessage.encode(Number.end, [.integer(id)])
    case .drain: HelperMessage.encode(Number.drain)
    case .keep(let id): HelperMessage.encode(Number.keep, [.integer(id)])
    }
  }

  package init(decoding payload: [UInt8]) throws(HelperProtocolError) {
    let message = try HelperMessage(decoding: payload, ServerProtocol.limits)
    let parts = message.parts
    switch (Number(rawValue: message.number), parts.count) {
    // A later version may say more. The host compares the versions.
    case (.hello, 3...):
      guard let count = parts[2].integer.flatMap(Int.init(exactly:)), (1...ServerProtocol.maximumListeners).contains(count) else {
        throw HelperProtocolError("a wrong number of listeners")
      }
      self = .hello(version: try message.id(), listeners: count)
    case (.head, 5):
      guard let status = parts[2].integer.flatMap(Int.init(exactly:)), (200...599).contains(status),
        let fields = [HTTPField](wire: parts[3]), let length = parts[4].integer.flatMap(Int.init(exactly:)), length >= -1
      else { throw HelperProtocolError("an incomplete head") }
      self = .head(
        id: try message.id(), HTTPResponseHead(status: status, fields: fields, bodyLength: length < 0 ? nil : length))
    case (.body, 3):
      guard let bytes = parts[2].stringBytes else { throw HelperProtocolError("a chunk without bytes") }
      self = .body(id: try message.id(), bytes[...])
    case (.end, 2): self = .end(id: try message.id())
    case (.drain, 1): self = .drain
    case (.keep, 2): self = .keep(id: try message.id())
    default: throw HelperProtocolError("an unknown message")
    }
  }
}

/// A message from the server to the host, decoded from untrusted bytes.
package enum ServerMessage: Sendable, Equatable {
  /// The first message.
  case ready(version: Int64)
  case request(id: Int64, HTTPRequestMessage)
  /// This many bytes of the body have been handed to the client's connection.
  case sent(id: Int64, bytes: Int)
  /// The response is complete, or the client is gone. Nothing more follows about this request.
  case finished(id: Int64)

  private enum Number: Int64 { case ready, request, sent, finished }

  /// The payload of a frame.
  package var encoded: [UInt8] {
    switch self {
    case .ready(let version): HelperMessage.encode(Number.ready, [.integer(version)])
    case .request(let id, let request):
      HelperMessage.encode(
        Number.request,
        [
          .integer(id), .string(request.method), .string(request.target), request.fields.wire, .bytes(request.body),
          .boolean(request.isFromLoopback),
        ])
    case .sent(let id, let bytes): HelperMessage.encode(Number.sent, [.integer(id), .integer(Int64(bytes))])
    case .finished(let id): HelperMessage.encode(Number.finished, [.integer(id)])
    }
  }

  package init(decoding payload: [UInt8]) throws(HelperProtocolError) {
    let message = try HelperMessage(decoding: payload, ServerProtocol.limits)
    let parts = message.parts
    let id = try message.id()
    switch (Number(rawValue: message.number), parts.count) {
    // A later version may say more.
    case (.ready, _): self = .ready(version: id)
    case (.request, 7):
      guard let method = parts[2].string, let target = parts[3].string, target.hasPrefix("/"),
        let fields = [HTTPField](wire: parts[4]), let body = parts[5].stringBytes,
        let isFromLoopback = parts[6].boolean
      else { throw HelperProtocolError("an incomplete request") }
      self = .request(
        id: id,
        HTTPRequestMessage(method: method, target: target, fields: fields, body: body, isFromLoopback: isFromLoopback))
    case (.sent, 3):
      guard let bytes = parts[2].integer.flatMap(Int.init(exactly:)), (0...ServerProtocol.window).contains(bytes) else {
        throw HelperProtocolError("more bytes than were sent")
      }
      self = .sent(id: id, bytes: bytes)
    case (.finished, 2): self = .finished(id: id)
    default: throw HelperProtocolError("an unknown message")
    }
  }
}

extension [HTTPField] {
  fileprivate var wire: LuaValue { .array(map { .array([.string($0.name), .string($0.value)]) }) }

  fileprivate init?(wire: LuaValue) {
    guard let fields = wire.array else { return nil }
    self = []
    for field in fields {
      guard let parts = field.array, parts.count == 2, let name = parts[0].string, let value = parts[1].string else { return nil }
      append(HTTPField(name, value))
    }
  }
}
