import WidgetCommands
import WidgetHost
import WidgetModel
import WidgetRuntime
import WidgetServices

/// Finds widgets in the stores by what the user typed: a file, a name, or an id from a list.
struct WidgetDirectory {
  /// The widgets that have been shown.
  private let shown: [WidgetIdentity]

  /// Names come from the snapshots. If these can't be read, widgets are found by file and id.
  init(_ stores: Stores) { self.init(shown: (try? stores.snapshots.list()) ?? []) }

  /// - Parameter shown: All stored snapshots.
  init(shown: [SnapshotSummary]) { self.shown = shown.map(\.widget) }

  /// The id of a widget, or the argument itself, which may be the name of a group.
  ///
  /// - Parameter known: The ids in the store, also of widgets that have never been shown.
  func id(_ argument: String, among known: [String] = []) -> String {
    if let id = Self.fileID(argument) { return id }
    // A widget may give itself any name, also the id of another one.
    if known.contains(argument) || shown.contains(where: { $0.id == argument || $0.instance == argument }) { return argument }
    let abbreviated = Set((shown.map(\.id) + known).filter { Self.abbreviated($0) == argument })
    guard abbreviated.isEmpty else { return abbreviated.count == 1 ? abbreviated.first ?? argument : argument }
    let named = Set(shown.filter { $0.name == argument }.map(\.id) + known.filter { name(of: $0) == argument })
    return named.count == 1 ? named.first ?? argument : argument
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
  /// - Parameter known: The instances in the store. Others aren't returned.
  func instances(_ argument: String, among known: [String]) -> [String] {
    if known.contains(argument), Self.fileID(argument) == nil { return [argument] }
    if let (found, identity) = Self.found(argument), let entry = found.entry, !entry.hasExplicitID {
      // Other entries of the same widget, and runs of its file, have other settings.
      return known.filter { $0 == identity.instance }
    }
    let id = id(argument)
    let named = Set(shown.filter { $0.id == id || $0.name == argument }.map(\.instance))
    let abbreviated = known.filter { Self.abbreviated($0) == argument }
    if !abbreviated.isEmpty { return abbreviated }
    return known.filter { $0 == id || $0.hasPrefix(id + "-") || named.contains($0) || name(of: $0) == argument }
  }

  /// The label of a widget or instance in a list: its name, with an abbreviated id if several have that name.
  func label(_ id: String, among known: [String]) -> String {
    let name = name(of: id)
    let namesakes = known.filter { self.name(of: $0) == name }
    return namesakes.count > 1 ? "\(name) (\(Self.abbreviated(id)))" : name
  }

  /// The name of a widget; for one that has never been shown, the name of its file.
  private func name(of id: String) -> String {
    if let name = shown.first(where: { $0.instance == id || $0.id == id })?.name { return name }
    guard let own = WidgetIdentity.id(in: id) else { return id }
    return String(own.dropLast(Self.hashLength + 1))
  }

  /// The letters of a hash in an id.
  private static let hashLength = 40

  /// An id or an instance with the beginnings of its hashes, 64 bits each, which an attacker can't find for another path. Commands
  /// accept it too.
  private static func abbreviated(_ id: String) -> String {
    guard WidgetIdentity.id(in: id) != nil else { return id }
    return id.split(separator: "-", omittingEmptySubsequences: false).map {
      $0.utf8.count == hashLength ? String($0.prefix(16)) : String($0)
    }.joined(separator: "-")
  }

  /// The id of the widget in a file or on a board; nil if there's no such file.
  static func fileID(_ argument: String) -> String? { found(argument)?.identity.id }

  private static func found(_ argument: String) -> (widget: FoundWidget, identity: WidgetIdentity)? {
    let found = WidgetFile.find(argument)
    guard let script = try? found.script() else { return nil }
    return (found, found.identity(script))
  }
}
