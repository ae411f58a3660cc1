/// The names of the API, for suggestions.
extension HostAPI {
  /// Names that a script may use without a definition: functions, and tables of functions.
  static let globalNames: Set<String> = {
    var names: Set = ["ui", "settings", "update_result", "widget"]
    for function in functions where !function.summary.isEmpty && !function.name.contains(":") {
      names.insert(String(function.name.prefix { $0 != "." }))
    }
    return names
  }()

  /// Names of tables of functions, in order.
  static let moduleNames: [String] = Set(
    functions.filter { !$0.summary.isEmpty }.compactMap { $0.name.firstIndex(of: ".").map($0.name.prefix(upTo:)) }.map(
      String.init)
  ).sorted()

  /// The functions of a table, without its name.
  static func members(of module: String) -> [String] {
    functions.filter { !$0.summary.isEmpty && $0.name.hasPrefix(module + ".") }.map {
      String($0.name.dropFirst(module.count + 1))
    }
  }

  private static let response = HostClass.all.first { $0.name == "Response" }

  static let responseFields: [String] = response?.fields.map(\.name) ?? []
  static let responseMethods: [String] =
    response?.methods.map { String($0.name.drop { $0 != ":" }.dropFirst()) } ?? []
}
