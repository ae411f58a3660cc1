public import WidgetModel

/// Decodes the table of `widget { ... }`, which is untrusted.
public enum ManifestDecoder {
  /// - Throws: ``ManifestError`` for the first mistake, in field order.
  public static func decode(_ value: LuaValue) throws(ManifestError) -> Manifest {
    var value = value
    // Added by the worker: the line of the call.
    if case .table(var fields) = value, fields.removeValue(forKey: "@line") != nil { value = .table(fields) }
    var manifest = Manifest()
    let reader = try RecordReader(value, path: "", words: "a table")
    // First: a widget for a newer level may have fields that this one doesn't know.
    _ = try level(reader, "requires")
    try reader.decode(fields, into: &manifest)
    let withURLs = manifest.settings.filter { $0.kind == .url || $0.elements.contains { $0.kind == .url } }.map(\.name)
    for name in manifest.permissions.netSettings where !withURLs.contains(name) {
      throw ManifestError(
        path: "permissions.net", message: "there is no setting \(name.quoted) of type \"url\", and no list of URLs with that name"
      )
    }
    let withTexts = manifest.settings.filter { $0.unitNames(in: .string("a.service")) != nil }.map(\.name)
    for name in manifest.permissions.unitSettings where !withTexts.contains(name) {
      throw ManifestError(
        path: "permissions.units",
        message: "there is no setting \(name.quoted) of type \"string\", and no list of strings with that name")
    }
    return manifest
  }

  static let fields: [DeclaredField<Manifest>] = [
    DeclaredField("name", .string, "at most 80 characters", default: "the file's name", example: "Flight") {
      reader, name, manifest throws(ManifestError) in
      manifest.name = try reader.text(name, limit: 80)?.singleSpaced
      if manifest.name?.isEmpty == true { throw reader.fail(name, "must not be empty") }
    },
    DeclaredField("icon", .named("IconName"), "one of the [names of icons](#names-of-icons)", example: "airplane") {
      reader, name, manifest throws(ManifestError) in
      manifest.icon = try reader.text(name, limit: 80)
      guard let icon = manifest.icon, !icon.isEmpty, !IconName.isKnown(icon) else { return }
      // Drawn as a placeholder.
      manifest.warnings.append("\(name): unknown icon \(icon.quoted)\(IconHint.text(for: icon))")
    },
    DeclaredField("description", .string, "at most 1000 characters", example: "Where it is") {
      reader, name, manifest throws(ManifestError) in manifest.description = try reader.text(name, limit: 1000)
    },
    DeclaredField("author", .string, "at most 200 characters", example: "Ada") {
      reader, name, manifest throws(ManifestError) in manifest.author = try reader.text(name, limit: 200)
    },
    DeclaredField("version", .either([.string, .number]), "at most 80 characters", example: 1.2) {
      reader, name, manifest throws(ManifestError) in
      if let number = reader[name], number.double != nil {
        manifest.version = number.displayText
      } else {
        manifest.version = try reader.text(name, limit: 80)
      }
    },
    DeclaredField(
      "requires", .integer,
      "the API level your widget was written for: an older luawidget then refuses it and keeps its last view; see "
        + "[compatibility.md](compatibility.md)", default: String(APILevel.first), example: .integer(Int64(APILevel.current))
    ) { reader, name, manifest throws(ManifestError) in manifest.requires = try level(reader, name) },
    DeclaredField(
      "refresh", .either([.duration(), .choice(["never"]), .record([HostField("cron", .string)])]),
      """
      how often to update the widget: a duration of at least one second, `"never"`, or `{ cron = "0 7 * * mon-fri" }` with \
      the five fields of crontab(5) (minute, hour, day of the month, month, day of the week) in the user's time zone: `*`, \
      numbers, ranges and lists, each with a step such as `*/15`; months and days of the week also have English names of three \
      letters. If you give both days, either matches
      """, default: "\"15m\"", example: "5m"
    ) { reader, name, manifest throws(ManifestError) in
      if let refresh = try RefreshReader.refresh(reader, name) { manifest.refresh = refresh }
    },
    DeclaredField(
      "timeout", .duration(1...30), "how long an update may take, including host calls; if `limits.time` is lower, that applies",
      default: "30", example: "10s"
    ) { reader, name, manifest throws(ManifestError) in
      manifest.timeout = try reader.duration(name, in: 1...30, words: "from 1 to 30 seconds")
    },
    DeclaredField(
      "families", .list(.choice(WidgetFamily.allCases.map(\.rawValue))), "the families your widget has a view for",
      default: "all of them", example: ["small"]
    ) { reader, name, manifest throws(ManifestError) in
      if let families = try families(reader, name) {
        (manifest.families, manifest.namesFamilies) = (families, true)
      }
    },
    DeclaredField(
      "largest_display_mode", .choice(DisplayMode.allCases.map(\.rawValue)), "the largest mode your widget has a view for",
      default: "\"expanded\"", example: "compact"
    ) { reader, name, manifest throws(ManifestError) in
      if let mode = try reader.choice(name, of: DisplayMode.self) { manifest.largestDisplayMode = mode }
    },
    DeclaredField(
      "settings", .named("table<string, Setting>|Setting[]"),
      "what the user can choose: by name, or as a list, whose order forms keep; see [settings](#settings)",
      example: ["number": ["type": "string"]]
    ) { reader, name, manifest throws(ManifestError) in
      if let value = reader[name] { manifest.settings = try SettingReader.settings(value) }
    },
    DeclaredField(
      "strings", .named("table<string, table<string, string|PluralForms>>"),
      """
      texts of your widget by language, for `tr`: `{ de = { title = "Abfahrten" } }`; files such as `strings/de.json` add to them. \
      `name`, `description`, and the labels and descriptions of settings are translated too, if they're keys
      """,
      example: ["de": ["title": "Abfahrten", "minutes_left": ["one": "noch {n} Minute", "other": "noch {n} Minuten"]]]
    ) { reader, name, manifest throws(ManifestError) in
      if let value = reader[name] { manifest.strings = try TranslationReader.tables(value, path: name) }
    },
    DeclaredField(
      "language", .string, "the language of your widget's texts where the user's has none: a tag such as `\"de\"` or `\"pt-BR\"`",
      default: "\"en\"", example: "de"
    ) { reader, name, manifest throws(ManifestError) in
      guard let text = try reader.text(name, limit: 80) else { return }
      guard let tag = LanguageTag.canonical(text) else {
        throw reader.fail(name, "must be a language tag such as \"de\" or \"pt-BR\", got \(text.quoted)")
      }
      manifest.language = tag
    },
    DeclaredField(
      "url_schemes", .list(.string),
      "URL schemes of the links passed to `on_open` by the command `open`: `\"myflight\"` for `myflight://LY315`",
      example: ["myflight"]
    ) {
      reader, name, manifest throws(ManifestError) in
      let schemes = try reader.list(name, of: "URL schemes") { scheme in
        if !URLScheme.isValid(scheme) { return "\(scheme.quoted) is not a URL scheme (a letter, then letters, digits, + . -)" }
        return URLScheme.reserved.contains(scheme.lowercased()) ? "a widget cannot claim \(scheme):" : nil
      }
      manifest.urlSchemes = schemes?.map { $0.lowercased() } ?? []
    },
    DeclaredField(
      "permissions", .named("Permissions"), "what your widget may use; see [permissions](#permissions)", example: ["notify": true]
    ) { reader, name, manifest throws(ManifestError) in
      guard let value = reader[name] else { return }
      try RecordReader(value, path: name, words: "a table of permissions").decode(
        PermissionReader.fields, into: &manifest.permissions, misplaced: PermissionReader.declaration)
    },
    DeclaredField("limits", .named("Limits"), "lower limits than the host's; see [limits](#limits)", example: ["fetches": 5]) {
      reader, name, manifest throws(ManifestError) in
      if let value = reader[name] { manifest.limits = try LimitReader.limits(value) }
    },
  ]

  /// The level a manifest requires.
  ///
  /// - Throws: If luawidget is older.
  private static func level(_ reader: RecordReader, _ name: String) throws(ManifestError) -> Int? {
    guard let value = reader[name] else { return nil }
    guard let level = value.integer, level >= APILevel.first else {
      throw reader.fail(name, "must be an API level such as \(APILevel.current), got \(value.shown)")
    }
    guard level <= APILevel.current else {
      throw ManifestError(
        path: name, message: "the widget needs level \(level) of the API, but this luawidget has level \(APILevel.current)",
        remedy: "upgrade luawidget, or use an earlier version of the widget")
    }
    return Int(exactly: level)
  }

  private static func families(_ reader: RecordReader, _ name: String) throws(ManifestError) -> [WidgetFamily]? {
    let all = WidgetFamily.allCases.map(\.rawValue)
    let names = try reader.list(name, of: "families") { family in
      all.contains(family)
        ? nil
        : "must be \(alternatives(all)), got \(family.quoted)"
          + (ForeignNames.choices[family].map { "; \(NearestName.question($0))" } ?? NearestName.hint(family, among: all))
    }
    guard let names else { return nil }
    guard !names.isEmpty else { throw reader.fail(name, "must name at least one of \(alternatives(all))") }
    return names.compactMap(WidgetFamily.init(rawValue:))
  }
}

/// Decodes `refresh`: a duration, `"never"` or `{ cron = "0 7 * * *" }`.
enum RefreshReader {
  static func refresh(_ reader: RecordReader, _ name: String) throws(ManifestError) -> Refresh? {
    guard let value = reader[name] else { return nil }
    if value.string == "never" { return .never }
    if case .table(let fields) = value, !fields.isEmpty {
      let table = try RecordReader(value, path: name, words: "a table")
      try table.check(names: ["cron"])
      guard let text = try table.text("cron", limit: 200) else { throw reader.fail(name, "must be { cron = \"...\" }") }
      do {
        return .cron(try CronSchedule(parsing: text).text)
      } catch {
        throw table.fail("cron", error.description)
      }
    }
    if let text = value.string, (try? CronSchedule(parsing: text)) != nil {
      throw reader.fail(name, "\(text.quoted) is a cron schedule; write { cron = \(text.quoted) }")
    }
    guard value.string != nil || value.double != nil else {
      throw reader.fail(name, "must be a duration such as \"5m\", \"never\" or { cron = \"0 7 * * *\" }, got \(value.shown)")
    }
    return try reader.duration(name, in: 1...366 * 86_400, words: "from one second to 366 days").map { .every(seconds: $0) }
  }
}

/// An error in `widget { ... }`, with its path.
public struct ManifestError: Error, Sendable, Equatable, CustomStringConvertible {
  /// Inside the table: `settings.count.default`, `permissions.net[2]`; empty for the table itself.
  public var path: String
  public var message: String
  /// The next step, if the message doesn't say it.
  public var remedy: String?

  public init(path: String, message: String, remedy: String? = nil) {
    self.path = path
    self.message = message
    self.remedy = remedy
  }

  public var description: String { path.isEmpty ? message : "\(path): \(message)" }
}
