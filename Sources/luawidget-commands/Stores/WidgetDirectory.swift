import WidgetCommands
import WidgetHost
import WidgetModel
import WidgetRuntime
import WidgetServices

/// Finds widgets in the stores by whatever the user typed: a file, a name, or an id from a list.
struct WidgetDirectory {
  /// Widgets shown so far.
  private let shown: [WidgetIdentity]

  /// Takes names from the snapshots. If those can't be read, widgets are found by file and id.
  init(_ stores: Stores) { self.init(shown: (try? stores.snapshots.list()) ?? []) }

  /// - Parameter shown: All stored snapshots.
  init(shown: [SnapshotSummary]) { self.shown = shown.map(\.widget) }

  /// A widget's id, or the argument itself, which may be a group's name.
  ///
  /// - Parameter known: The ids in the store, including those of widgets never shown.
  func id(_ argument: String, among known: [String] = []) -> String {
    if let id = Self.fileID(argument) { return id }
    // A widget can give itself any name, even another one's id.
    if known.contains(argument) || shown.contains(where: { $0.id == argument || $0.instance == argument }) { return argument }
    let abbreviated = Set((shown.map(\.id) + known).filter { Self.abbreviated($0) == argument })
    guard abbreviated.isEmpty else { return abbreviated.count == 1 ? abbreviated.first ?? argument : argument }
    let named = Set(shown.filter { isName($0.name, argument) }.map(\.id) + known.filter { isName(name(of: $0), argument) })
    return named.count == 1 ? named.first ?? argument : argument
  }

  /// A widget's file: the argument itself if it names one, or else the file of the only shown widget with that name or id.
  func file(_ argument: String) -> String {
    if Self.fileID(argument) != nil { return argument }
    let id = id(argument)
    let paths = Set(shown.filter { $0.id == id || $0.instance == id }.compactMap(\.path))
    return paths.count == 1 ? paths.first ?? argument : argument
  }

  /// The instances named by an argument: all those of a file or name, or one by its id.
  ///
  /// - Parameter known: The instances in the store. No others are returned.
  func instances(_ argument: String, among known: [String]) -> [String] {
    if known.contains(argument), Self.fileID(argument) == nil { return [argument] }
    if let (found, identity) = Self.found(argument), let entry = found.entry, !entry.hasExplicitID {
      // Other entries for the same widget, and runs of its file, have other settings.
      return known.filter { $0 == identity.instance }
    }
    let id = id(argument)
    let named = Set(shown.filter { $0.id == id || isName($0.name, argument) }.map(\.instance))
    let abbreviated = known.filter { Self.abbreviated($0) == argument }
    if !abbreviated.isEmpty { return abbreviated }
    return known.filter { $0 == id || $0.hasPrefix(id + "-") || named.contains($0) || isName(name(of: $0), argument) }
  }

  /// The label of a widget or instance in a list: its name, with an abbreviated id if several have that name, and with the settings that a
  /// board gives it.
  func label(_ id: String, among known: [String]) -> String {
    let name = Self.shown(name(of: id))
    let namesakes = known.filter { Self.shown(self.name(of: $0)) == name }
    guard namesakes.count > 1 else { return name }
    return "\(name) (\((Self.settings(of: id).map { $0 + ", " } ?? "") + Self.abbreviated(id)))"
  }

  private func isName(_ name: String, _ argument: String) -> Bool { name == argument || Self.shown(name) == argument }

  /// The settings of an instance that is on a board: `flight=LY315`.
  private static func settings(of instance: String) -> String? {
    let environment = ProcessEnvironment.current
    let library = WidgetLibrary(environment: environment)
    for location in BoardLocation.all(environment: environment) {
      guard let board = try? BoardFile(reading: location.path) else { continue }
      for entry in board.entries where !entry.settings.isEmpty {
        let widget = FoundWidget(path: board.path(of: entry, in: library), entry: entry)
        guard let script = try? widget.script(), widget.identity(script).instance == instance else { continue }
        return entry.settings.map { "\($0.name)=\($0.value.count > 40 ? $0.value.prefix(39) + "…" : $0.value[...])" }.joined(
          separator: " ")
      }
    }
    return nil
  }

  /// A widget's name; its file name if it has never been shown.
  private func name(of id: String) -> String {
    if let name = shown.first(where: { $0.instance == id || $0.id == id })?.name { return name }
    guard let own = WidgetIdentity.id(in: id) else { return id }
    return String(own.dropLast(Self.hashLength + 1))
  }

  /// A name as lists have it. Commands accept it too.
  private static func shown(_ name: String) -> String {
    let name = name.singleSpaced
    return name.count > 40 ? name.prefix(39) + "…" : name
  }

  /// The number of letters in an id's hash.
  private static let hashLength = 40

  /// An id or an instance with its hashes shortened to 64 bits each: an attacker can't find another path for one. Commands
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
