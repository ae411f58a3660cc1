import WidgetModel

/// A message from the broker to the fetcher.
package enum FetcherRequest: Sendable, Equatable {
  /// The first message.
  case hello(version: Int64, TrustedCertificates)
  case resolve(id: Int64, name: String)
  /// Begins an exchange. Its body follows in chunks if it has one; until then `exchange.body` is nil, or empty.
  case exchange(id: Int64, HTTPExchange, HTTPDestination, bodyLength: Int)
  case body(id: Int64, ArraySlice<UInt8>)
  /// Gives up a request. Its reply still comes, so that the broker sees that the fetcher is alive.
  case cancel(id: Int64)

  /// The payload of a frame.
  package var encoded: [UInt8] {
    let parts: [LuaValue] =
      switch self {
      case .hello(let version, let trust): [0, .integer(version), .array(trust.certificates.map { .bytes($0) })]
      case .resolve(let id, let name): [1, .integer(id), .string(name)]
      case .exchange(let id, let exchange, let destination, let bodyLength):
        [2, .integer(id), exchange.wire, destination.wire, .integer(Int64(bodyLength))]
      case .body(let id, let bytes): [3, .integer(id), .bytes(Array(bytes))]
      case .cancel(let id): [4, .integer(id)]
      }
    return MessagePack.encode(.array(parts))
  }

  package init(decoding payload: [UInt8]) throws(FetcherProtocolError) {
    let parts = try payload.messageParts()
    guard let id = parts[1].integer else { throw FetcherProtocolError("a request without a number") }
    switch (parts[0].integer, parts.count) {
    case (0, 3):
      guard let certificates = parts[2].array?.map(\.stringBytes), !certificates.contains(nil) else {
        throw FetcherProtocolError("hello without certificates")
      }
      self = .hello(version: id, TrustedCertificates(certificates: certificates.compactMap(\.self)))
    case (1, 3):
      guard let name = parts[2].string, case .name(let host)? = try? WebHost(parsing: name) else {
        throw FetcherProtocolError("resolve without a name")
      }
      self = .resolve(id: id, name: host)
    case (2, 5):
      guard let exchange = HTTPExchange(wire: parts[2]), let destination = HTTPDestination(wire: parts[3]) else {
        throw FetcherProtocolError("an incomplete exchange")
      }
      guard let length = parts[4].integer.flatMap(Int.init(exactly:)), (0...FetcherProtocol.maximumRequestBody).contains(length)
      else { throw FetcherProtocolError("a body that is too long") }
      self = .exchange(id: id, exchange, destination, bodyLength: length)
    case (3, 3):
      guard let bytes = parts[2].stringBytes, !bytes.isEmpty else { throw FetcherProtocolError("an empty chunk") }
      self = .body(id: id, bytes[...])
    case (4, 2): self = .cancel(id: id)
    default: throw FetcherProtocolError("an unknown request")
    }
  }
}

extension [UInt8] {
  /// The elements of a message: at least two, the first of which is its type.
  func messageParts() throws(FetcherProtocolError) -> [LuaValue] {
    let message: LuaValue
    do {
      message = try MessagePack.decode(self, maximumDepth: 4, maximumValues: FetcherProtocol.maximumValues)
    } catch {
      throw FetcherProtocolError("not MessagePack")
    }
    guard case .array(let parts) = message, parts.count >= 2 else { throw FetcherProtocolError("not a message") }
    return parts
  }
}
