import WidgetSystem

/// A URL that can be requested. It's parsed once, and the request is made from its parts.
///
/// Permissions are checked on the same parts, so it does no harm if two parsers read a text differently (RFC 3986, stricter).
public struct WebAddress: Sendable, Hashable {
  /// The schemes a widget can fetch.
  public enum Scheme: String, Sendable, Hashable {
    case http, https

    public var defaultPort: Int { self == .http ? 80 : 443 }
  }

  /// The most bytes of a URL.
  public static let maximumLength = 8192

  public let scheme: Scheme
  public let host: WebHost
  /// 1...65535; the scheme's default port if the text has none.
  public let port: Int
  /// Begins with `/`, without a fragment; dot segments are resolved, and anything RFC 3986 doesn't allow is percent-encoded.
  public let pathAndQuery: String

  /// Reads an absolute URL.
  ///
  /// - Throws: Why it's refused. A fragment isn't an error: it's dropped, because it's never sent.
  public init(parsing text: String) throws(Refusal) {
    let bytes = Array(text.utf8)
    guard bytes.count <= Self.maximumLength else { throw .tooLong }
    guard !bytes.isEmpty else { throw .empty }
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), Self.isScheme(bytes[..<colon]) else { throw .noScheme }
    guard let scheme = Scheme(rawValue: String(decoding: bytes[..<colon], as: UTF8.self).lowercased()) else { throw .scheme }
    guard bytes[colon...].dropFirst().starts(with: "//".utf8) else { throw .noHost }

    let rest = bytes[(colon + 3)...]
    let authorityEnd = rest.firstIndex { "/?#\\".utf8.contains($0) } ?? rest.endIndex
    let authority = rest[..<authorityEnd]
    guard !authority.contains(UInt8(ascii: "@")) else { throw .userInfo }
    guard authority.allSatisfy({ $0 < 0x80 }) else { throw .nonASCIIHost }
    for (offset, byte) in bytes.enumerated() {
      if byte >= 0x80 { throw .nonASCII(offset: offset) }
      if byte < 0x21 || byte == 0x7F || byte == UInt8(ascii: "\\") { throw .character(offset: offset) }
    }

    let (hostText, portText) = Self.splitPort(String(decoding: authority, as: UTF8.self)[...])
    self.scheme = scheme
    host = try WebHost(parsing: hostText)
    port = if let portText { try Self.port(portText) } else { scheme.defaultPort }
    pathAndQuery = Self.normalized(rest[authorityEnd...])
  }

  /// Resolves a reference against this URL (RFC 3986 section 5.2), as the `Location` of a redirect requires.
  ///
  /// Spaces at its ends are dropped. In path and query, spaces and non-ASCII characters are percent-encoded, as in browsers.
  public func resolving(_ reference: String) throws(Refusal) -> WebAddress {
    guard reference.utf8.count <= Self.maximumLength else { throw .tooLong }
    do throws(Refusal) {
      return try resolving(encoded: Self.encodedReference(reference))
    } catch {
      throw error.withoutPlace
    }
  }

  private func resolving(encoded reference: String) throws(Refusal) -> WebAddress {
    let bytes = reference.utf8
    if let colon = bytes.firstIndex(of: UInt8(ascii: ":")), Self.isScheme(bytes[..<colon]) {
      return try WebAddress(parsing: reference)
    }
    if reference.hasPrefix("//") { return try WebAddress(parsing: "\(scheme.rawValue):\(reference)") }
    if reference.hasPrefix("/") { return try WebAddress(parsing: origin + reference) }
    let path = pathAndQuery.prefix { $0 != "?" }
    switch bytes.first {
    case nil, UInt8(ascii: "#"): return self
    case UInt8(ascii: "?"): return try WebAddress(parsing: origin + path + reference)
    default:
      let folder = path[...(path.lastIndex(of: "/") ?? path.startIndex)]
      return try WebAddress(parsing: origin + folder + reference)
    }
  }

  /// Scheme, host and port.
  public var origin: String {
    let start = "\(scheme.rawValue)://\(host)"
    return port == scheme.defaultPort ? start : "\(start):\(port)"
  }

  /// `api.example.com:443`: the only part of a URL shown in messages, because path and query could contain a key.
  public var target: String { "\(host):\(port)" }

  /// The host as named in a permission, with the port only if it's neither 443 nor 80.
  public var hostAndPort: String { port == 443 || port == 80 ? "\(host)" : target }
}

extension WebAddress: CustomStringConvertible {
  /// The URL. Parsing it again gives an equal value.
  public var description: String { origin + pathAndQuery }
}

extension WebAddress {
  /// Splits a host and an optional port at the colon, without validating them.
  static func splitPort(_ text: Substring) -> (host: Substring, port: Substring?) {
    let colon = text.lastIndex(of: ":")
    // An IPv6 address's colons precede its bracket.
    guard let colon, colon > (text.lastIndex(of: "]") ?? text.startIndex) || !text.hasPrefix("[") else { return (text, nil) }
    return (text[..<colon], text[text.index(after: colon)...])
  }

  static func port(_ text: Substring) throws(Refusal) -> Int {
    guard (1...5).contains(text.utf8.count), text.utf8.allSatisfy(isDigit), let port = Int(text), (1...65535).contains(port)
    else {
      throw .port
    }
    return port
  }

  /// A reference whose path and query are ASCII without spaces. Its host, which percent-encoding can't express, stays as it is;
  /// so does what wasn't UTF-8 and can't be known any more.
  private static func encodedReference(_ text: String) -> String {
    var bytes = Array(text.utf8)[...]
    while let last = bytes.last, last == 0x20 || last == 0x09 { bytes.removeLast() }
    bytes = bytes.drop { $0 == 0x20 || $0 == 0x09 }
    guard !bytes.allSatisfy({ $0 > 0x20 && $0 < 0x80 }), !text.unicodeScalars.contains("\u{FFFD}") else {
      return String(decoding: bytes, as: UTF8.self)
    }
    var start = bytes.startIndex
    if let colon = bytes.firstIndex(of: UInt8(ascii: ":")), isScheme(bytes[..<colon]) { start = colon + 1 }
    if bytes[start...].starts(with: "//".utf8) {
      start = bytes[(start + 2)...].firstIndex { "/?#\\".utf8.contains($0) } ?? bytes.endIndex
    }
    let hex = Array("0123456789ABCDEF".utf8)
    let encoded = bytes[start...].flatMap { byte in
      byte == 0x20 || byte >= 0x80 ? [UInt8(ascii: "%"), hex[Int(byte >> 4)], hex[Int(byte & 15)]] : [byte]
    }
    return String(decoding: bytes[..<start] + encoded, as: UTF8.self)
  }

  private static func isScheme(_ bytes: some Collection<UInt8>) -> Bool {
    guard let first = bytes.first, isLetter(first) else { return false }
    return bytes.allSatisfy { isLetter($0) || isDigit($0) || "+-.".utf8.contains($0) }
  }

  /// A path with its query, as in a request line.
  private static func normalized(_ bytes: ArraySlice<UInt8>) -> String {
    let sent = bytes.prefix { $0 != UInt8(ascii: "#") }
    let queryStart = sent.firstIndex(of: UInt8(ascii: "?")) ?? sent.endIndex
    let path = withoutDotSegments(String(decoding: sent[..<queryStart], as: UTF8.self))
    return encoded(path.utf8) + encoded(sent[queryStart...])
  }

  /// RFC 3986 section 5.2.4, for a path that's empty or begins with `/`.
  private static func withoutDotSegments(_ path: String) -> String {
    var kept: [Substring] = []
    let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    for (index, segment) in zip(1..., segments) {
      let isLast = index == segments.count
      switch segment {
      case ".": if isLast { kept.append("") }
      case "..":
        _ = kept.popLast()
        if isLast { kept.append("") }
      default: kept.append(segment)
      }
    }
    return "/" + kept.joined(separator: "/")
  }

  /// Percent-encodes what RFC 3986 allows in neither a path nor a query, including a `%` that encodes nothing.
  private static func encoded(_ bytes: some Collection<UInt8>) -> String {
    let bytes = Array(bytes)
    let hex = Array("0123456789ABCDEF".utf8)
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    for (index, byte) in bytes.enumerated() {
      let isEscape = byte == UInt8(ascii: "%") && bytes[(index + 1)...].prefix(2).count(where: isHexDigit) == 2
      if isEscape || isLetter(byte) || isDigit(byte) || "-._~!$&'()*+,;=:@/?".utf8.contains(byte) {
        output.append(byte)
      } else {
        output += [UInt8(ascii: "%"), hex[Int(byte >> 4)], hex[Int(byte & 15)]]
      }
    }
    return String(decoding: output, as: UTF8.self)
  }
}
