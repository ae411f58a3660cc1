import WidgetModel
import WidgetServices

extension FetchRequest {
  /// Reads what the worker sends; the shapes are the prelude's, and checked all the same.
  ///
  /// - Throws: What an option does not take, after `fetch: `.
  init(url: String, _ request: LuaValue, of instance: String) throws(HostError) {
    self.init(url, partition: instance)
    method = try Self.choice(request["method"], "method", among: Self.methods) ?? method
    if let body = request["body"].stringBytes { self.body = body }
    try readTimeout(request["timeout"])
    if !request["retry"].isNull {
      guard let retries = request["retry"].integer.flatMap({ Int(exactly: $0) }), (0...Self.maximumRetries).contains(retries)
      else {
        throw HostError("fetch: retry must be an integer from 0 to \(Self.maximumRetries), got \(Self.shown(request["retry"]))")
      }
      self.retries = retries
    }
    let redirect = try Self.choice(request["redirect"], "redirect", among: Redirect.allCases.map(\.rawValue))
    self.redirect = redirect.flatMap(Redirect.init) ?? self.redirect
    let mode = try Self.choice(request["cache"], "cache", among: CacheMode.allCases.map(\.rawValue))
    cacheMode = mode.flatMap(CacheMode.init) ?? cacheMode
    if !request["fresh_for"].isNull { freshFor = try seconds(request["fresh_for"], of: "fetch: fresh_for") }
    if !request["usable_for"].isNull { usableFor = try seconds(request["usable_for"], of: "fetch: usable_for") }
    for (name, value) in (request["headers"].table ?? [:]).sorted(by: { $0.key < $1.key }) {
      for value in value.array ?? [value] {
        guard let text = value.string else {
          throw HostError("fetch: header \(name) must be text in UTF-8, got \(value.typeName)")
        }
        headers.append(HeaderField(name, text))
      }
    }
  }

  private static let methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]

  private mutating func readTimeout(_ value: LuaValue) throws(HostError) {
    guard let parts = value.table, !parts.isEmpty else {
      if !value.isNull { timeout = try Self.time(value, of: "timeout") }
      return
    }
    for (name, value) in parts.sorted(by: { $0.key < $1.key }) {
      switch name {
      case "total": timeout = try Self.time(value, of: "timeout.total")
      case "connect": connectTimeout = try Self.time(value, of: "timeout.connect")
      case "first_byte": firstByteTimeout = try Self.time(value, of: "timeout.first_byte")
      default:
        let hint = NearestName.hint(name, among: ["connect", "first_byte", "total"])
        throw HostError("fetch: timeout has no \(name); it has connect, first_byte and total" + hint)
      }
    }
  }

  private static func time(_ value: LuaValue, of name: String) throws(HostError) -> Double {
    let time = try seconds(value, of: "fetch: \(name)")
    guard timeoutRange.contains(time) else {
      throw HostError("fetch: \(name) must be from 0.1 to 30 seconds, got \(Self.shown(value))")
    }
    return time
  }

  /// One of a few words; nil when there is none. A method may be in small letters.
  private static func choice(_ value: LuaValue, _ name: String, among known: [String]) throws(HostError) -> String? {
    if value.isNull { return nil }
    if let text = value.string, let word = known.first(where: { $0 == text || (name == "method" && $0 == text.uppercased()) }) {
      return word
    }
    let hint = value.string.map { NearestName.hint($0, among: known) } ?? ""
    throw HostError("fetch: \(name) must be \(alternatives(known)), got \(shown(value))\(hint)")
  }

  private static func shown(_ value: LuaValue) -> String { value.string?.quoted ?? value.displayText ?? value.typeName }
}
