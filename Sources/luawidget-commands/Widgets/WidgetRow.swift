import WidgetHost
import WidgetModel
import WidgetRendering

/// One widget in the list of `luawidget list`.
struct WidgetRow {
  /// The id on a board, the name in a folder of widgets, or the file.
  var name: String
  var path: String
  var position: (board: String, number: Int)?
  var isHidden: Bool
  /// The manifest's name, or else the file's.
  var title: String?
  var description: String?
  var version: String?
  var author: String?
  var updatedAt: Double?
  /// Why the last update failed, and when.
  var failure: String?
  var failedAt: Double?
  /// Whether the last update failed without a stored reason.
  var hasFailed = false
  /// Why the widget can't be used.
  var problem: String?

  init(name: String, path: String, position: (board: String, number: Int)?, isHidden: Bool) {
    self.name = name
    self.path = path
    self.position = position
    self.isHidden = isHidden
  }

  /// The position, the name, the title, the last update, and the rest.
  ///
  /// - Parameter library: Its widgets are found by name, so their files aren't listed.
  func columns(_ clock: CalendarClock, _ library: WidgetLibrary) -> [String] {
    func short(_ path: String) -> String {
      guard let home = library.home, home != "/", path.hasPrefix(home + "/") else { return path }
      return "~" + path.dropFirst(home.count)
    }
    let age = updatedAt.map { DateText.age(of: $0, clock: clock) } ?? "never"
    let result = failure == nil && !hasFailed ? "" : " (failed\(failedAt.map { " " + DateText.age(of: $0, clock: clock) } ?? ""))"
    let file = name == path || position == nil || library.path(name) == path ? nil : short(path)
    let details = [
      problem.map { "cannot be used: \($0)" } ?? failure.map { terminalSafe("failed: \($0)", limit: 80) } ?? description,
      isHidden ? "hidden" : nil, file,
    ]
    return [
      position.map { "\($0.board) \($0.number)" } ?? "-", name == path ? short(path) : name, title ?? "-", age + result,
      details.compactMap(\.self).joined(separator: "  "),
    ]
  }

  var value: LuaValue {
    var fields: [String: LuaValue] = ["name": .string(name), "file": .string(path), "hidden": .boolean(isHidden)]
    if let position {
      fields["board"] = .string(position.board)
      fields["position"] = .integer(Int64(position.number))
    }
    func set(_ key: String, _ text: String?) { if let text { fields[key] = .string(text) } }
    set("title", title)
    set("description", description)
    set("version", version)
    set("author", author)
    set("failure", failure)
    if let failedAt { fields["failed_at"] = .number(failedAt) }
    set("problem", problem)
    if let updatedAt {
      fields["updated_at"] = .number(updatedAt)
      fields["result"] = .string(failure == nil && !hasFailed ? "new_data" : "failed")
    }
    return .table(fields)
  }
}
