/// Names of standard Lua that widgets do not have, each with a remedy.
enum AbsentNames {
  static let hints: [String: String] = [
    "io": "io is not available in widgets; use container(...) or fetch(\"file in the widget's folder\")",
    "debug": "debug is not available in widgets; use print(...) and the traceback of an error",
    "package": "package is not available in widgets; require loads modules of the widget's own folder",
    "dofile": "dofile is not available in widgets; use require for a module of the widget's own folder",
    "loadfile": "loadfile is not available in widgets; use require for a module of the widget's own folder",
    "loadstring": "loadstring is not available in widgets; use load(text)",
    "unpack": "unpack is table.unpack in Lua 5.4",
    "setfenv": "setfenv is not in Lua 5.4; use the env argument of load",
    "warn": "warn is not available in widgets; use log.warning(...)",
    "execute": "os.execute is not available in widgets; use run { \"program\", ... }",
    "getenv": "os.getenv is not available in widgets; use env.get(name)",
    "exit": "os.exit is not available in widgets; return from perform_update",
    "remove": "os.remove is not available in widgets; use container(...)",
    "rename": "os.rename is not available in widgets; use container(...)",
    "tmpname": "os.tmpname is not available in widgets; use cache.set(...)",
    "setlocale": "os.setlocale is not available in widgets; format.* follows the user's locale",
    "dump": "string.dump is not available in widgets",
    "close": "coroutine.close is not available in widgets; let the coroutine end by itself",
  ]

  private static let globals: Set = [
    "io", "debug", "package", "dofile", "loadfile", "loadstring", "unpack", "setfenv", "warn",
  ]

  /// The hint for an error message of Lua: `attempt to index a nil value (global 'io')`, `(field 'getenv')`.
  static func hint(in message: String) -> String? {
    guard message.hasPrefix("attempt to"), let open = message.lastIndex(of: "("), message.hasSuffix("')") else { return nil }
    let words = message[message.index(after: open)...].dropLast(2).split(separator: " ", maxSplits: 1)
    guard words.count == 2, words[1].first == "'" else { return nil }
    let name = String(words[1].dropFirst())
    switch words[0] {
    case "global": return globals.contains(name) ? hints[name] : nil
    case "field": return globals.contains(name) ? nil : hints[name]
    default: return nil
    }
  }
}
