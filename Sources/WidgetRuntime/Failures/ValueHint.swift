import WidgetModel
import WidgetSystem

/// An operation on a value of the wrong type.
enum ValueHint {
  static func find(_ site: ErrorSite) -> ScriptHint? {
    let message = site.message
    if let match = TextPattern(#"^bad 'for' (limit|initial value|step) \((\w+) expected, got nil\)"#).firstMatch(in: message) {
      let name = TextPattern(#"([[:alnum:]_.]+)\.(length|size|count|n)\b"#).firstMatch(in: site.code)
      return ScriptHint(
        message: "the \(match[1]) of the loop is nil", remedy: name.map { "write #\($0[1]) for the length of a list" })
    }
    if message.hasPrefix("stack overflow") { return ScriptHint(remedy: "look for a function calling itself endlessly") }
    if message == "(error object is a table value)" || message == "(error object is a nil value)" {
      return ScriptHint(remedy: "give error a text: error(\"reason\")")
    }
    guard message.hasPrefix("attempt to") else { return nil }
    if message.contains("for iterator") {
      let type = TextPattern(#"call a (\w+) value"#).firstMatch(in: message).map { $0[1] } ?? "value"
      return ScriptHint(
        message: "for ... in needs an iterator, got a \(type) value",
        remedy: "write ipairs(list) for the elements of a list, or pairs(table)")
    }
    if message == "attempt to index a nil value",
      let match = TextPattern(#"\bipairs\s*\(\s*([[:alnum:]_.]+)"#).firstMatch(in: site.code)
    {
      return ScriptHint(
        message: "ipairs got nil instead of a list", remedy: "write ipairs(\(match[1]) or {}) where it may be nil")
    }
    if let hint = call(site) ?? function(site) { return hint }
    return remedy(message, site).map { ScriptHint(remedy: $0) }
  }

  /// `response:body()`, `update_result.new_data()`.
  private static func call(_ site: ErrorSite) -> ScriptHint? {
    guard let match = TextPattern("^attempt to call a (string|number|boolean|table) value").firstMatch(in: site.message),
      let name = site.variable?.name
    else { return nil }
    // `text "x"`: the library of that name is a table.
    if match[1] == "table", let kind = ViewKind(rawValue: name), !site.code.contains("ui.\(name)") {
      return ScriptHint(message: "\(name) is a table, not a function", remedy: "write ui.\(kind.rawValue)")
    }
    let owner = site.owners(of: name).first.map { "\($0)." } ?? ""
    return ScriptHint(
      message: "\(name) is a \(match[1]), not a function", remedy: "write \(owner)\(name), with a dot and without ( )")
  }

  /// `fetch(url).json.city`, `"now: " .. os.time`.
  private static func function(_ site: ErrorSite) -> ScriptHint? {
    guard site.message.contains("a function value"), let variable = site.variable else { return nil }
    let name = variable.name
    if HostAPI.responseMethods.contains(name) {
      if site.code.contains("ui.\(name)") {
        return ScriptHint(message: "ui.\(name) is a function", remedy: "call it: ui.\(name) { ... }")
      }
      return ScriptHint(message: "\(name) is a function", remedy: "call it with a colon: response:\(name)()")
    }
    let owner = site.owners(of: name).first.map { "\($0)." } ?? ""
    return ScriptHint(message: "\(name) is a function", remedy: "call it: \(owner)\(name)()")
  }

  private static func remedy(_ message: String, _ site: ErrorSite) -> String? {
    let name = site.variable.flatMap { $0.scope == .field || $0.name == "?" ? nil : $0.name }
    if message.hasPrefix("attempt to concatenate a nil") { return "write \(name ?? "value") or \"\" where it may be nil" }
    if message.hasPrefix("attempt to concatenate a table") {
      if let match = TextPattern(#"\bui\.(\w+)\s*("[^"]*"|'[^']*')\s*\.\."#).firstMatch(in: site.code) {
        return "put all of the text into parentheses: ui.\(match[1])(\(match[2]) .. value)"
      }
      return "join the elements of a list with table.concat(list, \", \")"
    }
    if message.hasPrefix("attempt to concatenate a boolean") { return "convert it with tostring(...)" }
    if message.hasPrefix("attempt to perform arithmetic on a nil") { return "write \(name ?? "value") or 0 where it may be nil" }
    if message.hasPrefix("attempt to get length of a nil") { return "write #(\(name ?? "value") or {}) where it may be nil" }
    if message.contains(TextPattern("^attempt to (add|sub|mul|div) a 'string'|arithmetic on a string")) {
      return "join text with .., or convert it to a number with tonumber(...)"
    }
    if message.hasPrefix("attempt to compare") {
      if message.contains("nil") { return "one of the values is nil: give it a default, as in (value or 0)" }
      if message.contains("string"), message.contains("number") { return "convert the text with tonumber(...)" }
    }
    if message.hasPrefix("attempt to index a boolean"), let name, let origin = site.assignment(to: name),
      origin.value.hasPrefix("require")
    {
      return "end the module with return: require gives true for a module returning nothing"
    }
    return nil
  }
}

/// An explanation of a runtime error, and what to change. Made only after a failure.
struct ScriptHint {
  /// Replaces Lua's message.
  var message: String?
  var remedy: String?
  /// Replaces `script`.
  var kind: Failure.Kind?

  /// The first hint that fits the error.
  static func find(_ site: ErrorSite) -> ScriptHint? {
    NullHint.find(site) ?? FailedCallHint.find(site) ?? NameHint.find(site) ?? ValueHint.find(site) ?? CallHint.find(site)
  }
}
