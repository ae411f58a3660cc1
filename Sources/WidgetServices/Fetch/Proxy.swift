import WidgetSystem

/// A proxy server.
///
/// It sees the names of the requested hosts, and everything not encrypted by TLS.
public struct Proxy: Sendable, Hashable {
  /// The proxy protocol.
  public enum Kind: String, Sendable, Hashable {
    /// CONNECT (RFC 9110 section 9.3.6), for `http` URLs too.
    case http
    /// SOCKS version 5 (RFC 1928) without authentication. The proxy resolves names.
    case socks5
  }

  /// Why a text doesn't name a proxy.
  public enum Refusal: Error, Sendable, Equatable {
    case scheme
    case host(WebAddress.Refusal)
    case path
    /// User names work for `http` proxies only.
    case user
    /// The user name or password contains a space or a control character, which must be percent-encoded.
    case userCharacter
  }

  public let kind: Kind
  public let host: WebHost
  public let port: Int
  /// Both or none (RFC 7617).
  package let credentials: Credentials?

  package struct Credentials: Sendable, Hashable {
    package let user: String
    package let password: String

    package init(user: String, password: String) {
      self.user = user
      self.password = password
    }
  }

  /// Reads `http://proxy.example:3128`, `http://user:password@proxy.example`, `socks5://127.0.0.1:1080`, or a host and port alone.
  ///
  /// - Parameter needsScheme: Whether a host and port alone are refused. Environment variables often have no scheme.
  /// - Throws: Why it can't be parsed. `socks5h` is fine and means the same.
  public init(parsing text: String, needsScheme: Bool = false) throws(Refusal) {
    var rest = text[...]
    var kind = Kind.http
    if let mark = text.firstRange(of: "://") {
      switch text[..<mark.lowerBound].lowercased() {
      case "http": kind = .http
      case "socks5", "socks5h": kind = .socks5
      default: throw .scheme
      }
      rest = text[mark.upperBound...]
    } else if needsScheme {
      throw .scheme
    }
    if rest.hasSuffix("/") { rest.removeLast() }
    guard !rest.contains("/") else { throw .path }
    var credentials: Credentials?
    if let at = rest.lastIndex(of: "@") {
      guard kind == .http else { throw .user }
      guard rest[..<at].utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { throw .userCharacter }
      let parts = rest[..<at].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(Self.decoded)
      credentials = Credentials(user: parts[0], password: parts.count > 1 ? parts[1] : "")
      rest = rest[rest.index(after: at)...]
    }
    let (hostText, portText) = WebAddress.splitPort(rest)
    do throws(WebAddress.Refusal) {
      host = try WebHost(parsing: hostText)
      port = if let portText { try WebAddress.port(portText) } else { kind == .http ? 3128 : 1080 }
    } catch {
      throw .host(error)
    }
    self.kind = kind
    self.credentials = credentials
  }

  package init(_ kind: Kind, host: WebHost, port: Int, credentials: Credentials? = nil) {
    self.kind = kind
    self.host = host
    self.port = port
    self.credentials = credentials
  }

  /// `proxy.example:3128`, without credentials.
  public var target: String { "\(host):\(port)" }

  /// Percent-decoded; invalid escapes stay as they are.
  private static func decoded(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.prefix(2).count(where: isHexDigit) == 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Proxy.Refusal: CustomStringConvertible {
  /// The problem, worded to follow "the proxy".
  public var description: String {
    switch self {
    case .scheme: "must begin with http:// or socks5://"
    case .host(let refusal): "\(refusal)"
    case .path: "has a path; it is a host and a port"
    case .userCharacter: "has a space or a control character in its user name or password; write a space as %20"
    case .user: "has a user name, which is for http:// alone"
    }
  }
}
