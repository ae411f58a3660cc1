import WidgetCommands
import WidgetHost
import WidgetModel
import WidgetRuntime
import WidgetServices

/// The widgets on boards, in folders of widgets, and those that have been run.
struct WidgetListing {
  private let root: CompositionRoot
  private let summaries: [SnapshotSummary]
  private(set) var rows: [WidgetRow] = []
  /// Unreadable boards.
  private(set) var problems: [BoardFileError] = []
  /// Scripts already listed.
  private var paths: Set<String> = []

  init(_ root: CompositionRoot) {
    self.root = root
    summaries = (try? root.stores.snapshots.list()) ?? []
  }

  mutating func read() async {
    let library = WidgetLibrary(environment: root.environment)
    for location in BoardLocation.all(environment: root.environment) {
      do throws(BoardFileError) {
        let board = try BoardFile(reading: location.path)
        for (index, entry) in board.entries.enumerated() {
          await add(entry.id, board.path(of: entry, in: library), entry, position: (location.name, index + 1))
        }
      } catch {
        problems.append(error)
      }
    }
    for item in library.items() where !isListed(item.path) {
      await add(isFound(item.name, item.path) ? item.name : item.path, item.path)
    }
    for path in Set(summaries.compactMap(\.widget.path)).sorted() where !isListed(path) {
      // A removed one isn't a widget any more.
      guard (try? WidgetScript(path: path)) != nil else { continue }
      await add(library.name(of: path).flatMap { isFound($0, path) ? $0 : nil } ?? path, path)
    }
  }

  /// Whether a name means a widget, and no other one on a board or in the working folder.
  private func isFound(_ name: String, _ path: String) -> Bool {
    let found = try? WidgetFile.find(name, environment: root.environment).script().path
    return found != nil && (try? WidgetScript(path: path).path) == found
  }

  private func isListed(_ path: String) -> Bool { (try? WidgetScript(path: path)).map { paths.contains($0.path) } ?? false }

  private mutating func add(
    _ name: String, _ path: String, _ entry: BoardEntry? = nil, position: (board: String, number: Int)? = nil
  ) async {
    var row = WidgetRow(name: name, path: path, position: position, isHidden: entry?.isHidden ?? false)
    do throws(Failure) {
      let script = try WidgetScript(path: path)
      row.path = script.path
      paths.insert(script.path)
      let configuration = entry.map(root.configuration(for:)) ?? WidgetConfiguration()
      let identity = WidgetIdentity(script: script, configuration: configuration)
      row.title = identity.name
      let snapshot = summaries.filter { summary in
        entry == nil ? summary.widget.id == identity.id : summary.widget.instance == identity.instance
      }.max { $0.updatedAt < $1.updatedAt }
      row.updatedAt = snapshot?.updatedAt
      row.failure = snapshot?.failure?.message
      row.failedAt = snapshot?.failure == nil ? nil : snapshot?.failedAt
      if snapshot == nil, let state = try? root.stores.snapshots.state(of: identity.instance), let updatedAt = state.updatedAt {
        // Without a view there's no snapshot.
        row.updatedAt = updatedAt
        row.hasFailed = state.succeededAt ?? 0 < updatedAt
        if row.hasFailed { row.failedAt = updatedAt }
      }
      let manifest = try await root.manifest(of: script, configuration)
      row.title = manifest.name ?? identity.name
      row.description = manifest.description
      row.version = manifest.version
      row.author = manifest.author
    } catch {
      row.problem = error.message
    }
    rows.append(row)
  }
}
