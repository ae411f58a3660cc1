/// Header fields that a widget may not set (compare the Fetch standard's "forbidden request-header"): they frame the message, name
/// another recipient, carry the state of another site, or promise a coding that we cannot decode.
enum ForbiddenHeader {
  /// - Parameter name: Lowercase.
  static func contains(_ name: String) -> Bool { reason(name) != nil }

  /// The reason, to be read after a comma; nil for an allowed field.
  static func reason(_ name: String) -> String? {
    switch name.lowercased() {
    case "host": "which follows from the URL"
    case "content-length", "transfer-encoding", "trailer": "which follows from the body"
    case "connection", "keep-alive", "upgrade", "te", "expect": "which is about the connection"
    case "cookie": "because luawidget never stores or sends cookies"
    case "accept-encoding": "because the runtime has to decode the response"
    case let name where name.hasPrefix("proxy-"): "which is for a proxy"
    case let name where name.hasPrefix("sec-"): "which is reserved for browsers"
    default: nil
    }
  }

  /// An alternative, if there is one.
  static func remedy(_ name: String) -> String? {
    switch name.lowercased() {
    case "cookie": "send a key in Authorization, in another header or in the query"
    case "host": "name the host in the URL"
    case let name where name.hasPrefix("proxy-"): "set proxy = in config.toml"
    default: "leave it out"
    }
  }
}
