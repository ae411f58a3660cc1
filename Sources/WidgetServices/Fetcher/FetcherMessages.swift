package import WidgetHelpers
import WidgetModel

/// The protocol between the broker and `luawidget-fetcher` (`docs/fetcher.md`): what both sides must agree on.
package enum FetcherProtocol {
  package static let version: Int64 = 5
  /// Bytes of a frame to the fetcher: the longest contains the user's trusted certificates.
  package static let maximumRequestFrame = 2 << 20
  /// Bytes of a frame from it: a header section or a chunk of a body.
  package static let maximumReplyFrame = 512 << 10
  /// A header section made of the shortest fields has the most values.
  static let limits = HelperMessage.Limits(values: 80_000)
  /// Bytes of a request's body.
  package static let maximumRequestBody = 16 << 20
  /// Addresses of a name.
  static let maximumAddresses = 256
}

/// A message from the broker to the fetcher.
package enum FetcherRequest: Sendable, Equatable {
  /// The first message.
  case hello(version: Int64, TrustedCertificates)
  case resolve(id: Int64, name: String)
  /// Begins an exchange. Its body, if any, follows in chunks; until then `exchange.body` is nil or empty.
  case exchange(id: Int64, HTTPExchange, HTTPDestination, bodyLength: Int)
  case body(id: Int64, ArraySlice<UInt8>)
  /// Gives up a request. Its reply still comes, so the broker sees that the fetcher is alive.
  case cancel(id: Int64)

  private enum Number: Int64 { case hello, resolve, exchange, body, cancel }

  /// The payload of a frame.
  package var encoded: [UInt8] {
    switch self {
    case .hello(let version, let trust):
      HelperMessage.encode(Number.hello, [.integer(version), .array(trust.certificates.map { .bytes($0) })])
    case .resolve(let id, let name): HelperMessage.encode(Number.resolve, [.integer(id), .string(name)])
    case .exchange(let id, let exchange, let destination, let bodyLength):
      HelperMessage.encode(Number.exchange, [.integer(id), exchange.wire, destination.wire, .integer(Int64(bodyLength))])
    case .body(let id, let bytes): HelperMessage.encode(Number.body, [.integer(id), .bytes(Array(bytes))])
    case .cancel(let id): HelperMessage.encode(Number.cancel, [.integer(id)])
    }
  }

  package init(decoding payload: [UInt8]) throws(HelperProtocolError) {
    let message = try HelperMessage(decoding: payload, FetcherProtocol.limits)
    let parts = message.parts
    let id = try message.id()
    switch (Number(rawValue: message.number), parts.count) {
    case (.hello, 3...):
      guard let certificates = parts[2].array?.map(\.stringBytes), !certificates.contains(nil) else {
        throw HelperProtocolError("hello without certificates")
      }
      self = .hello(version: id, TrustedCertificates(certificates: certificates.compactMap(\.self)))
    case (.resolve, 3):
      guard let name = parts[2].string, case .name(let host)? = try? WebHost(parsing: name) else {
        throw HelperProtocolError("resolve without a name")
      }
      self = .resolve(id: id, name: host)
    case (.exchange, 5):
      guard let exchange = HTTPExchange(wire: parts[2]), let destination = HTTPDestination(wire: parts[3]) else {
        throw HelperProtocolError("an incomplete exchange")
      }
      guard let length = parts[4].integer.flatMap(Int.init(exactly:)), (0...FetcherProtocol.maximumRequestBody).contains(length)
      else { throw HelperProtocolError("a body that is too long") }
      self = .exchange(id: id, exchange, destination, bodyLength: length)
    case (.body, 3):
      guard let bytes = parts[2].stringBytes, !bytes.isEmpty else { throw HelperProtocolError("an empty chunk") }
      self = .body(id: id, bytes[...])
    case (.cancel, 2): self = .cancel(id: id)
    default: throw HelperProtocolError("an unknown request")
    }
  }
}

/// A message from the fetcher, decoded from untrusted bytes.
package enum FetcherReply: Sendable, Equatable {
  /// The first message.
  case ready(version: Int64)
  case addresses(id: Int64, [IPAddress])
  case unresolved(id: Int64, ResolverError)
  /// The decoded body follows in chunks of this total length.
  case head(id: Int64, status: Int, headers: [HeaderField], bodyLength: Int)
  case body(id: Int64, ArraySlice<UInt8>)
  /// The body of an event stream follows in chunks as it arrives. The head comes at its end, without a body.
  case opened(id: Int64)
  /// A reason without a code is sent as `malformed`.
  case failed(id: Int64, FetchError.Reason)

  private enum Number: Int64 { case ready, addresses, unresolved, head, body, failed, opened }

  /// The payload of a frame.
  package var encoded: [UInt8] {
    switch self {
    case .ready(let version): HelperMessage.encode(Number.ready, [.integer(version)])
    case .addresses(let id, let addresses): HelperMessage.encode(Number.addresses, [.integer(id), addresses.wire])
    case .unresolved(let id, let error): HelperMessage.encode(Number.unresolved, [.integer(id), .string(Self.code(error))])
    case .head(let id, let status, let headers, let bodyLength):
      HelperMessage.encode(
        Number.head, [.integer(id), .integer(Int64(status)), headers.wire, .integer(Int64(bodyLength))])
    case .body(let id, let bytes): HelperMessage.encode(Number.body, [.integer(id), .bytes(Array(bytes))])
    case .opened(let id): HelperMessage.encode(Number.opened, [.integer(id)])
    case .failed(let id, let reason):
      HelperMessage.encode(
        Number.failed, [.integer(id), .string(reason.code ?? FetchError.Reason.malformed.code ?? "")])
    }
  }

  package init(decoding payload: [UInt8]) throws(HelperProtocolError) {
    let message = try HelperMessage(decoding: payload, FetcherProtocol.limits)
    let parts = message.parts
    let id = try message.id()
    switch (Number(rawValue: message.number), parts.count) {
    // A later version may say more.
    case (.ready, _): self = .ready(version: id)
    case (.addresses, 3):
      guard let addresses = [IPAddress](wire: parts[2]), !addresses.isEmpty else { throw HelperProtocolError("bad addresses") }
      self = .addresses(id: id, addresses)
    case (.unresolved, 3):
      guard let error = Self.resolverError(parts[2].string) else { throw HelperProtocolError("an unknown resolver error") }
      self = .unresolved(id: id, error)
    case (.head, 5):
      guard let status = parts[2].integer.flatMap(Int.init(exactly:)), status == 101 || (200...999).contains(status) else {
        throw HelperProtocolError("a bad status")
      }
      guard let headers = [HeaderField](wire: parts[3]), headers.sectionBytes <= HTTPExchange.maximumHeaderBytes else {
        throw HelperProtocolError("bad header fields")
      }
      guard let length = parts[4].integer.flatMap(Int.init(exactly:)), length >= 0 else {
        throw HelperProtocolError("a body without a length")
      }
      self = .head(id: id, status: status, headers: headers, bodyLength: length)
    case (.body, 3):
      guard let bytes = parts[2].stringBytes, !bytes.isEmpty else { throw HelperProtocolError("an empty chunk") }
      self = .body(id: id, bytes[...])
    case (.opened, 2): self = .opened(id: id)
    case (.failed, 3):
      guard let reason = parts[2].string.flatMap({ FetchError.Reason(code: $0) }) else {
        throw HelperProtocolError("an unknown failure")
      }
      self = .failed(id: id, reason)
    default: throw HelperProtocolError("an unknown reply")
    }
  }

  private static func code(_ error: ResolverError) -> String {
    switch error {
    case .unknownHost: "unknown_host"
    case .unavailable: "unavailable"
    // The fetcher's transport is the network itself.
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
  /// The size as counted by the limit on header sections.
  package var sectionBytes: Int { reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 } }
}
