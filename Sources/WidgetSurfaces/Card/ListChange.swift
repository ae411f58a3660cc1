import WidgetFormats
import WidgetModel
import WidgetRuntime

/// A change of a list by a button of a settings form: `NAME add 0`, `NAME remove 2`, `NAME up 2` or `NAME down 2`, counted from 0.
struct ListChange: Equatable {
  enum Kind: String, CaseIterable { case add, remove, up, down }

  var name: String
  var kind: Kind
  var index: Int

  init(_ name: String, _ kind: Kind, _ index: Int = 0) {
    self.name = name
    self.kind = kind
    self.index = index
  }

  init?(_ text: String) {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 3, let kind = Kind(rawValue: String(parts[1])), let index = Int(parts[2]),
      (0..<Setting.maximumElements).contains(index)
    else { return nil }
    self.init(String(parts[0]), kind, index)
  }

  var text: String { "\(name) \(kind.rawValue) \(index)" }

  /// Changes the list among a form's values (see ``folded(_:)``).
  func apply(to values: inout [String: String]) {
    guard var elements = values[name].flatMap(Self.elements) else { return }
    switch kind {
    case .add: if elements.count < Setting.maximumElements { elements.append(.array([])) }
    case .remove: if elements.indices.contains(index) { elements.remove(at: index) }
    case .up: if index > 0, elements.indices.contains(index) { elements.swapAt(index, index - 1) }
    case .down: if index >= 0, index + 1 < elements.count { elements.swapAt(index, index + 1) }
    }
    values[name] = Self.text(elements)
  }

  /// A form's values with each list as one JSON array. `NAME.count` says how many elements a form has, which are `NAME.INDEX`, or
  /// `NAME.INDEX.FIELD` for the fields of a record.
  static func folded(_ values: [String: String]) -> [String: String] {
    var result: [String: String] = [:]
    var lists: [String: [LuaValue]] = [:]
    for (key, value) in values {
      let parts = key.split(separator: ".", maxSplits: 1).map(String.init)
      if parts.count == 2, parts[1] == "count", let count = Int(value), count >= 0 {
        lists[parts[0]] = Array(repeating: .array([]), count: min(count, Setting.maximumElements))
      }
    }
    for (key, value) in values {
      let parts = key.split(separator: ".", maxSplits: 2).map(String.init)
      guard parts.count > 1, let count = lists[parts[0]]?.count else {
        result[key] = value
        continue
      }
      guard let index = Int(parts[1]), (0..<count).contains(index) else { continue }
      if parts.count == 2 {
        lists[parts[0]]?[index] = .string(value)
      } else {
        var fields = lists[parts[0]]?[index].table ?? [:]
        fields[parts[2]] = .string(value)
        lists[parts[0]]?[index] = .table(fields)
      }
    }
    for (name, elements) in lists { result[name] = text(elements) }
    return result
  }

  /// nil for a text that isn't a JSON array.
  static func elements(_ text: String) -> [LuaValue]? { Setting.list(in: text) }

  /// An element's value in a form; nil without one.
  static func text(_ value: LuaValue) -> String? { value.isNull || value.array?.isEmpty == true ? nil : value.settingText }

  private static func text(_ elements: [LuaValue]) -> String { JSONWriter().text(JSONValue(.array(elements))) }
}
