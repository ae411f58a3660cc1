import WidgetFormats
public import WidgetModel
public import WidgetRuntime
public import WidgetServices

/// A widget on a board, as described by a `[[widget]]` in the board file.
public struct BoardEntry: Sendable, Equatable, Identifiable {
  /// Unique on the board: `id` in the file, otherwise derived from the widget's file name.
  public var id: String
  /// Whether the file sets `id`, giving the widget its own defaults, secrets and permissions.
  public var hasExplicitID: Bool
  /// The path as written: absolute, starting with `~/`, or relative to the board file's folder or a folder of widgets.
  public var file: String
  /// Sorted by name.
  public var settings: [Assignment]
  public var family: WidgetFamily?
  /// Whether a card without a family is as wide as the page.
  public var isFullWidth: Bool
  /// The heading of the cards shown together with this one.
  public var group: String?
  /// Replaces the manifest's interval.
  public var refresh: Refresh?
  /// Permissions allowed by the user.
  public var allow: [Permission]
  public var isHidden: Bool
  /// Whether a page in a browser on another machine may control this one too, such as its media players.
  public var allowsRemoteControl = false
  /// Where `luawidget desktop` shows the card.
  public var placement: CardPlacement

  public init(
    id: String, hasExplicitID: Bool = false, file: String, settings: [Assignment] = [], family: WidgetFamily? = nil,
    isFullWidth: Bool = false, group: String? = nil, refresh: Refresh? = nil, allow: [Permission] = [], isHidden: Bool = false,
    placement: CardPlacement = CardPlacement()
  ) {
    self.id = id
    self.hasExplicitID = hasExplicitID
    self.file = file
    self.settings = settings.sorted { $0.name < $1.name }
    self.family = family
    self.isFullWidth = isFullWidth
    self.group = group
    self.refresh = refresh
    self.allow = allow
    self.isHidden = isHidden
    self.placement = placement
  }

  /// An entry with an id derived from the file.
  public init(file: String) { self.init(id: Self.derivedID(file), file: file) }

  /// The id, if set in the file.
  public var explicitID: String? { hasExplicitID ? id : nil }
}

extension BoardEntry {
  /// The most bytes in a group's name.
  static let maximumGroupLength = 80

  /// Whether a group can have this name, which is a heading.
  public static func isValidGroup(_ name: String) -> Bool {
    (1...maximumGroupLength).contains(name.utf8.count) && name.first?.isWhitespace == false && name.last?.isWhitespace == false
      && !name.unicodeScalars.contains {
        $0.properties.generalCategory == .control || $0.properties.generalCategory == .lineSeparator
      }
  }

  /// The rule for groups, for messages.
  public static let groupRule = "a name of 1 to \(maximumGroupLength) bytes on one line, without spaces around it"

  /// The most characters in an id.
  public static let maximumIDLength = 64

  /// Whether an entry can have this id. It's used in commands, URLs and names of stored data.
  public static func isValidID(_ id: String) -> Bool {
    (1...maximumIDLength).contains(id.utf8.count) && id.utf8.first != UInt8(ascii: "-") && id.utf8.allSatisfy(isIDCharacter)
  }

  /// The rule for ids, for messages.
  static let idRule = "letters, digits, hyphens and underscores, at most \(maximumIDLength), and must not begin with a hyphen"

  private static func isIDCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }

  /// The id of an entry without an explicit one: the name of the widget's file or folder.
  static func derivedID(_ file: String) -> String {
    var parts = file.split(separator: "/").map(String.init)
    if parts.count > 1, parts.last == "main.lua" { parts.removeLast() }
    var name = parts.last ?? ""
    if name.hasSuffix(".lua") { name = String(name.dropLast(4)) }
    let letters = name.unicodeScalars.prefix(40).map { scalar -> Character in
      scalar.isASCII && isIDCharacter(UInt8(scalar.value)) ? Character(scalar) : "_"
    }
    let id = String(letters)
    return isValidID(id) ? id : "widget\(id)"
  }

  /// Gives each entry without an explicit id one that no other entry has.
  static func deriveIDs(_ entries: inout [BoardEntry]) {
    var used = Set(entries.filter(\.hasExplicitID).map(\.id))
    // The next number to try, so a thousand entries for one file take no longer than others.
    var numbers: [String: Int] = [:]
    for index in entries.indices where !entries[index].hasExplicitID {
      let base = derivedID(entries[index].file)
      var id = base
      var number = numbers[base] ?? 2
      while used.contains(id) {
        id = "\(base)-\(number)"
        number += 1
      }
      numbers[base] = number
      used.insert(id)
      entries[index].id = id
    }
  }
}

extension BoardEntry {
  /// The keys of a `[[widget]]` with their TOML values, in the order for a new one; nil for a key that isn't written.
  var keys: [(name: String, value: String?)] {
    let margin = placement.margin.map {
      $0.horizontal == $0.vertical ? "\($0.horizontal)" : "[\($0.horizontal), \($0.vertical)]"
    }
    let pairs = settings.map { "\(TOMLText.key($0.name)) = \(Self.settingText($0.value))" }
    let permissions = allow.map { TOMLText.string($0.description) }
    return [
      ("id", explicitID.map(TOMLText.string)), ("file", TOMLText.string(file)),
      ("set", pairs.isEmpty ? nil : "{ \(pairs.joined(separator: ", ")) }"),
      ("family", family.map { TOMLText.string($0.rawValue) }), ("full_width", isFullWidth ? "true" : nil),
      ("group", group.map(TOMLText.string)), ("refresh", refresh.map(Self.refreshText)),
      ("allow", permissions.isEmpty ? nil : "[\(permissions.joined(separator: ", "))]"),
      ("anchor", placement.anchor.map { TOMLText.string($0.rawValue) }), ("margin", margin),
      ("monitor", placement.monitor.map(Self.monitorText)), ("hidden", isHidden ? "true" : nil),
      ("remote_control", allowsRemoteControl ? "true" : nil),
    ]
  }

  /// A setting, which is text to the manifest: bare if it's a boolean or a number, and an array or a table if it's JSON, provided that
  /// it reads back as the same text.
  static func settingText(_ text: String) -> String {
    if text.hasPrefix("[") || text.hasPrefix("{"), let value = try? JSONReader.read(Array(text.utf8)),
      JSONWriter().text(JSONValue(value)) == text, let toml = tomlText(value)
    {
      return toml
    }
    let number = Double(text).flatMap { $0.isFinite && text.contains(".") && !text.contains("e") ? "\($0)" : nil }
    let isBare = text == "true" || text == "false" || Int64(text).map({ "\($0)" }) == text || number == text
    return isBare ? text : TOMLText.string(text)
  }

  /// nil for what TOML doesn't have, or not with the same meaning.
  private static func tomlText(_ value: LuaValue, depth: Int = 0) -> String? {
    // Deeper than any setting, and within what the parser accepts.
    guard depth <= 4 else { return nil }
    switch value {
    case .null, .bytes: return nil
    case .boolean(let flag): return "\(flag)"
    case .integer(let number): return "\(number)"
    case .number(let number): return number.isFinite && "\(number)".contains(".") ? "\(number)" : nil
    case .string(let text): return TOMLText.string(text)
    case .array(let elements):
      let texts = elements.compactMap { tomlText($0, depth: depth + 1) }
      return texts.count == elements.count ? "[\(texts.joined(separator: ", "))]" : nil
    case .table(let fields):
      guard !fields.isEmpty else { return nil }
      let texts = fields.sorted { $0.key < $1.key }.compactMap { key, value in
        tomlText(value, depth: depth + 1).map { "\(TOMLText.key(key)) = \($0)" }
      }
      return texts.count == fields.count ? "{ \(texts.joined(separator: ", ")) }" : nil
    }
  }

  /// `"5m"`, `"never"` or `{ cron = "0 7 * * *" }`
  private static func refreshText(_ refresh: Refresh) -> String {
    switch refresh {
    case .never: return TOMLText.string("never")
    case .cron(let text): return "{ cron = \(TOMLText.string(text)) }"
    case .every(let seconds):
      for (unit, length) in [("d", 86_400.0), ("h", 3600), ("m", 60), ("s", 1)] {
        let count = seconds / length
        if count >= 1, count == count.rounded(), let whole = Int(exactly: count) { return TOMLText.string("\(whole)\(unit)") }
      }
      return TOMLText.string("\(seconds)s")
    }
  }

  private static func monitorText(_ monitor: CardPlacement.Monitor) -> String {
    switch monitor {
    case .number(let number): "\(number)"
    case .name(let name): TOMLText.string(name)
    }
  }
}
