import WidgetGraphics
import WidgetHelpers
import WidgetHost
import WidgetModel
import WidgetRendering
import WidgetRuntime
import WidgetServices
import WidgetSystem

/// Pages: the board, settings, access and the others.
extension BoardServer {
  /// Stands for the token while the digest of a page is computed.
  private static let tokenPlace = RandomText.make()

  var title: String {
    let name = location.name
    return name == BoardLocation.defaultName ? "Today" : terminalSafe(name, limit: 80)
  }

  /// What the page was like when the browser showed it last; the query if it has one.
  private func context(of visit: Visit) -> PageContext {
    if visit.query?["columns"] == nil, let name = cookie("luawidget-view-\(address.port)", of: visit.request),
      let context = PageContext(name: name)
    {
      return context
    }
    return PageContext(visit.query)
  }

  func boardPage(_ visit: Visit, _ response: ResponseChannel) async {
    let context = context(of: visit)
    let serial = serial
    var cards: [CardPart] = []
    var hidden: [(id: String, name: String)] = []
    for widget in await board.widgets {
      if widget.entry.isHidden {
        hidden.append((widget.id, terminalSafe(widget.identity.name, limit: 80)))
      } else {
        cards.append(await card(widget, in: context).part)
      }
    }
    var problems = fileProblem.map { ["\($0)\nThe last good board is shown."] } ?? []
    if needsRestart { problems.append("luawidget was upgraded. Restart luawidget serve to use the new version.") }
    var page = BoardPage(
      title: title, language: root.locale.identifier, cards: cards, hidden: hidden, token: Self.tokenPlace, console: console,
      problems: problems, showsConsole: isDeveloper, addCommand: addCommand
    ).page()
    page.serial = serial
    page.context = context
    let bytes = page.bytes()
    let tag = Self.tag(bytes)
    await self.visit(context)
    let fields = [HTTPField("etag", tag), HTTPField("vary", "cookie")]
    if isUnchanged(visit.request, tag: tag) {
      return respond(304, "text/html; charset=utf-8", [], response, fields, styleHash: page.styleHash)
    }
    let token = pageToken.make(for: visit.session)
    respond(
      200, "text/html; charset=utf-8", bytes.replacing(bytes: Array(Self.tokenPlace.utf8), with: Array(token.utf8)), response,
      fields,
      styleHash: page.styleHash)
  }

  func addPage(_ visit: Visit, problem: String?, _ response: ResponseChannel) async {
    let page = AddPage(
      widgets: await installedWidgets(), problem: problem, token: pageToken.make(for: visit.session),
      addCommand: addCommand)
    self.page(page.page(), status: problem == nil ? 200 : 422, response)
  }

  /// - Parameters:
  ///   - typed: What the user typed and was not stored, by the name of the setting.
  ///   - problems: What is wrong with it.
  func settingsPage(
    id: String, _ visit: Visit, problem: String?, typed: [String: String] = [:], problems: [String: String] = [:],
    _ response: ResponseChannel
  ) async {
    guard let widget = await board.widgets.first(where: { $0.id == id }) else {
      return page(ProblemPage.page("Settings", "This widget is not on the board."), status: 404, response)
    }
    var problem = problem
    var settings: [Setting] = []
    do throws(Failure) { settings = try await board.manifest(of: id).settings } catch {
      problem = problem ?? FailureNotice(error).reason
    }
    let secrets = Set(
      settings.filter { $0.kind == .secret }.map(\.name).filter { name in
        ((try? root.stores.secrets.secret(name, of: widget.identity.id)) ?? nil) != nil
      })
    let page = SettingsPage(
      id: id, name: widget.identity.name, path: widget.identity.path, settings: settings,
      values: Dictionary(widget.entry.settings.map { ($0.name, $0.value) }) { $1 }, storedSecrets: secrets,
      family: widget.entry.family, problem: problem, typed: typed, problems: problems, token: pageToken.make(for: visit.session))
    self.page(page.page(), status: problem == nil && problems.isEmpty ? 200 : 422, response)
  }

  func accessPage(_ visit: Visit, newKey: String?, _ response: ResponseChannel) async {
    let example = await board.widgets.first?.id ?? "disk"
    page(
      AccessPage(
        hasPictureKey: access.pictureKey != nil, newKey: newKey, address: address.sharedURL, example: example,
        token: pageToken.make(for: visit.session)
      ).page(), response)
  }

  func metricsPage(_ response: ResponseChannel) async {
    let widgets = await board.widgets
    text(
      200,
      metrics.text(
        [
          ("widgets", "Widgets on the board.", Double(widgets.count)),
          ("widgets_updating", "Widgets that are updating.", Double(widgets.count(where: \.isUpdating))),
          ("widgets_stale", "Widgets whose data are older than twice their interval.", Double(widgets.count(where: \.isStale))),
          ("workers", "Workers that are alive.", Double(await board.workerCount)),
          ("pages_open", "Event streams of open pages.", Double(streams.count)),
        ], fetcher: root.services.fetcher as? CountingFetcher), response)
  }
}
