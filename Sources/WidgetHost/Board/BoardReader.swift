import WidgetFormats
import WidgetModel
import WidgetRuntime
import WidgetServices

/// Reads a board's entries from its parsed file.
struct BoardReader {
  let path: String
  let document: TOMLDocument

  private static let table = "widget"
  static let keys = [
    "file", "id", "set", "family", "full_width", "group", "refresh", "allow", "hidden", "anchor", "margin", "monitor",
    "remote_control",
  ]
  /// Names used by other programs and formats.
  private static let foreignKeys = [
    "settings": "set", "options": "set", "path": "file", "script": "file", "lua": "file", "name": "id", "size": "family",
    "interval": "refresh", "every": "refresh", "permissions": "allow", "visible": "hidden", "enabled": "hidden",
    "wide": "full_width", "section": "group", "heading": "group", "category": "group", "alignment": "anchor",
    "position": "anchor", "margins": "margin", "gap": "margin", "screen": "monitor", "output": "monitor",
  ]

  /// The keys of the board's own theme.
  static let theme = "theme"

  func theme() throws(BoardFileError) -> Theme {
    guard let value = document.table[Self.theme] else { return Theme() }
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    do throws(ThemeDecoder.Problem) { return try ThemeDecoder.theme(LuaValue(value), in: folder) } catch {
      throw invalid(error.message, at: [.key(Self.theme)] + (error.key.map { [.key($0)] } ?? []))
    }
  }

  func entries() throws(BoardFileError) -> [BoardEntry] {
    for key in document.table.keys.sorted() where key != Self.table && key != Self.theme {
      throw unknown(key, at: [.key(key)], suggestion: key == "widgets" ? Self.table : nil, known: ["[[widget]]", Self.theme])
    }
    guard let value = document.table[Self.table] else { return [] }
    guard let elements = value.array else { throw invalid("write [[widget]], with two brackets", at: [.key(Self.table)]) }
    guard elements.count <= BoardFile.maximumEntries else {
      throw BoardFileError(path: path, .tooManyWidgets(limit: BoardFile.maximumEntries))
    }
    var entries: [BoardEntry] = []
    var lines: [String: Int?] = [:]
    for (index, element) in elements.enumerated() {
      let place: [TOMLPathPart] = [.key(Self.table), .index(index)]
      guard let fields = element.table else { throw invalid("a widget must be a table: write [[widget]]", at: place) }
      let entry = try entry(fields, at: place)
      if entry.hasExplicitID {
        let line = document.line(of: place + [.key("id")])
        if let first = lines[entry.id] {
          throw BoardFileError(path: path, line: line, .duplicateID(entry.id, line: first))
        }
        lines[entry.id] = .some(line)
      }
      entries.append(entry)
    }
    BoardEntry.deriveIDs(&entries)
    return entries
  }

  private func entry(_ fields: [String: TOMLValue], at place: [TOMLPathPart]) throws(BoardFileError) -> BoardEntry {
    var entry = BoardEntry(id: "", file: "")
    for key in sorted(fields.keys, at: place) {
      let here = place + [.key(key)]
      guard let value = fields[key] else { continue }
      switch key {
      case "file": entry.file = try file(value, here)
      case "id":
        guard let id = value.string, BoardEntry.isValidID(id) else {
          throw invalid("id must have \(BoardEntry.idRule)", at: here)
        }
        entry.id = id
        entry.hasExplicitID = true
      case "set": entry.settings = try settings(value, here)
      case "family": entry.family = try family(value, here)
      case "full_width":
        guard case .boolean(let flag) = value else { throw invalid("full_width must be true or false", at: here) }
        entry.isFullWidth = flag
      case "group":
        guard let group = value.string, BoardEntry.isValidGroup(group) else {
          throw invalid("group must be \(BoardEntry.groupRule)", at: here)
        }
        entry.group = group
      case "refresh": entry.refresh = try refresh(value, here)
      case "allow": entry.allow = try permissions(value, here)
      case "hidden":
        guard case .boolean(let flag) = value else { throw invalid("hidden must be true or false", at: here) }
        entry.isHidden = flag
      case "remote_control":
        guard case .boolean(let flag) = value else { throw invalid("remote_control must be true or false", at: here) }
        entry.allowsRemoteControl = flag
      case "anchor": entry.placement.anchor = try anchor(value, here)
      case "margin": entry.placement.margin = try margin(value, here)
      case "monitor": entry.placement.monitor = try monitor(value, here)
      default: throw unknown(key, at: here, suggestion: Self.foreignKeys[key], known: Self.keys)
      }
    }
    guard fields["file"] != nil else {
      throw invalid("a widget needs its file: file = \"flight.lua\"", at: place)
    }
    if entry.isFullWidth, entry.family != nil {
      throw invalid("a card of a family has its own width; remove family or full_width", at: place + [.key("full_width")])
    }
    return entry
  }

  /// Keys in line order, so the first error is reported.
  private func sorted(_ keys: some Sequence<String>, at place: [TOMLPathPart]) -> [String] {
    keys.map { ($0, document.line(of: place + [.key($0)]) ?? 0) }.sorted { ($0.1, $0.0) < ($1.1, $1.0) }.map(\.0)
  }

  // MARK: Values

  private func file(_ value: TOMLValue, _ place: [TOMLPathPart]) throws(BoardFileError) -> String {
    guard let file = value.string else { throw invalid("file must be a path such as \"flight.lua\"", at: place) }
    guard !file.isEmpty, file.utf8.count <= 4096, !file.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
      throw invalid("file must be a path of 1 to 4096 bytes without control characters", at: place)
    }
    return file
  }

  private func settings(_ value: TOMLValue, _ place: [TOMLPathPart]) throws(BoardFileError) -> [Assignment] {
    guard let fields = value.table else { throw invalid("set must be a table such as { number = \"LY316\" }", at: place) }
    var settings: [Assignment] = []
    for name in sorted(fields.keys, at: place) {
      let text: String
      switch fields[name] {
      case .string(let value): text = value
      case .integer(let number): text = "\(number)"
      case .number(let number): text = "\(number)"
      case .boolean(let flag): text = "\(flag)"
      case .date: throw invalid("set.\(name) must have quotes: \"2026-11-05\"", at: place + [.key(name)])
      case .array, .table:
        guard let value = fields[name], !value.hasDate else {
          throw invalid("dates in set.\(name) must have quotes: \"2026-11-05\"", at: place + [.key(name)])
        }
        text = JSONWriter().text(JSONValue(LuaValue(value)))
      case nil: continue
      }
      settings.append(Assignment(name, text))
    }
    return settings.sorted { $0.name < $1.name }
  }

  private func family(_ value: TOMLValue, _ place: [TOMLPathPart]) throws(BoardFileError) -> WidgetFamily {
    if let family = value.string.flatMap(WidgetFamily.init(rawValue:)) { return family }
    let names = WidgetFamily.allCases.map(\.rawValue)
    let got = value.string.map { ", got \"\($0)\"\(NearestName.hint($0, among: names))" } ?? ""
    throw invalid("family must be \(BoardFileError.alternatives(names))\(got)", at: place)
  }

  private func anchor(_ value: TOMLValue, _ place: [TOMLPathPart]) throws(BoardFileError) -> CardPlacement.Anchor {
    if let anchor = value.string.flatMap(CardPlacement.Anchor.init(rawValue:)) { return anchor }
    let names = CardPlacement.Anchor.allCases.map(\.rawValue)
    let got = value.string.map { ", got \"\($0)\"\(NearestName.hint($0, among: names))" } ?? ""
    throw invalid("anchor must be \(BoardFileError.alternatives(names))\(got)", at: place)
  }

  private func margin(_ value: TOMLValue, _ place: [TOMLPathPart]) throws(BoardFileError) -> CardPlacement.Margin {
    let values = value.array ?? [value, value]
    let numbers = values.compactMap { value in
      if case .integer(let number) = value, let number = Int(exactly: number), CardPlacement.Margin.limits.contains(number) {
        number
      } else {
        nil
      }
    }
    guard numbers.count == 2, values.count == 2 else {
      throw invalid("margin must be points from -10000 to 10000: 24, or [24, 48] for horizontal and vertical", at: place)
    }
    return CardPlacement.Margin(horizontal: numbers[0], vertical: numbers[1])
  }

  private func monitor(_ value: TOMLValue, _ place: [TOMLPathPart]) throws(BoardFileError) -> CardPlacement.Monitor {
    switch value {
    case .integer(let number) where (1...64).contains(number): return .number(Int(number))
    case .string(let name) where Self.isMonitorName(name): return .name(name)
    default: throw invalid("monitor must be a number from 1 to 64, or a name such as \"HDMI-1\"", at: place)
    }
  }

  private static func isMonitorName(_ name: String) -> Bool {
    (1...CardPlacement.Monitor.maximumName).contains(name.utf8.count) && !name.utf8.contains { $0 < 0x20 || $0 == 0x7F }
  }

  /// The manifest's rules apply.
  private func refresh(_ value: TOMLValue, _ place: [TOMLPathPart]) throws(BoardFileError) -> Refresh {
    do throws(ManifestError) {
      return try ManifestDecoder.decode(.table(["refresh": LuaValue(value)])).refresh
    } catch {
      throw invalid("\(error.path.isEmpty ? "refresh" : error.path) \(error.message)", at: place)
    }
  }

  private func permissions(_ value: TOMLValue, _ place: [TOMLPathPart]) throws(BoardFileError) -> [Permission] {
    guard let elements = value.array else {
      throw invalid("allow must be a list such as [\"net=api.example.com\"]", at: place)
    }
    var permissions: [Permission] = []
    for (index, element) in elements.enumerated() {
      let here = place + [.index(index)]
      guard let text = element.string else {
        throw invalid("allow must be a list such as [\"net=api.example.com\"]", at: here)
      }
      do throws(PermissionSyntaxError) {
        permissions.append(try PermissionSyntax.permission(text))
      } catch {
        switch error {
        case .unknown: throw invalid("allow: \(PermissionSyntaxError.notPermission(text))", at: here)
        case .impossible(let reason): throw invalid("allow: \"\(text)\": \(reason)", at: here)
        }
      }
    }
    return permissions
  }

  // MARK: Errors

  private func invalid(_ message: String, at place: [TOMLPathPart]) -> BoardFileError {
    BoardFileError(path: path, line: document.line(of: place), .invalid(message: message))
  }

  private func unknown(
    _ key: String, at place: [TOMLPathPart], suggestion: String?, known: [String]
  ) -> BoardFileError {
    BoardFileError(
      path: path, line: document.line(of: place),
      .unknownKey(key, suggestion: suggestion ?? NearestName.of(key, among: known), known: known))
  }
}

extension BoardFileError {
  /// `a, b or c`
  static func alternatives(_ names: [String]) -> String {
    guard names.count > 1, let last = names.last else { return names.first ?? "" }
    return "\(names.dropLast().joined(separator: ", ")) or \(last)"
  }

  /// `; did you mean "flight"?`, or the names.
  static func hint(_ name: String, _ known: [String]) -> String {
    NearestName.hint(name, among: known, otherwise: "widgets: \(listed(known))")
  }

  private static func listed(_ names: [String]) -> String {
    let rest = names.count > 8 ? " and \(names.count - 8) more" : ""
    return names.prefix(8).joined(separator: ", ") + rest
  }
}

extension TOMLValue {
  /// Whether it's a date, or has one somewhere.
  fileprivate var hasDate: Bool {
    switch self {
    case .date: true
    case .array(let elements): elements.contains(where: \.hasDate)
    case .table(let fields): fields.values.contains(where: \.hasDate)
    case .string, .integer, .number, .boolean: false
    }
  }
}

extension LuaValue {
  /// A value of a configuration file, for the decoders of scripts' values.
  init(_ value: TOMLValue) {
    self =
      switch value {
      case .string(let text): .string(text)
      case .integer(let number): .integer(number)
      case .number(let number): .number(number)
      case .boolean(let flag): .boolean(flag)
      case .date: .string("a date")
      case .array(let elements): .array(elements.map(LuaValue.init))
      case .table(let fields): .table(fields.mapValues(LuaValue.init))
      }
  }
}
