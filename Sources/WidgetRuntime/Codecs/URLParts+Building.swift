import WidgetModel

extension URLParts {
  /// Builds a URL from a table with the fields of `url.parse`, whose names and types have been checked.
  ///
  /// - Throws: ``HostError`` naming the field.
  static func build(_ parts: LuaValue) throws(HostError) -> String {
    func part(_ name: String) -> [UInt8]? { parts[name].stringBytes }
    var url = ""
    var scheme: String?
    if let bytes = part("scheme") {
      guard isScheme(bytes[...]) else { throw HostError("url.build: scheme is letters, digits, +, - and .") }
      scheme = String(decoding: bytes, as: UTF8.self).lowercased()
      url += (scheme ?? "") + ":"
    }
    let host = part("host")
    if let host {
      url += "//"
      let user = part("user")
      if let user {
        url += PercentCoding.encode(user) + (part("password").map { ":" + PercentCoding.encode($0) } ?? "") + "@"
      }
      let name = try authority(host)
      guard !name.isEmpty || (!needsHost(scheme) && user == nil && parts["port"].isNull) else {
        throw HostError("url.build: host is empty")
      }
      url += name
      if let port = parts["port"].integer { url += ":\(port)" }
    }
    if let path = part("path") { url += try self.path(path, hasHost: host != nil, hasScheme: scheme != nil) }
    if let fields = parts["query"].table {
      let query = try QueryFields.encode(fields, what: "url.build: query")
      if !query.isEmpty { url += "?" + query }
    }
    if let fragment = part("fragment") { url += "#" + PercentCoding.encode(fragment) }
    return url
  }

  /// A host name or an address: IPv6 in brackets, whether they were given or not (RFC 3986, 3.2.2).
  private static func authority(_ host: [UInt8]) throws(HostError) -> String {
    let name = String(decoding: host, as: UTF8.self)
    let isBracketed = name.hasPrefix("[") && name.hasSuffix("]") && host.count > 2
    let inner = isBracketed ? Array(host.dropFirst().dropLast()) : host
    if isBracketed || inner.count(where: { $0 == UInt8(ascii: ":") }) > 1 {
      let isAddress = inner.allSatisfy { byte in
        (48...57).contains(byte) || (97...102).contains(byte | 0x20) || byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".")
      }
      guard isAddress, inner.contains(UInt8(ascii: ":")) else { throw HostError("url.build: the host is not valid") }
      return "[\(String(decoding: inner, as: UTF8.self))]"
    }
    guard !inner.contains(where: { $0 <= 0x20 || $0 == 0x7F || "/?#@\\[]<>\"^`{|}".utf8.contains($0) }) else {
      throw HostError("url.build: the host is not valid")
    }
    guard !inner.contains(UInt8(ascii: ":")) else {
      throw HostError("url.build: the host contains a colon; use the field port")
    }
    return name
  }

  /// Encodes characters a path can't contain and leaves the rest, including existing escapes.
  private static func path(_ path: [UInt8], hasHost: Bool, hasScheme: Bool) throws(HostError) -> String {
    if !hasHost, path.starts(with: "//".utf8) {
      throw HostError("url.build: a path beginning with // would name a host; give host, or a path with one /")
    }
    var text = ""
    // The first segment of a relative path could be mistaken for a scheme (RFC 3986, 4.2).
    if !hasHost, !hasScheme, let colon = path.firstIndex(of: UInt8(ascii: ":")), isScheme(path[..<colon]) { text = "./" }
    if hasHost, let first = path.first, first != UInt8(ascii: "/") { text = "/" }
    for (index, byte) in path.enumerated() {
      if isOfPath(byte) || (byte == UInt8(ascii: "%") && isEscape(path, index)) {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += PercentCoding.encode([byte])
      }
    }
    return text
  }

  private static func isOfPath(_ byte: UInt8) -> Bool {
    (48...57).contains(byte) || (97...122).contains(byte | 0x20) || "-._~!$&'()*+,;=:@/".utf8.contains(byte)
  }

  private static func isEscape(_ path: [UInt8], _ index: Int) -> Bool {
    guard index + 2 < path.count else { return false }
    return path[(index + 1)...(index + 2)].allSatisfy { (48...57).contains($0) || (97...102).contains($0 | 0x20) }
  }
}
