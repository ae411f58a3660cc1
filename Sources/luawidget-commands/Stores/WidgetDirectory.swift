import WidgetCommands
import WidgetHost
import WidgetModel
import WidgetRuntime
import WidgetServices

/// Finds widgets in the stores by what the user typed: a file, a name, or an id from a list.
struct WidgetDirectory {
  /// The widgets that have been shown.
  private let shown: [WidgetIdentity]

  /// Names come from the snapshots. If these cannot be read, widgets are found by file and id.
  init(_ stores: Stores) { self.init(shown: (try? stores.snapshots.list()) ?? []) }

  /// - Parameter shown: All stored snapshots.
  init(shown: [SnapshotSummary]) { self.shown = shown.map(\.widget) }

  /// The id of a widget, or the argument itself, which may be the name of a group.
  func id(_ argument: String) -> String {
    if let id = Self.fileID(argument) { return id }
    // A widget may give itself any name, also the id of another one.
    if shown.contains(where: { $0.id == argument || $0.instance == argument }) { return argument }
    let ids = Set(shown.filter { $0.name == argument }.map(\.id))
    return ids.count == 1 ? ids.first ?? argument : argument
  }

  /// The file of a widget: the argument itself if it names a file, else that of the only shown widget with that name or id.
  func file(_ argument: String) -> String {
    if Self.fileID(argument) != nil { return argument }
    let id = id(argument)
    let paths = Set(shown.filter { $0.id == id || $0.instance == id }.compactMap(\.path))
    return paths.count == 1 ? paths.first ?? argument : argument
  }

  /// The instances that an argument names: all instances of a file or name, or one by its id.
  ///
  /// - Parameter known: The instances in the store. Others are not returned.
  func instances(_ argument: String, among known: [String]) -> [String] {
    if known.contains(argument), Self.fileID(argument) == nil { return [argument] }
    let id = id(argument)
    let named = Set(shown.filter { $0.id == id || $0.name == argument }.map(\.instance))
    return known.filter { $0 == id || $0.hasPrefix(id + "-") || named.contains($0) }
  }

  /// The label of a widget or instance in a list: its name, with the id if several have that name or the name is unknown.
  func label(_ id: String, among known: [String]) -> String {
    guard let name = name(of: id) else { return id }
    let namesakes = known.filter { self.name(of: $0) == name }
    return namesakes.count > 1 ? "\(name) (\(id))" : name
  }

  private func name(of id: String) -> String? { shown.first { $0.instance == id || $0.id == id }?.name }

  /// The id of the widget in a file; nil if there is no such file.
  static func fileID(_ argument: String) -> String? {
    guard let script = try? WidgetScript(path: WidgetFile.path(argument)) else { return nil }
    return WidgetIdentity(script: script, assignments: []).id
  }
}
