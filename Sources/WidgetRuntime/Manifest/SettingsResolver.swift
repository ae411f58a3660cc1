public import WidgetFormats
public import WidgetModel
public import WidgetServices

/// Turns the user's assignments (`--set name=value`) and the manifest's defaults into typed values for a script.
public enum SettingsResolver {
  /// - Parameters:
  ///   - assignments: Later ones win.
  ///   - zone: The user's zone, for dates.
  /// - Returns: Values by name, without secrets (see ``SecretResolver``). Settings without a value or a default are left out: the
  ///   script sees nil.
  public static func resolve(
    _ settings: [Setting], assignments: [(String, String)], zone: TimeZoneData = .named("UTC")
  ) throws(SettingsError) -> [String: LuaValue] {
    var values: [String: LuaValue] = [:]
    for setting in settings where !setting.defaultValue.isNull {
      let date = setting.kind == .date ? setting.defaultValue.string.flatMap { Setting.Kind.time($0, zone: zone) } : nil
      values[setting.name] = date ?? setting.defaultValue
    }
    for (name, text) in assignments {
      guard let setting = settings.first(where: { $0.name == name }) else {
        throw .unknown(name: name, known: settings.map(\.name))
      }
      if setting.isSecret {
        do throws(SecretError) { _ = try SecretSource(text) } catch { throw .secret(name: name, error) }
      } else {
        values[name] = try value(of: setting, text, zone)
      }
    }
    return values
  }

  /// Checks that the file a value names can be read now: a file setting's, or the `file:PATH` of a secret. Whoever stores a value asks
  /// this, so that nobody learns of a wrong path from a widget that fails later.
  public static func checkFile(of setting: Setting, _ text: String) throws(SettingsError) {
    switch setting.kind {
    case .file:
      if let reason = FileSetting.problem(text) { throw .file(name: setting.name, text: text, reason: reason) }
    case .secret:
      do throws(SecretError) {
        let source = try SecretSource(text)
        if case .file = source { _ = try source.value(environment: [:]) }
      } catch { throw .secret(name: setting.name, error) }
    case .string, .choice, .integer, .number, .boolean, .url, .color, .date: break
    }
  }

  /// Checks what a manifest demands of a secret: that it's a URL, and its pattern.
  public static func check(secret: String, of setting: Setting) throws(SettingsError) {
    if setting.kind == .url, setting.kind.accept(.string(secret)) == nil { throw .secretType(name: setting.name, kind: .url) }
    guard let pattern = setting.pattern, (try? LuaPattern(pattern))?.matches(secret) == false else { return }
    throw .secretPattern(name: setting.name, pattern: pattern)
  }

  private static func value(of setting: Setting, _ text: String, _ zone: TimeZoneData) throws(SettingsError) -> LuaValue {
    guard text.utf8.count <= 4096 else { throw .tooLong(name: setting.name) }
    let value: LuaValue? =
      switch setting.kind {
      case .string, .secret: .string(text)
      case .choice: setting.choices.contains(text) ? .string(text) : nil
      case .integer: Int64(text).map { .integer($0) }
      case .number: Int64(text).map { .integer($0) } ?? Double(text).flatMap { $0.isFinite ? .number($0) : nil }
      case .boolean: boolean(text.lowercased()).map { .boolean($0) }
      case .url, .color: setting.kind.accept(.string(text))
      // The script gets a URL that `fetch` reads; the path stays in the broker.
      case .file: text.isEmpty || text.utf8.contains(0) ? nil : .string(FileSetting.url(setting.name))
      case .date: Setting.Kind.time(text, zone: zone)
      }
    if let value {
      if let problem = setting.problem(with: value) { throw .outside(name: setting.name, text: text, problem) }
      return value
    }
    if setting.kind == .choice { throw .notAChoice(name: setting.name, text: text, choices: setting.choices) }
    throw .wrongType(name: setting.name, text: text, kind: setting.kind)
  }

  private static func boolean(_ text: String) -> Bool? {
    switch text {
    case "true", "yes", "on", "1": true
    case "false", "no", "off", "0": false
    default: nil
    }
  }
}

/// An assignment that doesn't match the manifest.
public enum SettingsError: Error, Sendable, Equatable, CustomStringConvertible {
  case unknown(name: String, known: [String])
  case wrongType(name: String, text: String, kind: Setting.Kind)
  case notAChoice(name: String, text: String, choices: [String])
  case tooLong(name: String)
  /// It's outside the limits in the manifest, or doesn't match the pattern there.
  case outside(name: String, text: String, Setting.Problem)
  /// A secret that isn't what the manifest demands. The text isn't shown.
  case secretType(name: String, kind: Setting.Kind)
  case secretPattern(name: String, pattern: String)
  /// The file that a value names can't be read.
  case file(name: String, text: String, reason: String)
  /// A secret's assignment doesn't lead to a value. The text isn't shown: it may be the secret.
  case secret(name: String, SecretError)
  /// The store couldn't be read.
  case secretStore(name: String, SecretError)
  case missingSecret(name: String)

  /// `--set count=abc: count must be a whole number`.
  public var message: String { message(label: "--set") }

  /// - Parameters:
  ///   - label: The beginning of messages about assignments: `--set`, or `set` for those in a board file.
  ///   - widget: The widget with the settings, for a message that may be one of several.
  public func message(label: String, widget: String? = nil) -> String {
    switch self {
    case .unknown(let name, let known):
      let remedy = known.isEmpty ? "; \(widget ?? "this widget") has no settings" : NearestName.hint(name, among: known)
      let list = known.isEmpty ? "" : " (settings\(widget.map { " of \($0)" } ?? ""): \(known.joined(separator: ", ")))"
      return "\(label): there is no setting \(name.quoted)\(remedy)\(list)"
    case .wrongType(let name, let text, let kind):
      let words = kind == .boolean ? "true or false (yes, no, on, off, 1, 0)" : kind.words
      return "\(label) \(name)=\(Self.plain(text)): \(name) must be \(words)\(kind.hint(about: text))"
    case .notAChoice(let name, let text, let choices):
      return
        "\(label) \(name)=\(Self.plain(text)): \(name) must be \(alternatives(choices))\(NearestName.hint(text, among: choices))"
    case .tooLong(let name): return "\(label) \(name)=...: \(name) \(Self.lengthRequirement)"
    case .outside(let name, let text, let problem): return "\(label) \(name)=\(Self.plain(text)): \(name) must \(problem.words)"
    case .secretType(let name, let kind): return "the secret \(name.quoted) must be \(kind.words)"
    case .secretPattern(let name, let pattern): return "the secret \(name.quoted) must match the pattern \(pattern.quoted)"
    case .file(let name, let text, let reason): return "\(label) \(name)=\(Self.plain(text)): \(reason)"
    case .secret(let name, let error): return "\(label) \(name)=...: \(error)"
    case .secretStore(let name, let error): return "the secret \(name.quoted) could not be read: \(error)"
    case .missingSecret(let name): return "the widget needs the secret \(name.quoted), but it isn't set"
    }
  }

  static let lengthRequirement = "must have at most 4096 bytes"

  /// The requirement for a value, in a form with one field per setting: `must be an integer`.
  public var requirement: String {
    switch self {
    case .wrongType(_, let text, let kind): "must be \(kind.words)\(kind.hint(about: text))"
    case .notAChoice(_, _, let choices): "must be \(alternatives(choices))"
    case .tooLong: Self.lengthRequirement
    case .outside(_, _, let problem): "must \(problem.words)"
    case .secretType(_, let kind): "must be \(kind.words)"
    case .secretPattern(_, let pattern): "must match the pattern \(pattern.quoted)"
    case .file(_, _, let reason): "must be a file you can read: \(reason)"
    case .unknown, .secret, .secretStore, .missingSecret: message
    }
  }

  /// The next step, if any.
  /// - Parameter path: The widget's path.
  public func remedy(for path: String) -> String? {
    switch self {
    case .secret(_, let error) where error != .plain: error.remedy
    case .secretStore(_, let error): error.remedy
    case .secret(let name, _):
      "use --set \(name)=env:VARIABLE or file:PATH, or keep it: luawidget secret set \(ShellWord.quoted(path)) \(name)"
    case .missingSecret(let name), .secretType(let name, _), .secretPattern(let name, _):
      "keep it: luawidget secret set \(ShellWord.quoted(path)) \(name)"
    case .unknown, .wrongType, .notAChoice, .tooLong, .outside, .file: nil
    }
  }

  public var description: String { message }

  /// The text as typed by the user, truncated and safe to print.
  private static func plain(_ text: String) -> String { String(text.quoted.dropFirst().dropLast()) }
}
