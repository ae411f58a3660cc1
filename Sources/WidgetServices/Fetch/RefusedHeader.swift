/// Header fields that a widget may not set: what frames the message, names another recipient, carries another site's state, or promises
/// a coding that we cannot undo.
enum RefusedHeader {
  /// - Parameter name: In small letters.
  static func contains(_ name: String) -> Bool { reason(name) != nil }

  /// Why, after a comma; nil for a field that may be set.
  static func reason(_ name: String) -> String? {
    switch name.lowercased() {
    case "host": "which follows from the URL"
    case "content-length", "transfer-encoding", "trailer": "which follows from the body"
    case "connection", "keep-alive", "upgrade", "te", "expect": "which is about the connection"
    case "cookie": "because no cookies are kept or sent"
    case "accept-encoding": "because what it asks for has to be undone here"
    case let name where name.hasPrefix("proxy-"): "which is for a proxy"
    case let name where name.hasPrefix("sec-"): "which is a browser's"
    default: nil
    }
  }

  /// What to do instead, when there is something.
  static func remedy(_ name: String) -> String? {
    switch name.lowercased() {
    case "cookie": "send a key in Authorization, in another header or in the query"
    case "host": "ask for the host in the URL"
    case let name where name.hasPrefix("proxy-"): "say proxy = in config.toml"
    default: "leave it out"
    }
  }
}
