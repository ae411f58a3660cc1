import WidgetHelpers
import WidgetSystem

/// The folders for looking up widgets by name: the user's, then the installation's, then its examples.
public struct WidgetLibrary: Sendable, Equatable {
  /// A widget in one of the folders.
  public struct Item: Sendable, Equatable {
    public var name: String
    public var path: String
  }

  /// The home folder, which paths starting with `~/` refer to.
  public var home: String?
  /// The folders in search order. They needn't exist.
  public var folders: [String]
  /// The folders with the installed examples, searched last. Their names are found, but not listed.
  public var examples: [String]

  public init(home: String?, folders: [String], examples: [String] = []) {
    self.home = home
    self.folders = folders
    self.examples = examples
  }

  /// `$XDG_DATA_HOME/luawidget/widgets`, and the widgets installed with this program.
  public init(environment: [String: String]) {
    let user = UserFolders(environment: environment)
    home = user.home
    folders = (user.data.map { ["\($0)/luawidget/widgets"] } ?? []) + InstalledFiles.folders.map { "\($0)/widgets" }
    examples = InstalledFiles.folders.map { "\($0)/examples" }
  }

  /// The path of a widget.
  ///
  /// - Parameter name: A path below a folder; you can omit `.lua`.
  /// - Returns: nil if no folder has such a widget.
  public func path(_ name: String) -> String? {
    for folder in folders + examples {
      if let path = Self.path(name, in: folder) { return path }
    }
    return nil
  }

  /// All widgets but the examples, sorted by name. If several have the same name, the one found by ``path(_:)``.
  public func items() -> [Item] { Self.items(in: folders) }

  /// The examples found by their names.
  public func exampleItems() -> [Item] {
    let names = Set(items().map(\.name))
    return Self.items(in: examples).filter { !names.contains($0.name) }
  }

  /// The name that ``path(_:)`` finds a file by; nil if there's none.
  public func name(of file: String) -> String? {
    guard let folder = (folders + examples).first(where: { file.hasPrefix($0 + "/") }) else { return nil }
    let name = file.dropFirst(folder.count + 1)
    let stem = String(name.hasSuffix(".lua") ? name.dropLast(4) : name)
    return path(stem) == file ? stem : nil
  }

  private static func items(in folders: [String]) -> [Item] {
    var paths: [String: String] = [:]
    for folder in folders {
      for name in (try? Directory.names(at: folder, limit: 10_000)) ?? [] where !name.hasPrefix(".") {
        let stem = name.hasSuffix(".lua") ? String(name.dropLast(4)) : name
        guard paths[stem] == nil, let path = Self.path(stem, in: folder) else { continue }
        paths[stem] = path
      }
    }
    return paths.map { Item(name: $0.key, path: $0.value) }.sorted { $0.name < $1.name }
  }

  /// A widget's path in a folder: a file, a file with `.lua` added, or a folder with main.lua.
  static func path(_ name: String, in folder: String) -> String? {
    let path = "\(folder)/\(name)"
    // A folder without main.lua has the resources of the file next to it.
    let candidates = name.hasSuffix(".lua") ? [path] : ["\(path).lua", path]
    return candidates.first { candidate in
      switch (try? FileStatus(path: candidate))?.kind {
      case .directory: (try? FileStatus(path: candidate + "/main.lua"))?.kind == .regular
      case .regular: true
      default: false
      }
    }
  }
}
