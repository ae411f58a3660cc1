import WidgetModel

/// A message from the fetcher, decoded from untrusted bytes.
package enum FetcherReply: Sendable, Equatable {
  /// The first message.
  case ready(version: Int64)
  case addresses(id: Int64, [IPAddress])
  case unresolved(id: Int64, ResolverError)
  /// The decoded body follows in chunks of this total length.
  case head(id: Int64, status: Int, headers: [HeaderField], bodyLength: Int)
  case body(id: Int64, ArraySlice<UInt8>)
  /// A reason without a code is sent as `malformed`.
  case failed(id: Int64, FetchError.Reason)

  /// The payload of a frame.
  package var encoded: [UInt8] {
    let parts: [LuaValue] =
      switch self {
      case .ready(let version): [0, .integer(version)]
      case .addresses(let id, let addresses): [1, .integer(id), addresses.wire]
      case .unresolved(let id, let error): [2, .integer(id), .string(Self.code(error))]
      case .head(let id, let status, let headers, let bodyLength):
        [3, .integer(id), .integer(Int64(status)), headers.wire, .integer(Int64(bodyLength))]
      case .body(let id, let bytes): [4, .integer(id), .bytes(Array(bytes))]
      case .failed(let id, let reason): [5, .integer(id), .string(reason.code ?? FetchError.Reason.malformed.code ?? "")]
      }
    return MessagePack.encode(.array(parts))
  }

  package init(decoding payload: [UInt8]) throws(FetcherProtocolError) {
    let parts = try payload.messageParts()
    guard let id = parts[1].integer else { throw FetcherProtocolError("a reply without a number") }
    switch (parts[0].integer, parts.count) {
    // A later version may say more.
    case (0, _): self = .ready(version: id)
    case (1, 3):
      guard let addresses = [IPAddress](wire: parts[2]), !addresses.isEmpty else { throw FetcherProtocolError("bad addresses") }
      self = .addresses(id: id, addresses)
    case (2, 3):
      guard let error = Self.resolverError(parts[2].string) else { throw FetcherProtocolError("an unknown resolver error") }
      self = .unresolved(id: id, error)
    case (3, 5):
      guard let status = parts[2].integer.flatMap(Int.init(exactly:)), (200...999).contains(status) else {
        throw FetcherProtocolError("a bad status")
      }
      guard let headers = [HeaderField](wire: parts[3]), headers.sectionBytes <= HTTPExchange.maximumHeaderBytes else {
        throw FetcherProtocolError("bad header fields")
      }
      guard let length = parts[4].integer.flatMap(Int.init(exactly:)), length >= 0 else {
        throw FetcherProtocolError("a body without a length")
      }
      self = .head(id: id, status: status, headers: headers, bodyLength: length)
    case (4, 3):
      guard let bytes = parts[2].stringBytes, !bytes.isEmpty else { throw FetcherProtocolError("an empty chunk") }
      self = .body(id: id, bytes[...])
    case (5, 3):
      guard let reason = parts[2].string.flatMap({ FetchError.Reason(code: $0) }) else {
        throw FetcherProtocolError("an unknown failure")
      }
      self = .failed(id: id, reason)
    default: throw FetcherProtocolError("an unknown reply")
    }
  }

  private static func code(_ error: ResolverError) -> String {
    switch error {
    case .unknownHost: "unknown_host"
    case .unavailable: "unavailable"
    // The transport in the fetcher is the network itself.
    case .cancelled, .fetcher: "cancelled"
    }
  }

  private static func resolverError(_ code: String?) -> ResolverError? {
    switch code {
    case "unknown_host": .unknownHost
    case "unavailable": .unavailable
    case "cancelled": .cancelled
    default: nil
    }
  }
}

extension [HeaderField] {
  /// As the limit of a header section counts it.
  package var sectionBytes: Int { reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 } }
}
