public import WidgetFormats
public import WidgetModel
public import WidgetServices
import WidgetSystem

/// An assignment that doesn't match the manifest.
public enum SettingsError: Error, Sendable, Equatable, CustomStringConvertible {
  case unknown(name: String, known: [String])
  case wrongType(name: String, text: String, kind: Setting.Kind)
  case notAChoice(name: String, text: String, choices: [String])
  case tooLong(name: String)
  /// `--set-add` for a setting that isn't a list.
  case notAList(name: String)
  /// A list has too many elements or too much text.
  case tooManyElements(name: String, count: Int)
  case listTooLong(name: String)
  case place(name: String, text: String, Place.Problem)
  /// An element of a list has a field that isn't declared.
  case unknownField(name: String, known: [String])
  /// An element of a list should be a table.
  /// - Parameter fields: Each with a value of its type: `"walk":5`.
  case notARecord(fields: [String])
  /// - at: From 1.
  indirect case element(of: String, at: Int, field: String?, SettingsError)
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
    case .wrongType(let name, let text, .list):
      return
        "\(label) \(name)=\(Self.plain(text)): \(name) must be a list such as [\"a\", \"b\"]; to add to it: --set-add \(name)=..."
    case .wrongType(let name, let text, let kind):
      let words = kind == .boolean ? "true or false (yes, no, on, off, 1, 0)" : kind.words
      return "\(label) \(name)=\(Self.plain(text)): \(name) must be \(words)\(kind.hint(about: text))"
    case .notAChoice(let name, let text, let choices):
      return
        "\(label) \(name)=\(Self.plain(text)): \(name) must be \(alternatives(choices))\(NearestName.hint(text, among: choices))"
    case .tooLong(let name): return "\(label) \(name)=...: \(name) \(Self.lengthRequirement)"
    case .notAList(let name): return "--set-add \(name)=...: \(name) is no list; use --set"
    case .place(let name, let text, _): return "\(label) \(name)=\(Self.plain(text)): \(name) \(requirement)"
    case .notARecord: return requirement
    case .tooManyElements(let name, _), .listTooLong(let name), .unknownField(let name, _):
      return "\(label) \(name)=...: \(name) \(requirement)"
    case .element(let name, let index, let field, let error):
      return "\(label) \(name): element \(index)\(field.map { " (\($0))" } ?? "") \(error.requirement)"
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
    case .tooManyElements(_, let count): "must have at most \(Setting.maximumElements) elements, has \(count)"
    case .listTooLong: "must have at most \(Setting.maximumListBytes >> 10) KiB in all"
    case .notAList: "is no list"
    case .notARecord(let fields):
      "must be a table, as JSON: {\(fields.prefix(2).joined(separator: ","))}"
    case .place(_, _, let problem): problem.requirement
    case .unknownField(let name, let known):
      "has no field \(name.quoted)\(NearestName.hint(name, among: known, otherwise: "fields are \(known.joined(separator: ", "))"))"
    case .element(_, let index, let field, let error):
      "(element \(index)\(field.map { ", \($0)" } ?? "")) \(error.requirement)"
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
    case .unknown, .wrongType, .notAChoice, .tooLong, .outside, .file, .notAList, .tooManyElements, .listTooLong, .place,
      .unknownField,
      .notARecord, .element:
      nil
    }
  }

  public var description: String { message }

  /// The text as typed by the user, truncated and safe to print.
  private static func plain(_ text: String) -> String { String(text.quoted.dropFirst().dropLast()) }
}

extension SettingsError {
  /// The problem itself, without the elements and fields that lead to it.
  var root: SettingsError { if case .element(_, _, _, let error) = self { error.root } else { self } }

  /// `[2].url`: the way to the problem in a list.
  var path: String {
    guard case .element(_, let index, let field, let error) = self else { return "" }
    return "[\(index)]" + (field.map { "." + $0 } ?? "") + error.path
  }
}

extension Place.Problem {
  /// `must have a latitude from -90 to 90`: what a place has to be.
  public var requirement: String {
    switch self {
    case .notAPlace: "must be \(Setting.Kind.location.words)"
    case .latitude: "must have a latitude from -90 to 90"
    case .longitude: "must have a longitude from -180 to 180"
    case .name: "must have a name of 1 to 200 bytes without control characters"
    case .unknownKey(let key):
      "has no key \(key.quoted)\(NearestName.hint(key, among: Place.keys, otherwise: "keys are \(Place.keys.joined(separator: ", "))"))"
    case .unknownZone(let name): "must have a time zone such as \"Europe/Berlin\", got \(name.quoted)"
    case .noTable:
      "must be coordinates such as \"52.52,13.40\": this machine has no list of places (zone.tab, which comes with tzdata)"
    case .unknown(let name): "must be \(Setting.Kind.location.words)\(Self.hint(about: name))"
    }
  }

  private static func hint(about name: String) -> String {
    let places = PlaceTable.system?.places ?? []
    let names = places.map(\.name) + (name.contains("/") ? places.map(\.timeZone) : [])
    let key = { (text: String) in text.replacing("_", with: " ") }
    let near = NearestName.of(key(name), among: names.map(key))
    return near.map { "; \(NearestName.question($0))" } ?? "; there is no \(name.quoted) in the tz database"
  }
}
