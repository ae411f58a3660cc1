/// Names of standard Lua that widgets do not have, each with a remedy.
enum AbsentNames {
  private static let globals: [String: String] = [
    "dofile": "dofile is not available in widgets; use require for a module of the widget's own folder",
    "loadfile": "loadfile is not available in widgets; use require for a module of the widget's own folder",
    "loadstring": "loadstring is not available in widgets; use load(text)",
    "unpack": "unpack is table.unpack in Lua 5.4",
    "setfenv": "setfenv is not in Lua 5.4; use the env argument of load",
    "warn": "warn is not available in widgets; use log.warning(...)",
  ]

  /// By library: what to use in place of any of its functions.
  private static let libraries: [String: String] = [
    "io": "use container(...) or fetch(\"file in the widget's folder\")",
    "debug": "use print(...) and the traceback of an error",
    "package": "require loads modules of the widget's own folder",
  ]

  private static let members: [String: String] = [
    "os.execute": "use run { \"program\", ... }",
    "os.getenv": "use env.get(name)",
    "os.exit": "return from perform_update",
    "os.remove": "use container(...)",
    "os.rename": "use container(...)",
    "os.tmpname": "use cache.set(...)",
    "os.setlocale": "format.* follows the user's locale",
    "string.dump": "a module is loaded from its text",
    "coroutine.close": "let the coroutine end by itself",
  ]

  /// The hint for an error message of Lua: `attempt to call a nil value (global 'dofile')`, `(field 'getenv')`.
  ///
  /// - Parameter line: The line of the script that failed. A field is a standard one only when its library is written before it.
  static func hint(in message: String, line: String?) -> String? {
    guard message.hasPrefix("attempt to"), let open = message.lastIndex(of: "("), message.hasSuffix("')") else { return nil }
    let words = message[message.index(after: open)...].dropLast(2).split(separator: " ", maxSplits: 1)
    guard words.count == 2, words[1].first == "'" else { return nil }
    let name = String(words[1].dropFirst())
    switch words[0] {
    case "global": return globals[name]
    case "field":
      guard let line, let library = libraryNames.first(where: { uses($0, name, in: line) }) else { return nil }
      guard let remedy = libraries[library] ?? members["\(library).\(name)"] else { return nil }
      return "\(library).\(name) is not available in widgets; \(remedy)"
    default: return nil
    }
  }

  private static let libraryNames = ["io", "os", "debug", "package", "string", "coroutine"]

  private static func uses(_ library: String, _ name: String, in line: String) -> Bool {
    var rest = line[...]
    while let found = rest.firstRange(of: "\(library).\(name)") {
      let before = found.lowerBound > line.startIndex ? line[line.index(before: found.lowerBound)] : " "
      if !before.isLetter, !before.isNumber, before != "_", before != "." { return true }
      rest = rest[found.upperBound...]
    }
    return false
  }
}
