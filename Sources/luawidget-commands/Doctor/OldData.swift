import WidgetCommands
import WidgetHost
import WidgetModel
import WidgetRuntime
import WidgetServices
import WidgetSystem

/// Stored data no widget will read again: for widgets whose file is gone, and under ids from older versions.
///
/// A widget's file is known from its snapshot. Data without one isn't listed unless its id is old.
struct OldData {
  struct Item {
    enum Reason {
      case olderVersion
      /// The missing file.
      case gone(String)
    }

    /// The id of a widget.
    var name: String
    var reason: Reason
    fileprivate(set) var places: [Place] = []

    /// `defaults, cache: /home/ada/flight.lua does not exist`
    var explanation: String {
      let stores = Place.Store.allCases.filter { store in places.contains { $0.store == store } }.map(\.rawValue)
      let why =
        switch reason {
        case .olderVersion: "from an older version of luawidget"
        case .gone(let path): "\(path) does not exist"
        }
      return "\(stores.joined(separator: ", ")): \(why)"
    }
  }

  /// Rows in a store under one key.
  struct Place {
    enum Store: String, CaseIterable { case defaults, permissions, secrets, snapshots, cache }

    var store: Store
    /// An id or an instance.
    var key: String
  }

  /// Sorted by name.
  private(set) var items: [Item] = []
  private let stores: Stores

  init(_ stores: Stores) throws {
    self.stores = stores
    let snapshots = try stores.snapshots.list()
    var paths: [String: String] = [:]
    for widget in snapshots.map(\.widget) { paths[widget.id] = widget.path }
    var gone = paths.filter { !Self.exists($0.value) }
    if !gone.isEmpty {
      let installed = Self.installedWidgets()
      gone = gone.filter { widget in !installed.contains { Self.is($0, widget.key) } }
    }

    var places = try stores.defaults.suites().filter { !$0.hasPrefix(DefaultsSuite.groupPrefix) }.map {
      Place(store: .defaults, key: $0)
    }
    places += try Set(stores.grants.list().map(\.widget)).map { Place(store: .permissions, key: $0) }
    places += try stores.secrets.names().keys.map { Place(store: .secrets, key: $0) }
    places += Set(snapshots.map(\.widget.instance)).map { Place(store: .snapshots, key: $0) }
    let cached = try Set(stores.cache.instances() + stores.responses.list(nil).map(\.partition))
    places += cached.map { Place(store: .cache, key: $0) }

    var found: [String: Item] = [:]
    for place in places {
      let id = WidgetIdentity.id(in: place.key)
      let reason: Item.Reason? = if let id { gone[id].map { .gone($0) } } else { .olderVersion }
      guard let reason else { continue }
      let name = id ?? place.key
      found[name, default: Item(name: name, reason: reason)].places.append(place)
    }
    items = found.values.sorted { $0.name < $1.name }
  }

  func remove(_ item: Item) throws {
    // Snapshots last: they know the file. Whatever an interruption leaves is found again.
    let order = Place.Store.allCases.filter { $0 != .snapshots } + [.snapshots]
    for store in order {
      for place in item.places where place.store == store { try remove(place) }
    }
  }

  private func remove(_ place: Place) throws {
    switch place.store {
    case .defaults: try stores.defaults.apply([.removeAll(suite: place.key)])
    case .permissions: _ = try stores.grants.revoke(nil, of: place.key)
    case .secrets: for name in try stores.secrets.names()[place.key] ?? [] { _ = try stores.secrets.clear(name, of: place.key) }
    case .snapshots: try stores.snapshots.clear(instance: place.key)
    case .cache:
      try stores.cache.clear(of: place.key)
      try stores.responses.clear(place.key)
    }
  }

  /// The widgets of this installation, which have their data wherever it's moved.
  private static func installedWidgets() -> [WidgetScript] {
    let library = WidgetLibrary(environment: ProcessEnvironment.current)
    return (library.items() + library.exampleItems()).compactMap { try? WidgetScript(path: $0.path) }
      .filter { $0.installedName != nil }
  }

  /// Whether an id is a widget's, or that of a board's entry for it.
  private static func `is`(_ script: WidgetScript, _ id: String) -> Bool {
    let entry = id.lastIndex(of: "-").map { String(id[..<$0]) }
    return [nil, entry].contains { WidgetIdentity(script: script, assignments: [], entryID: $0).id == id }
  }

  /// Whether a path leads to something, or may do: only a missing file is certain.
  private static func exists(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 || errno != ENOENT && errno != ENOTDIR
  }
}
