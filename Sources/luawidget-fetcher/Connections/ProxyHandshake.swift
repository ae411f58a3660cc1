import WidgetModel
import WidgetServices
import WidgetSystem

/// How a client asks a proxy for a connection: with CONNECT (RFC 9110 section 9.3.6) or SOCKS 5 (RFC 1928).
struct ProxyHandshake {
  enum Step: Equatable {
    case needsMore
    case send([UInt8])
    /// The connection is made; nothing was received after the proxy's response.
    case connected
  }

  private enum State {
    case connectResponse, socksMethod, socksReply
  }

  static let maximumResponseBytes = 16 << 10

  private let proxy: Proxy
  private let host: WebHost
  private let port: Int
  private var received: [UInt8] = []
  private var state: State

  init(_ proxy: Proxy, host: WebHost, port: Int) {
    self.proxy = proxy
    self.host = host
    self.port = port
    state = proxy.kind == .http ? .connectResponse : .socksMethod
  }

  /// The reason if the proxy breaks off.
  var refusal: FetchError.Reason { .proxy(.refusal, proxy.target) }

  /// The client's first bytes.
  var greeting: [UInt8] {
    guard proxy.kind == .http else { return [5, 1, 0] }
    var text = "CONNECT \(host):\(port) HTTP/1.1\r\nHost: \(host):\(port)\r\n"
    if let credentials = proxy.credentials {
      text += "Proxy-Authorization: \(credentials.authorization)\r\n"
    }
    return Array((text + "\r\n").utf8)
  }

  mutating func receive(_ bytes: some Sequence<UInt8>) throws(FetchError.Reason) -> Step {
    received += bytes
    guard received.count <= Self.maximumResponseBytes else { throw refusal }
    switch state {
    case .connectResponse: return try readConnectResponse()
    case .socksMethod:
      guard received.count >= 2 else { return .needsMore }
      guard received[0] == 5, received[1] == 0 else {
        throw .proxy(received == [5, 0xFF] ? .credentials : .refusal, proxy.target)
      }
      received.removeFirst(2)
      state = .socksReply
      return .send(socksRequest)
    case .socksReply: return try readSOCKSReply()
    }
  }

  private mutating func readConnectResponse() throws(FetchError.Reason) -> Step {
    guard let end = received.firstRange(of: Array("\r\n\r\n".utf8)) else { return .needsMore }
    let line = String(decoding: received.prefix { $0 != 13 }, as: UTF8.self)
    let words = line.split(separator: " ", maxSplits: 2)
    guard words.count >= 2, words[0].hasPrefix("HTTP/1."), let status = Int(words[1]), end.upperBound == received.count else {
      throw refusal
    }
    if status == 407 { throw .proxy(.credentials, proxy.target) }
    guard (200...299).contains(status) else { throw refusal }
    return .connected
  }

  private var socksRequest: [UInt8] {
    let address: [UInt8] =
      switch host {
      case .name(let name): [3, UInt8(truncatingIfNeeded: name.utf8.count)] + name.utf8
      case .address(let address): (address.bytes.count == 4 ? [1] : [4]) + address.bytes
      }
    return [5, 1, 0] + address + [UInt8(truncatingIfNeeded: port >> 8), UInt8(truncatingIfNeeded: port)]
  }

  private mutating func readSOCKSReply() throws(FetchError.Reason) -> Step {
    guard received.count >= 5 else { return .needsMore }
    guard received[0] == 5, received[1] == 0 else { throw refusal }
    let addressBytes: Int
    switch received[3] {
    case 1: addressBytes = 4
    case 3: addressBytes = 1 + Int(received[4])
    case 4: addressBytes = 16
    default: throw refusal
    }
    let length = 4 + addressBytes + 2
    guard received.count >= length else { return .needsMore }
    guard received.count == length else { throw refusal }
    return .connected
  }
}

extension Proxy.Credentials {
  /// The value of `Proxy-Authorization` (RFC 7617).
  var authorization: String { "Basic " + Base64.text(Array("\(user):\(password)".utf8)) }
}
