extension StandardLibrary {
  /// Names of earlier versions of Lua, each with a complete remedy.
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

  /// By name: the remedies of missing and former names.
  private static let remedies: [String: String] = {
    var remedies = formerNames
    for name in names {
      if case .missing(let advice) = name.status { remedies[name.name] = "\(name.name) is not available in widgets; \(advice)" }
    }
    return remedies
  }()

  /// `os.remove is not available in widgets; use container(...)`; nil for a name that is not missing.
  static func remedy(for name: String) -> String? { remedies[name] }

  /// The hint for an error message of Lua: `attempt to call a nil value (global 'dofile')`, `(field 'getenv')`.
  ///
  /// - Parameter line: The line that failed. A field is a standard one only when its library is written before it.
  static func hint(in message: String, line: String?) -> String? {
    guard message.hasPrefix("attempt to"), let open = message.lastIndex(of: "("), message.hasSuffix("')") else { return nil }
    let words = message[message.index(after: open)...].dropLast(2).split(separator: " ", maxSplits: 1)
    guard words.count == 2, words[1].first == "'" else { return nil }
    let name = String(words[1].dropFirst())
    switch words[0] {
    case "global": return remedy(for: name)
    case "field":
      guard let line else { return nil }
      return libraries.first { writes("\($0).\(name)", in: line) }.flatMap { remedy(for: "\($0).\(name)") }
    default: return nil
    }
  }

  /// Whether a line has a name, rather than a part of a longer one.
  private static func writes(_ name: String, in line: String) -> Bool {
    func isOfName(_ character: Character?) -> Bool { character.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false }
    var rest = line[...]
    while let found = rest.firstRange(of: name) {
      let before = line[..<found.lowerBound].last
      if !isOfName(before), before != ".", !isOfName(line[found.upperBound...].first) { return true }
      rest = rest[found.upperBound...]
    }
    return false
  }
}
