import WidgetModel

extension HTTPExchange {
  /// Everything but the body, though including whether there is one, even an empty one.
  var wire: LuaValue {
    var fields: [String: LuaValue] = [
      "method": .string(method.rawValue), "scheme": .string(scheme.rawValue), "authority": .string(authority),
      "target": .string(target), "headers": headers.wire, "maximum_body": .integer(Int64(maximumBodyBytes)),
      "discards_redirect_body": .boolean(discardsRedirectBody), "may_repeat": .boolean(mayRepeat),
      "connect_timeout": .number(connectTimeout), "has_body": .boolean(body != nil),
    ]
    switch stream {
    case .events?: fields["stream"] = "events"
    case .webSocket(let opening)?:
      fields["stream"] = "websocket"
      fields["opening"] = .array(opening.map { .string($0) })
    case nil: break
    }
    if let firstByteTimeout { fields["first_byte_timeout"] = .number(firstByteTimeout) }
    return .table(fields)
  }

  init?(wire: LuaValue) {
    guard let method = wire["method"].string.flatMap(PreparedRequest.Method.init),
      let scheme = wire["scheme"].string.flatMap(WebAddress.Scheme.init), let authority = wire["authority"].string,
      let target = wire["target"].string, let headers = [HeaderField](wire: wire["headers"]),
      let maximumBodyBytes = wire["maximum_body"].integer.flatMap(Int.init(exactly:)), maximumBodyBytes >= 0,
      let connectTimeout = wire["connect_timeout"].double, connectTimeout.isFinite
    else { return nil }
    self.init(
      method: method, scheme: scheme, authority: authority, target: target, headers: headers,
      body: wire["has_body"].boolean == true ? [] : nil, maximumBodyBytes: maximumBodyBytes)
    discardsRedirectBody = wire["discards_redirect_body"].boolean ?? false
    mayRepeat = wire["may_repeat"].boolean ?? false
    self.connectTimeout = connectTimeout
    switch wire["stream"].string {
    case "events": stream = .events
    case "websocket": stream = .webSocket(opening: (wire["opening"].array ?? []).compactMap(\.string))
    default: break
    }
    firstByteTimeout = wire["first_byte_timeout"].double
  }
}

extension HTTPDestination {
  var wire: LuaValue {
    var fields: [String: LuaValue] = [
      "scheme": .string(scheme.rawValue), "host": .string("\(host)"), "port": .integer(Int64(port)), "addresses": addresses.wire,
    ]
    if let proxy { fields["proxy"] = proxy.wire }
    return .table(fields)
  }

  init?(wire: LuaValue) {
    guard let scheme = wire["scheme"].string.flatMap(WebAddress.Scheme.init),
      let host = wire["host"].string.flatMap({ try? WebHost(parsing: $0) }), let port = wire["port"].port,
      let addresses = [IPAddress](wire: wire["addresses"])
    else { return nil }
    let proxy: Proxy? = wire["proxy"].isNull ? nil : Proxy(wire: wire["proxy"])
    guard wire["proxy"].isNull || proxy != nil else { return nil }
    self.init(scheme: scheme, host: host, port: port, proxy: proxy, addresses: addresses)
  }
}

extension Proxy {
  fileprivate var wire: LuaValue {
    var fields: [String: LuaValue] = [
      "kind": .string(kind.rawValue), "host": .string("\(host)"), "port": .integer(Int64(port)),
    ]
    if let credentials {
      fields["user"] = .string(credentials.user)
      fields["password"] = .string(credentials.password)
    }
    return .table(fields)
  }

  fileprivate init?(wire: LuaValue) {
    guard let kind = wire["kind"].string.flatMap(Proxy.Kind.init),
      let host = wire["host"].string.flatMap({ try? WebHost(parsing: $0) }), let port = wire["port"].port
    else { return nil }
    var credentials: Credentials?
    if let user = wire["user"].string, let password = wire["password"].string {
      credentials = Credentials(user: user, password: password)
    }
    self.init(kind, host: host, port: port, credentials: credentials)
  }
}

extension LuaValue {
  fileprivate var port: Int? { integer.flatMap(Int.init(exactly:)).flatMap { (1...65535).contains($0) ? $0 : nil } }
}

extension [HeaderField] {
  var wire: LuaValue { .array(map { .array([.string($0.name), .string($0.value)]) }) }

  /// - Returns: nil unless every field has a name and a value, neither with a control character that could end a line.
  init?(wire: LuaValue) {
    guard let fields = wire.array else { return nil }
    self = []
    reserveCapacity(fields.count)
    for field in fields {
      guard case .array(let pair) = field, pair.count == 2, let name = pair[0].string, let value = pair[1].string, !name.isEmpty,
        !(name.utf8.contains(where: Self.endsLine) || value.utf8.contains(where: Self.endsLine))
      else { return nil }
      append(HeaderField(name, value))
    }
  }

  private static func endsLine(_ byte: UInt8) -> Bool { byte == 0 || byte == 0x0A || byte == 0x0D }
}

extension [IPAddress] {
  var wire: LuaValue { .array(map { .bytes($0.bytes) }) }

  init?(wire: LuaValue) {
    guard let addresses = wire.array, addresses.count <= FetcherProtocol.maximumAddresses else { return nil }
    self = []
    for address in addresses {
      guard let bytes = address.stringBytes, bytes.count == 4 || bytes.count == 16 else { return nil }
      append(IPAddress(bytes: bytes))
    }
  }
}
