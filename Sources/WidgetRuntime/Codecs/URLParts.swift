import WidgetModel

/// A URL in its parts (RFC 3986 section 3 and appendix B). Any scheme, and relative references: nothing is fetched here.
struct URLParts: Equatable {
  var scheme: String?
  var user: [UInt8]?
  var password: [UInt8]?
  var host: String?
  var port: Int?
  /// Still percent-encoded: decoded, `a%2Fb` would be two segments.
  var path: [UInt8]
  var query: [String: LuaValue]?
  var fragment: [UInt8]?

  enum Problem: Error, Equatable {
    case character(offset: Int)
    case escape(offset: Int)
    case port, host, noHost, tooManyFields
    /// A part would take too long to compare.
    case stackedMarks

    var text: String {
      switch self {
      case .character(let offset): "character \(offset + 1) may not be in a URL; encode it with url.encode"
      case .escape(let offset): PercentCoding.Damage(offset: offset).text
      case .port: "the port is not a number from 0 to 65535"
      case .host: "the host is not valid"
      case .noHost: "there is no host after //"
      case .tooManyFields: "the query has more than \(QueryFields.maximumFields) fields"
      case .stackedMarks: "the host or a name in the query \(StackedMarks.problem)"
      }
    }

    /// The offset in the text, if known.
    var offset: Int? {
      switch self {
      case .character(let offset), .escape(let offset): offset
      case .port, .host, .noHost, .tooManyFields, .stackedMarks: nil
      }
    }
  }

  init(parsing text: [UInt8]) throws(Problem) {
    if let offset = text.firstIndex(where: { $0 <= 0x20 || $0 == 0x7F || "\"<>\\^`{|}".utf8.contains($0) }) {
      throw .character(offset: offset)
    }
    var rest = text[...]
    var isGeneric = false
    func decoded(_ part: ArraySlice<UInt8>) throws(Problem) -> [UInt8] {
      do { return try PercentCoding.decode(part) } catch { throw .escape(offset: part.startIndex + error.offset) }
    }
    if let sign = rest.firstIndex(of: UInt8(ascii: "#")) {
      fragment = try decoded(rest[rest.index(after: sign)...])
      rest = rest[..<sign]
    }
    if let sign = rest.firstIndex(of: UInt8(ascii: "?")) {
      let part = rest[rest.index(after: sign)...]
      do throws(QueryFields.Problem) { query = try QueryFields.decode(part) } catch {
        switch error {
        case .stackedMarks: throw .stackedMarks
        case .tooManyFields: throw .tooManyFields
        // The fields don't have the exact offset: find it.
        case .damage: _ = try decoded(part)
        }
      }
      rest = rest[..<sign]
    }
    if let sign = rest.firstIndex(where: { ":/".utf8.contains($0) }), rest[sign] == UInt8(ascii: ":"), sign > rest.startIndex,
      Self.isScheme(rest[..<sign])
    {
      scheme = String(decoding: rest[..<sign], as: UTF8.self).lowercased()
      rest = rest[rest.index(after: sign)...]
    }
    if rest.starts(with: "//".utf8) {
      isGeneric = true
      rest = rest.dropFirst(2)
      let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
      var authority = rest[..<end]
      rest = rest[end...]
      if let sign = authority.lastIndex(of: UInt8(ascii: "@")) {
        let who = authority[..<sign]
        authority = authority[authority.index(after: sign)...]
        let colon = who.firstIndex(of: UInt8(ascii: ":")) ?? who.endIndex
        user = try decoded(who[..<colon])
        if colon < who.endIndex { password = try decoded(who[who.index(after: colon)...]) }
      }
      let closing = authority.last(where: { _ in true }) == nil ? nil : authority.lastIndex(of: UInt8(ascii: "]"))
      if let colon = authority.lastIndex(of: UInt8(ascii: ":")), colon > closing ?? -1 {
        let digits = authority[authority.index(after: colon)...]
        if !digits.isEmpty {
          guard digits.allSatisfy({ (48...57).contains($0) }), let number = Int(String(decoding: digits, as: UTF8.self)),
            number <= 65535
          else { throw .port }
          port = number
        }
        authority = authority[..<colon]
      }
      let hostBytes = try decoded(authority)
      guard !StackedMarks.areIn(hostBytes) else { throw .stackedMarks }
      let name = String(decoding: hostBytes, as: UTF8.self).lowercased()
      guard !name.utf8.contains(where: { $0 <= 0x20 || "/?#@".utf8.contains($0) }) else { throw .host }
      // Other schemes have URLs without one: file:///etc.
      guard !name.isEmpty || (!Self.needsHost(scheme) && user == nil && port == nil) else { throw .noHost }
      host = name
    }
    _ = try decoded(rest)
    path = Array(rest)
    if isGeneric, path.isEmpty { path = [UInt8(ascii: "/")] }
  }

  static func needsHost(_ scheme: String?) -> Bool {
    scheme == nil || ["http", "https", "ws", "wss", "ftp"].contains(scheme)
  }

  static func isScheme(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first, (first | 0x20) >= 0x61, (first | 0x20) <= 0x7A else { return false }
    return bytes.allSatisfy { byte in
      (0x61...0x7A).contains(byte | 0x20) || (48...57).contains(byte) || "+-.".utf8.contains(byte)
    }
  }

  /// The value for `url.parse`; missing parts are absent.
  var luaValue: LuaValue {
    var fields: [String: LuaValue] = ["path": LuaValue(stringBytes: path), "query": .table(query ?? [:])]
    fields["scheme"] = scheme.map { .string($0) }
    fields["user"] = user.map { LuaValue(stringBytes: $0) }
    fields["password"] = password.map { LuaValue(stringBytes: $0) }
    fields["host"] = host.map { .string($0) }
    fields["port"] = port.map { .integer(Int64($0)) }
    fields["fragment"] = fragment.map { LuaValue(stringBytes: $0) }
    return .table(fields)
  }
}
