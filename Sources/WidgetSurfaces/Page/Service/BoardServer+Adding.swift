import WidgetHelpers
import WidgetHost
import WidgetModel
import WidgetRendering
import WidgetRuntime
import WidgetServices
import WidgetSystem

/// Adding a widget to the board.
extension BoardServer {
  var library: WidgetLibrary { WidgetLibrary(environment: root.environment) }

  /// The widgets you can add by name. Their manifests are read once, unless a file changes.
  func installedWidgets() async -> [AddPage.Widget] {
    var widgets: [AddPage.Widget] = []
    for item in library.items().prefix(AddPage.maximumWidgets) {
      let changedAt = (try? FileStatus(path: item.path))?.changedAt ?? 0
      if let known = installed[item.path], known.changedAt == changedAt {
        widgets.append(known.widget)
        continue
      }
      let manifest = await manifest(item.path)
      let widget = AddPage.Widget(
        name: item.name, title: manifest?.name, description: manifest?.description, icon: manifest?.icon,
        family: manifest.flatMap { manifest in [.small, .medium, .large].first { manifest.families.contains($0) } })
      installed[item.path] = (changedAt, widget)
      widgets.append(widget)
    }
    let entries = Dictionary(await board.widgets.compactMap { widget in widget.identity.path.map { ($0, widget.id) } }) {
      first, _ in first
    }
    return widgets.map { widget in
      var widget = widget
      widget.entry = library.path(widget.name).flatMap { entries[AbsolutePath.of($0)] }
      return widget
    }
  }

  /// `; did you mean flight?`
  private func nearest(_ name: String) -> String {
    let names = (library.items() + library.exampleItems()).map(\.name)
    return NearestName.of(name, among: names).map { "; did you mean \($0)?" } ?? ""
  }

  private func manifest(_ path: String) async -> Manifest? {
    do throws(Failure) { return try await root.manifest(of: try WidgetScript(path: path)) } catch { return nil }
  }

  /// - Parameter file: A name in the library, or a path as in the board file.
  func add(_ file: String, _ visit: Visit, _ response: ResponseChannel) async {
    let file = String(file.drop { $0 == " " })
    guard !file.isEmpty, file.utf8.count <= 4096 else {
      return await addPage(visit, problem: "Give the name or the path of a widget.", response)
    }
    let isPath = file.hasPrefix("/") || file.hasPrefix("~/")
    guard isPath || library.path(file) != nil else {
      return await addPage(
        visit, problem: "No installed widget has the name \(file)\(nearest(file)). Give a path such as ~/widgets/flight.lua.",
        typed: file, response)
    }
    let entry = BoardEntry(file: file)
    let path = BoardFile(path: location.path, entries: []).path(of: entry, in: library)
    guard let status = try? FileStatus(path: path) else {
      return await addPage(visit, problem: "\(file) does not exist.", typed: file, response)
    }
    // Nothing else is run, so no part of it appears in a message.
    guard status.kind == .directory || path.hasSuffix(".lua") else {
      return await addPage(visit, problem: "\(file) is not a widget: its name does not end in .lua.", typed: file, response)
    }
    do throws(Failure) { try await board.check(entry) } catch {
      let notice = FailureNotice(error)
      let remedy = notice.remedy.map { " Try: \($0)" } ?? ""
      return await addPage(visit, problem: "\(file) was not added: \(notice.reason)\(remedy)", typed: file, response)
    }
    do throws(BoardFileError) { try await board.edit(.add(BoardEntry(id: "", file: file), at: nil)) } catch {
      return await addPage(visit, problem: "\(error)", typed: file, response)
    }
    if visit.wantsJSON { return respond(200, "application/json", Array("{\"location\":\"/\"}".utf8), response) }
    redirect(to: "/", response)
  }
}
