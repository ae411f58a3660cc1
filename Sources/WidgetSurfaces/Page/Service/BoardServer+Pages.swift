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
  var title: String {
    let name = location.name
    return name == BoardLocation.defaultName ? words("Today") : terminalSafe(name, limit: 80)
  }

  /// The window the browser last showed the page in; the query's if it has one.
  private func context(of visit: Visit) -> PageContext {
    var context = windowContext(of: visit)
    context.colorScheme = theme.colorScheme ?? context.colorScheme
    return context
  }

  private func windowContext(of visit: Visit) -> PageContext {
    if visit.query?["columns"] == nil, let name = cookie("luawidget-view-\(address.port)", of: visit.request),
      let context = PageContext(name: name)
    {
      return context
    }
    return PageContext(visit.query)
  }

  func boardPage(_ visit: Visit, _ response: ResponseChannel) async {
    let key = SharedPage.Key(session: visit.session, context: context(of: visit))
    // Before the widgets: the page's stream then has every change that the page may lack.
    let begun = serial
    let widgets = await board.widgets
    if let known = pages[key], known.isCurrent(serial, widgets, at: now, for: Self.cardSeconds) {
      return self.page(await known.making.value, response)
    }
    pages = pages.filter { $0.value.isInUse(at: now, for: Self.cardSeconds) }
    let making = Task { await makeBoardPage(widgets, begun, key) }
    pages[key] = SharedPage(serial: begun, widgets: widgets, making: making)
    let page = await making.value
    if pages[key]?.making == making { pages[key]?.completed = now }
    self.page(page, response)
  }

  private func makeBoardPage(_ widgets: [BoardWidget], _ serial: Int, _ key: SharedPage.Key) async -> SharedPage.Made {
    let context = key.context
    let deadline = MonotonicTime.now() + layouts.patience
    var groups: [BoardPage.Group] = []
    for group in BoardGroup.groups(of: widgets) {
      var cards: [CardPart] = []
      for widget in group.widgets { cards.append(await card(widget, in: context, until: deadline).part) }
      groups.append(BoardPage.Group(title: group.title.map { terminalSafe($0) }, isGrid: group.isGrid, cards: cards))
    }
    let hidden = widgets.filter(\.entry.isHidden).map { (id: $0.id, name: terminalSafe($0.identity.name, limit: 80)) }
    var problems = fileProblem.map { ["\($0)\n" + words(BoardFileError.meanwhile(hasWidgets: !widgets.isEmpty))] } ?? []
    if let groundProblem { problems.append(groundProblem) }
    if needsRestart { problems.append(Board.upgraded(.serve)) }
    var page = BoardPage(
      title: title, words: words, groups: groups, hidden: hidden, token: pageToken.make(for: key.session),
      console: console,
      problems: problems, isBroken: fileProblem != nil, showsConsole: isDeveloper, addCommand: addCommand
    ).page()
    page.serial = serial
    page.context = context
    await visit(context)
    return made(page)
  }

  /// - Parameters:
  ///   - problem: Why a widget wasn't added.
  ///   - typed: The text typed for it.
  func addPage(_ visit: Visit, problem: String?, typed: String = "", _ response: ResponseChannel) async {
    let page = AddPage(
      widgets: await installedWidgets(), problem: problem, typed: typed, token: pageToken.make(for: visit.session), words: words,
      addCommand: addCommand)
    self.page(page.page(), status: problem == nil ? 200 : 422, response)
  }

  /// - Parameters:
  ///   - typed: Values typed but not stored, by setting name.
  ///   - error: Why they weren't stored.
  func settingsPage(
    id: String, _ visit: Visit, typed: [String: String] = [:], size: SettingsPage.Size? = nil,
    error: Board.SettingsProblem? = nil, _ response: ResponseChannel
  ) async {
    guard let widget = await board.widgets.first(where: { $0.id == id }) else {
      return page(ProblemPage.page(words("Settings"), words("This widget is not on the board."), words), status: 404, response)
    }
    var error = error
    var settings: Board.SettingValues?
    do throws(Failure) { settings = try await board.settings(of: id) } catch let failure { error = error ?? .manifest(failure) }
    let page = SettingsPage(
      form: SettingsForm(id, widget.identity.name, settings, typed: typed, error: error, words), path: widget.identity.path,
      size: size ?? SettingsPage.Size(widget.entry), token: pageToken.make(for: visit.session), words: words)
    self.page(page.page(), status: error == nil ? 200 : 422, response)
  }

  func accessPage(_ visit: Visit, newKey: String?, _ response: ResponseChannel) async {
    let example = await board.widgets.first?.id ?? "disk"
    page(
      AccessPage(
        hasPictureKey: access.pictureKey != nil, newKey: newKey, programKeys: currentKeys().keys, clock: clock(),
        address: address.sharedURL, example: example, token: pageToken.make(for: visit.session)
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
