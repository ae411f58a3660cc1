import WidgetModel
import WidgetSystem

/// A name that doesn't exist: misspelt, from another language, or used before its definition.
enum NameHint {
  static func find(_ site: ErrorSite) -> ScriptHint? {
    if let hint = unknownMember(site) { return hint }
    guard site.message.hasPrefix("attempt to"), site.message.contains("nil value") || site.message.contains(" nil with "),
      let variable = site.variable
    else { return nil }
    switch variable.scope {
    case .global: return ScriptHint(remedy: global(variable.name, site))
    case .field: return field(variable.name, site).map { ScriptHint(remedy: $0) }
    case .method: return ScriptHint(remedy: method(variable.name, site))
    case .local, .upvalue, .constant: return assigned(variable.name, site).map { ScriptHint(remedy: $0) }
    }
  }

  // MARK: Globals

  private static func global(_ name: String, _ site: ErrorSite) -> String? {
    if let absent = StandardLibrary.remedy(for: name) { return absent }
    if name == "context", let function = enclosingEntry(site) { return "write function \(function)(context)" }
    if let remedy = definition(of: name, site) { return remedy }
    if let foreign = ForeignNames.globals[name] { return foreign }
    // SwiftUI's `Text(...)`: more than the nearest library, which is `text`.
    if let kind = ViewKind(rawValue: name.lowercased()), !site.code.contains("ui.\(kind.rawValue)") {
      return "write ui.\(kind.rawValue)"
    }
    if let nearest = NearestName.of(name, among: known(site)) { return NearestName.question(nearest) }
    let owners = HostAPI.moduleNames.filter { HostAPI.members(of: $0).contains(name) }
    if !owners.isEmpty { return "write \(owners.map { "\($0).\(name)" }.joined(separator: " or "))" }
    return "\(name) is not defined"
  }

  /// A local function or variable with that name that isn't visible at the error.
  private static func definition(of name: String, _ site: ErrorSite) -> String? {
    guard let line = site.line else { return nil }
    let tokens = site.source.tokens
    for (index, token) in tokens.enumerated() where token.text == "local" {
      var next = index + 1
      let isFunction = tokens.indices.contains(next) && tokens[next].text == "function"
      if isFunction { next += 1 }
      var found = false
      while tokens.indices.contains(next), tokens[next].kind == .name {
        if tokens[next].text == name { found = true }
        guard !isFunction, tokens.indices.contains(next + 1), tokens[next + 1].text == "," else { break }
        next += 2
      }
      guard found else { continue }
      if token.line == line, !site.code.contains(TextPattern(#"=\s*function\b"#)) { continue }
      if token.line == line { return "write local function \(name)(...): in local \(name) = ... the name is not known yet" }
      return token.line > line
        ? "\(name) is defined in line \(token.line), after its use: move its definition above line \(functionStart(line, site))"
        : "the \(name) on line \(token.line) is local to its block: declare it before the block with local \(name)"
    }
    return nil
  }

  /// The beginning of the function at the margin containing a line.
  private static func functionStart(_ line: Int, _ site: ErrorSite) -> Int {
    stride(from: line, through: 1, by: -1).first { site.source.indentation($0) == 0 && site.source.code($0).contains("function") }
      ?? line
  }

  private static func enclosingEntry(_ site: ErrorSite) -> String? {
    let code = site.source.code(functionStart(site.line ?? 1, site))
    return ["content", "perform_update"].first { code.contains("function \($0)") }
  }

  /// Everything a script can use, and the names it defines itself.
  private static func known(_ site: ErrorSite) -> Set<String> {
    var names = Set(StandardLibrary.available(in: "")).union(StandardLibrary.libraries).union(HostAPI.globalNames)
    var previous: LuaToken?
    for token in site.source.tokens {
      if token.kind == .name, let previous, previous.text == "local" || previous.text == "function" || previous.text == "," {
        names.insert(String(token.text))
      }
      if token.text == "=", let previous, previous.kind == .name { names.insert(String(previous.text)) }
      previous = token
    }
    return names.subtracting(LuaWords.keywords)
  }

  // MARK: Fields and methods

  /// `there is no json.parse`, which the prelude raises.
  private static func unknownMember(_ site: ErrorSite) -> ScriptHint? {
    if let match = TextPattern(#"^there is no view ui\.(\w+); did you mean"#).firstMatch(in: site.message),
      let remedy = ForeignNames.views[match[1].lowercased()]
    {
      // Another toolkit's name says more than a similar one.
      return ScriptHint(message: "there is no view ui.\(match[1])", remedy: remedy)
    }
    if let match = TextPattern(#"^there is no view ui\.(\w+)$"#).firstMatch(in: site.message) {
      let name = match[1]
      if let remedy = ForeignNames.views[name.lowercased()] { return ScriptHint(remedy: remedy) }
      return ScriptHint(remedy: "the views are \(ViewKind.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    guard let match = TextPattern(#"^there is no (\w+)\.(\w+)$"#).firstMatch(in: site.message) else { return nil }
    let (module, name) = (match[1], match[2])
    if let remedy = ForeignNames.members["\(module).\(name)"] { return ScriptHint(remedy: remedy) }
    if module == "env" { return ScriptHint(remedy: "write env.get(\"\(name)\")") }
    return ScriptHint(remedy: "\(module) has \(HostAPI.members(of: module).joined(separator: ", "))")
  }

  private static func field(_ name: String, _ site: ErrorSite) -> String? {
    for owner in site.owners(of: name) {
      if owner == "settings" { return "the setting \"\(name)\" has no value: give it a default in the manifest, or set it" }
      guard StandardLibrary.libraries.contains(owner), isLibrary(owner, site) else { continue }
      if let absent = StandardLibrary.remedy(for: "\(owner).\(name)") { return absent }
      if let foreign = ForeignNames.members["\(owner).\(name)"] { return foreign }
      if let nearest = NearestName.of(name, among: StandardLibrary.available(in: owner)) {
        return "did you mean \(owner).\(nearest)?"
      }
      return "\(owner) has no \(name)"
    }
    if name == "length" || name == "size" || name == "count" {
      return "write #\(site.owners(of: name).first ?? "value") for the length of a text or a list"
    }
    if name == "integer index" || name == "?" { return element(site) }
    guard let owner = site.owners(of: name).first else { return nil }
    guard let origin = site.assignment(to: String(owner.prefix { $0 != "." })) else { return "\(owner) has no field \"\(name)\"" }
    if origin.value.contains(TextPattern(#"\bfetch\b([^.]|$)"#)), !origin.value.contains(TextPattern(#":\s*(json|xml|text)\b"#)) {
      let nearest = NearestName.of(name, among: HostAPI.responseFields) ?? ForeignNames.responseFields[name]
      return "a response has \(HostAPI.responseFields.joined(separator: ", "))"
        + (nearest.map { "; \(NearestName.question($0))" } ?? "")
    }
    if ["json", "decode", "parse"].contains(where: { origin.value.contains($0) }) {
      return "\(owner) has no field \"\(name)\" here; print(json.encode(\(owner))) shows what it has"
    }
    return "\(owner) has no field \"\(name)\""
  }

  /// Whether a name means the library rather than a variable of the script.
  private static func isLibrary(_ name: String, _ site: ErrorSite) -> Bool { site.assignment(to: name) == nil }

  private static func element(_ site: ErrorSite) -> String? {
    if let match = TextPattern(#"(\w+)\[0\]"#).firstMatch(in: site.code) { return "lists begin at 1: write \(match[1])[1]" }
    guard let line = site.line, let match = TextPattern(#"(\w+)\[(\w+)\]"#).firstMatch(in: site.code) else { return nil }
    let (list, index) = (match[1], match[2])
    for number in stride(from: line, through: max(1, line - 5), by: -1)
    where site.source.code(number).contains(TextPattern(#"\bfor\s+\w+\s*=\s*0\b"#))
      && site.source.code(number).contains("for \(index)")
    {
      return "lists begin at 1: write for \(index) = 1, #\(list) do"
    }
    return "\(list) has no element \(index) here"
  }

  private static func method(_ name: String, _ site: ErrorSite) -> String? {
    if let foreign = ForeignNames.methods[name] { return foreign }
    let owner = site.owners(of: name).first ?? ""
    if let origin = site.assignment(to: owner), origin.value.hasPrefix("ui.") {
      return "a view has no methods: write its fields into its table, as in ui.text { \"hello\", weight = \"bold\" }"
    }
    let methods = StandardLibrary.available(in: "string") + HostAPI.responseMethods
    return NearestName.of(name, among: methods).map(NearestName.question)
      ?? "\(owner.isEmpty ? "it" : owner) has no method \"\(name)\""
  }

  // MARK: Variables that are nil

  private static func assigned(_ name: String, _ site: ErrorSite) -> String? {
    if name == "self" { return colon(site) }
    guard let origin = site.assignment(to: name) else { return nil }
    // `local name = null`: a name nothing defines is nil.
    if let match = TextPattern(#"^[A-Za-z_]\w*"#).firstMatch(in: origin.value),
      !origin.value[match.range().upperBound...].contains(TextPattern(#"^\s*[.(:["{]"#))
    {
      let source = match[0]
      if !LuaWords.keywords.contains(source), !known(site).contains(source) {
        let place = origin.line == site.line ? "" : " in line \(origin.line)"
        return "\(source)\(place) is not defined" + (ForeignNames.globals[source].map { ": \($0)" } ?? "")
      }
    }
    return nil
  }

  /// A method called with a dot has no `self`.
  private static func colon(_ site: ErrorSite) -> String? {
    guard let line = site.line else { return nil }
    for number in stride(from: line, through: 1, by: -1) {
      guard let match = TextPattern(#"function\s+[[:alnum:]_.]+:(\w+)"#).firstMatch(in: site.source.code(number)) else {
        continue
      }
      let name = match[1]
      let calls = TextPattern(#"(\w+)\.(\w+)\s*[("{]"#)
      for (index, code) in site.source.code.enumerated() {
        for call in calls.matches(in: code) where call[2] == name {
          return "call it with a colon in line \(index + 1): \(call[1]):\(name)(...)"
        }
      }
      return "call it with a colon: object:\(name)(...)"
    }
    return nil
  }
}
