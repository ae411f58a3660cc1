import WidgetSystem

/// A function of Lua or the API called with the wrong arguments.
enum CallHint {
  static func find(_ site: ErrorSite) -> ScriptHint? { remedy(site).map { ScriptHint(remedy: $0) } }

  private static func remedy(_ site: ErrorSite) -> String? {
    let message = site.message
    if let match = TextPattern(#"^bad argument #1 to '(\w+)' \(string expected, got no value\)"#).firstMatch(in: message) {
      let name = match[1]
      guard StandardLibrary.available(in: "string").contains(name), let owner = site.owners(of: name).first, owner != "string"
      else {
        return nil
      }
      return "call it with a colon: \(owner):\(name)()"
    }
    if message.contains("number has no integer representation") { return "write %g or %.1f for a number with a fraction" }
    if message.contains("to 'date' (invalid conversion") { return "write a specifier of strftime such as %Y, %m, %d, %H or %M" }
    if message.contains("to 'time' (table expected, got string)") { return "read a text with date.parse(text)" }
    if message.hasPrefix("time is outside of the years") { return "a time is in seconds since 1970; divide milliseconds by 1000" }
    if message.hasPrefix("unfinished capture") || message.hasPrefix("malformed pattern") {
      return "( ) . % + - * ? [ ^ $ mean something in a pattern: write %( for a bracket, or text:find(\"(\", 1, true)"
    }
    if let match = TextPattern(#"^invalid value \((\w+)\) at index ([0-9]+) in table for 'concat'"#).firstMatch(in: message) {
      return match[1] == "nil"
        ? "element \(match[2]) is missing: write \"\" in its place" : "join texts and numbers only, not a \(match[1])"
    }
    if message.contains(TextPattern(#"^format\.\w+: \w+ must be a (finite )?number[^,]*, got (string )?""#)) {
      return "read the number in a text with tonumber(text)"
    }
    if let match = TextPattern(#"got the function ui\.(\w+)"#).firstMatch(in: message) {
      return match[1] == "spacer" || match[1] == "divider" ? "call it: ui.\(match[1])()" : "call it: ui.\(match[1]) { ... }"
    }
    if let remedy = text(message) ?? commandLine(message) { return remedy }
    for (beginning, remedy) in ofTheAPI where message.hasPrefix(beginning) { return remedy }
    return requirement(message)
  }

  /// A hint for `ui.text: text must be a string or a number, got ...`.
  private static func text(_ message: String) -> String? {
    guard let match = TextPattern(#"^ui\.\w+: text must be a string or a number, got (.*)$"#).firstMatch(in: message) else {
      return nil
    }
    return switch match[1] {
    case "json.null": "the value is null in the JSON: write value ~= json.null and value or \"\""
    case "table": "show an element of it, or join them with table.concat(list, \", \")"
    case "function": "call it, or write action = function() ... end for a handler"
    case let got where got.hasPrefix("boolean"): "convert it with tostring(...)"
    case let got where got.hasPrefix("a view"): "put views beside each other in ui.hstack { ... }"
    default: nil
    }
  }

  /// A hint for `run "ls -l /"` and `run { "ls -l /" }`.
  private static func commandLine(_ message: String) -> String? {
    let match =
      TextPattern(#"^run: words must be a list, got string "([^"\]+)"$"#).firstMatch(in: message)
      ?? TextPattern(#"^run: "([^"\]+)" is a command line "#).firstMatch(in: message)
    guard let match else { return nil }
    let words = match[1].split(whereSeparator: \.isWhitespace).map { "\"\($0)\"" }
    return words.isEmpty ? nil : "write run { \(words.joined(separator: ", ")) }"
  }

  private static let updateResult = "perform_update must return update_result.new_data, .no_data or .failed, got "

  /// Remedies by how a message from the prelude begins.
  private static let ofTheAPI: [(beginning: String, remedy: String)] = [
    ("content must return one view, got nil", "write return before the view"),
    ("content must return one view, got string", "write return ui.text(...)"),
    ("content must return one view, got number", "write return ui.text(...)"),
    ("content must return one view, got function", "call it, as in return ui.text { ... }"),
    ("content must return one view, got a list", "put the views into ui.vstack { ... }"),
    ("content must return one view, got two", "put the views into ui.vstack { ... }"),
    ("content must return one view, got update_result", "return update results from perform_update"),
    ("\(updateResult)nil", "end it with return update_result.new_data"),
    ("\(updateResult)string", "write return update_result.new_data, without quotes"),
    ("\(updateResult)a view", "return the view from content(context)"),
    ("\(updateResult)", "write return update_result.new_data"),
    ("context has no field \"width\"", "write context.size.width"),
    ("context has no field \"height\"", "write context.size.max_height"),
    ("context.size has no field \"height\"", "write context.size.max_height"),
    ("json.decode: text must be a string, got table", "for a response write response:json()"),
    ("xml.decode: text must be a string, got table", "for a response write response:xml()"),
    ("csv.decode: text must be a string, got table", "for a response write csv.decode(response.body)"),
    ("feed.parse: text must be a string, got table", "for a response write feed.parse(response.body)"),
    ("ical.parse: text must be a string, got table", "for a response write ical.parse(response.body)"),
    (
      "ui.chart takes one positional value",
      "write the numbers alone, as in ui.chart { 1, 2, 3 }; labels = { ... } names them on the axis"
    ),
    ("fetch: url must be a string, got table", "write fetch(url, { ... }), or fetch.all { ... } for several requests"),
    ("fetch: options must be a table, got string", "write { method = \"POST\" }"),
    ("fetch: options must be a table, got function", "fetch waits for the response: local response, err = fetch(url)"),
    ("fetch: a name in headers must be a string, got number", "write headers = { Accept = \"text/plain\" }"),
    ("fetch: headers must be a table", "write headers = { Accept = \"text/plain\" }"),
    ("fetch: body must be a string, got table", "write json = { ... } to send a table as JSON, or form = { ... }"),
    ("fetch: timeout must be from", "a timeout is in seconds: write 5, or \"5s\""),
    ("preferred_size: width must be a number of points, 0 or more, got table", "write preferred_size(200, 100)"),
    ("preferred_size: height must be a number of points, 0 or more, got nil", "write preferred_size(200, 0) for any height"),
    ("has_content: the argument must be a boolean", "write has_content(false) to hide the widget"),
    ("run: words must be a list", "write run { \"git\", \"status\" }"),
    ("notify: notification must be a table", "write notify { title = \"Hello\" }"),
    ("format.number: options must be a table", "write { digits = 2 }"),
    ("format.percent: options must be a table", "write { digits = 1 }"),
    ("date.add: amounts must be a table", "write { days = 1 }"),
    (
      "date.format: time must be a time in seconds since 1970, got string",
      "write date.now() for now, or read a text with date.parse"
    ),
    (
      "format.date: time must be a time in seconds since 1970, got string",
      "write date.now() for now, or read a text with date.parse"
    ),
    ("cache.remember: the third argument must be a function", "write cache.remember(key, ttl, function() ... end)"),
    ("defaults.set: key must be a string, got table", "write defaults.set(\"city\", \"Berlin\") for each value"),
    ("widget { ... } takes one table", "write widget { name = \"Weather\" }"),
    ("margin_insets must return insets or nil", "return { top = 8, left = 8, bottom = 8, right = 8 }"),
    ("open_url works only", "use ui.link, or call it in the action of a button"),
    ("settings are read only", "write defaults.set(name, value) for what the widget must remember"),
  ]

  /// A hint for `require: there is no module 'json' in ...`.
  private static func requirement(_ message: String) -> String? {
    guard message.hasPrefix("require: "), let match = TextPattern("'([^']*)'").firstMatch(in: message) else { return nil }
    let name = match[1]
    if HostAPI.globalNames.contains(name) { return "\(name) is always there: leave out require" }
    if message.contains("is not a module name") {
      let stem = name.split(separator: "/").last.map { $0.hasSuffix(".lua") ? String($0.dropLast(4)) : String($0) } ?? name
      return "write the name without a path, as in require \"\(stem)\""
    }
    if name.hasSuffix(".lua") { return "write require \"\(name.dropLast(4))\"" }
    if ["socket", "lfs", "cjson", "ssl", "lpeg", "http", "posix", "curl"].contains(
      name.split(separator: ".").first.map(String.init))
    {
      return "libraries in C cannot be loaded; fetch and json are part of the API"
    }
    return nil
  }
}
