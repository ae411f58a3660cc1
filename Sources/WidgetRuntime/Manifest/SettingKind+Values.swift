import WidgetFormats
public import WidgetModel
import WidgetServices
import WidgetSystem

extension LuaValue {
  /// A setting's value as a user writes it: a table is JSON. nil for what no setting can be.
  package var settingText: String? {
    switch self {
    case .string(let text): text
    case .integer(let number): String(number)
    case .number(let number): number == number.rounded() && abs(number) < 1e15 ? String(Int(saturating: number)) : String(number)
    case .boolean(let flag): flag ? "true" : "false"
    case .array(let elements) where elements.isEmpty: ""
    case .array, .table: JSONWriter().text(JSONValue(self))
    case .null, .bytes: nil
    }
  }
}

extension Setting {
  /// The default as the user would type it.
  public var defaultText: String { defaultValue.settingText ?? "" }
}

extension Setting.Kind {
  /// The values scripts receive and users write, for the reference.
  var documentation: String {
    switch self {
    case .string: "a string"
    case .number: "a number"
    case .integer: "an integer"
    case .boolean: "`true` or `false`; a user may also write `yes`, `no`, `on`, `off`, `1` and `0`"
    case .choice: "one of the strings in `choices`"
    case .secret: "a string, masked wherever it'd be stored or shown; see `docs/secrets.md`"
    case .url: "a string beginning with `https://` or `http://`; `permissions.net` can request its host"
    case .file: "a file chosen by the user: read it with `fetch(settings.NAME)`, 4 MiB at most. It has no default"
    case .folder:
      """
      a folder chosen by the user, for the functions of `files`. It can't be the home folder, a hidden one, or one of the system, and \
      it has no default
      """
    case .color: "a colour as views accept it: a name, or `\"#rrggbb\"`"
    case .date:
      """
      a time in seconds since 1970; a default and a user write it as `2026-11-05` (midnight in the user's time zone) or in RFC \
      3339
      """
    case .location:
      """
      a table `{ name, latitude, longitude, time_zone }`, in degrees; a default and a user write it as a place of the tz database \
      (`"Berlin"`), as coordinates (`"52.52,13.40"`, with the nearest such place's time zone), or as a table. Until the user sets it, \
      it's the place in `config.toml`, or else the default
      """
    case .list:
      """
      a list of at most \(Setting.maximumElements) elements, empty until the user adds some: see `of`
      """
    }
  }

  /// The expected value in an error message: `an integer`.
  var words: String {
    switch self {
    case .string, .secret: "a string"
    case .number: "a number"
    case .integer: "an integer"
    case .boolean: "true or false"
    case .choice: "a string, one of the choices"
    case .url: "a URL beginning with https:// or http://"
    case .file: "the path of a file"
    case .folder: "the path of a folder"
    case .color: "a colour such as \"red\" or \"#ff8800\""
    case .date: "a date such as \"2026-11-05\" or \"2026-11-05T15:04:09Z\""
    case .location: "a place such as \"Berlin\", or coordinates such as \"52.52,13.40\""
    case .list: "a list"
    }
  }

  /// A user's probable meaning, for the end of an error message; often empty.
  func hint(about text: String) -> String {
    switch self {
    case .color where Color("#" + text) != nil: "; \(NearestName.question("#" + text))"
    case .color: NearestName.hint(text, among: ColorName.names)
    case .date where InternetDate(text) != nil: "; there is no such day or time"
    default: ""
    }
  }

  /// A default in the form stored by the manifest; nil if it has another type.
  func accept(_ value: LuaValue) -> LuaValue? {
    switch self {
    case .string, .secret, .choice, .file, .folder: value.string.map { .string($0) }
    case .number: value.double?.isFinite == true ? .some(value) : .none
    case .integer: value.integer.map { .integer($0) }
    case .boolean: value.boolean.map { .boolean($0) }
    case .url: text(value) { (try? WebAddress(parsing: $0)) != nil }
    case .color: text(value) { Color($0) != nil }
    case .date: text(value) { Self.time($0, zone: .named("UTC")) != nil }
    case .location: value.string == nil && value.table == nil ? .none : .some(value)
    case .list: value.array == nil ? .none : .some(value)
    }
  }

  // `nil` as a literal would be a null value here, not the absence of one.
  private func text(_ value: LuaValue, if isValid: (String) -> Bool) -> LuaValue? {
    guard let text = value.string, isValid(text) else { return Optional.none }
    return .string(text)
  }

  /// Seconds since 1970: an integer if they're whole.
  static func time(_ text: String, zone: TimeZoneData) -> LuaValue? {
    guard let time = try? DateReader(locale: LocaleData("en"), zone: zone).moment(text) else { return nil }
    return Int64(exactly: time).map { .integer($0) } ?? .number(time)
  }
}
