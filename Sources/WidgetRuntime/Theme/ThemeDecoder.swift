public import WidgetModel

/// Reads a theme from a configuration file: a built-in theme's name, or a table.
///
/// ```toml
/// [theme]
/// base = "dusk"                                       # a built-in theme to start from
/// accent = "#b4532a"                                  # or { light = "#b4532a", dark = "#f0a27a" }, or a name
/// background = { gradient = ["#e9e4ff", "#ffe4ef"], direction = "diagonal" }   # or a colour, or { image = "lake.jpg" }
/// radius = 16
/// density = "compact"
/// appearance = "auto"
/// ```
public enum ThemeDecoder {
  /// Why a theme can't be used.
  public struct Problem: Error, Sendable, Equatable {
    /// The key inside the table; nil for the theme itself.
    public var key: String?
    /// With the key.
    public var message: String
  }

  private static let keys = ["base", "accent", "background", "radius", "density", "appearance"]
  private static let foreignKeys = [
    "color": "accent", "colour": "accent", "tint": "accent", "corner_radius": "radius", "corners": "radius", "spacing": "density",
    "mode": "appearance", "scheme": "appearance", "name": "base", "wallpaper": "background", "image": "background",
  ]

  /// - Parameter folder: Where a relative path of an image starts.
  public static func theme(_ value: LuaValue, in folder: String) throws(Problem) -> Theme {
    if value.stringBytes != nil { return try named(value, key: nil) }
    guard case .table(let fields) = value else {
      throw Problem(key: nil, message: "theme must be \(names), or a table with the keys \(keys.joined(separator: ", "))")
    }
    var theme = Theme()
    var base = Theme()
    for key in fields.keys.sorted() {
      let value = fields[key] ?? .null
      switch key {
      case "base": base = try named(value, key: key)
      case "accent": theme.accent = try solid(value, key)
      case "background": theme.background = try ground(value, key, in: folder)
      case "radius":
        guard let radius = value.double, (0...Theme.maximumRadius).contains(radius) else {
          throw Problem(key: key, message: "radius must be a number of points from 0 to 40")
        }
        theme.cornerRadius = radius
      case "density": theme.density = try choice(value, key)
      case "appearance": theme.appearance = try choice(value, key)
      default:
        let nearest = foreignKeys[key] ?? NearestName.of(key, among: keys)
        let hint = nearest.map { "; did you mean \($0.quoted)?" } ?? "; expected \(keys.joined(separator: ", "))"
        throw Problem(key: key, message: "unknown key \(key.quoted)\(hint)")
      }
    }
    return theme.over(base)
  }

  private static var names: String { Theme.named.map { "\"\($0.name)\"" }.joined(separator: ", ") }

  private static func named(_ value: LuaValue, key: String?) throws(Problem) -> Theme {
    let name = value.displayText ?? ""
    if let known = Theme.named.first(where: { $0.name == name }) { return known.theme }
    if key == nil, name == "dark" || name == "light" {
      throw Problem(
        key: nil,
        message:
          "theme must be one of \(names), got \(value.shown); for \(name) colours write appearance = \"\(name)\" below [theme]")
    }
    throw Problem(
      key: key,
      message:
        "\(key ?? "theme") must be one of \(names), got \(value.shown)\(NearestName.hint(name, among: Theme.named.map(\.name)))")
  }

  private static func choice<Choice: RawRepresentable & CaseIterable>(
    _ value: LuaValue, _ key: String
  ) throws(Problem) -> Choice where Choice.RawValue == String {
    let name = value.displayText ?? ""
    if let choice = Choice(rawValue: name) { return choice }
    let names = Choice.allCases.map(\.rawValue)
    throw Problem(
      key: key,
      message: "\(key) must be one of \(names.joined(separator: ", ")), got \(value.shown)\(NearestName.hint(name, among: names))"
    )
  }

  /// `accent must be a colour`, `accent: unknown colour "rde"`.
  private static func problem(_ key: String, _ error: FieldProblem) -> Problem {
    let separator = error.message.hasPrefix("must ") ? " " : ": "
    return Problem(key: key, message: key + error.path + separator + error.message)
  }

  /// A colour that something can be filled with.
  private static func solid(_ value: LuaValue, _ key: String) throws(Problem) -> Color {
    let color: Color
    do throws(FieldProblem) { color = try ColorReader.color(value) } catch {
      throw Self.problem(key, error)
    }
    guard SystemPalette.fill(color) != nil else { throw Problem(key: key, message: "\(key) must be a visible colour") }
    return color
  }

  private static func ground(_ value: LuaValue, _ key: String, in folder: String) throws(Problem) -> Theme.Ground {
    if case .table(let fields) = value, let image = fields["image"] {
      guard let path = image.string, (1...4096).contains(path.utf8.count), !path.utf8.contains(where: { $0 < 0x20 }) else {
        throw Problem(key: key, message: "background.image must be the path of an image")
      }
      guard fields.count == 1 else { throw Problem(key: key, message: "background is { image = \"FILE\" }, without other keys") }
      return .image(path: path.hasPrefix("/") || path.hasPrefix("~/") ? path : folder + "/" + path)
    }
    do throws(FieldProblem) {
      let background = try ColorReader.background(value)
      if let gradient = background.gradient { return .gradient(gradient) }
    } catch { throw problem(key, error) }
    return .color(try solid(value, key))
  }
}
