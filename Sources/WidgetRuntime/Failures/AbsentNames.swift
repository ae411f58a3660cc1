/// Names of standard Lua that widgets do not have, each with a remedy.
enum AbsentNames {
  static let globals: [String: String] = [
    "dofile": "dofile is not available in widgets; load a module of the widget's folder with require",
    "loadfile": "loadfile is not available in widgets; load a module of the widget's folder with require",
    "loadstring": "loadstring is load in Lua 5.4",
    "unpack": "unpack is table.unpack in Lua 5.4",
    "setfenv": "setfenv is not in Lua 5.4; use the env argument of load",
    "getfenv": "getfenv is not in Lua 5.4",
    "warn": "warn is not available in widgets; use log.warning(...)",
  ]

  /// By library: what to use in place of any of its functions.
  static let libraries: [String: String] = [
    "io": "use container(...) for files, fetch(\"name\") for a file of the widget's folder, and print for output",
    "debug": "use print(...) and the traceback of an error",
    "package": "require loads modules of the widget's folder",
  ]

  private static let members: [String: String] = [
    "io.write": "use print(...)",
    "io.popen": "use run { \"program\", ... }",
    "io.remove": "files of a container are removed with container(...):remove(path)",
    "os.execute": "use run { \"program\", ... }",
    "os.getenv": "use env.get(name)",
    "os.exit": "return from perform_update",
    "os.remove": "files of a container are removed with container(...):remove(path)",
    "os.rename": "use container(...)",
    "os.tmpname": "use cache.set(...)",
    "os.setlocale": "format.* follows the user's locale",
    "string.dump": "a module is loaded from its text",
    "coroutine.close": "let the coroutine end by itself",
  ]

  /// The remedy for a member of a library, such as `remove` of `os`.
  static func remedy(for name: String, of library: String) -> String? {
    guard let remedy = members["\(library).\(name)"] ?? libraries[library] else { return nil }
    return "\(library).\(name) is not available in widgets; \(remedy)"
  }
}
