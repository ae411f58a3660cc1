extension StandardLibrary {
  /// Names from earlier versions of Lua, each with a complete remedy.
  static let formerNames: [String: String] = [
    "bit32": "bit32 is not in Lua 5.4; use the operators & | ~ << >>",
    "getfenv": "getfenv is not in Lua 5.4; use _ENV",
    "loadstring": "loadstring is load in Lua 5.4",
    "module": "module is not in Lua 5.4; return a table at the end of the module",
    "setfenv": "setfenv is not in Lua 5.4; use the env argument of load",
    "string.gfind": "string.gfind is string.gmatch in Lua 5.4",
    "table.foreach": "table.foreach is not in Lua 5.4; use for key, value in pairs(...)",
    "table.foreachi": "table.foreachi is not in Lua 5.4; use for index, value in ipairs(...)",
    "table.getn": "table.getn is the operator # in Lua 5.4",
    "table.maxn": "table.maxn is not in Lua 5.4; use the operator #",
    "unpack": "unpack is table.unpack in Lua 5.4",
  ]

  /// The remedies for missing and former names, by name.
  private static let remedies: [String: String] = {
    var remedies = formerNames
    for name in names {
      if case .missing(let advice) = name.status { remedies[name.name] = "\(name.name) is not available in widgets; \(advice)" }
    }
    return remedies
  }()

  /// `os.remove is not available in widgets; use container(...)`; nil for a name that isn't missing.
  static func remedy(for name: String) -> String? { remedies[name] }

  /// The names a library has in widgets, without the library's own; "" is for globals.
  static func available(in library: String) -> [String] {
    names.filter { $0.library == library && !$0.isMissing }.map { String($0.member) }
  }
}
