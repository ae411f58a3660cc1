import WidgetGraphics
import WidgetHelpers
import WidgetHost
import WidgetModel
import WidgetRendering
import WidgetRuntime
import WidgetServices
import WidgetSystem

/// Forms: everything that changes something. Each has the token of a page, the origin of this server, and a share of the rate limit.
extension BoardServer {
  /// Seconds that a form without JavaScript waits for the new view.
  private static let tapSeconds = 5.0

  func form(_ route: Route, _ visit: Visit, _ response: ResponseChannel) async {
    let type = visit.request.field("content-type")?.split(separator: ";").first ?? ""
    guard type == "application/x-www-form-urlencoded" else { return problem(415, "Expected a form", response) }
    guard let fields = FormFields(visit.request.body) else { return problem(400, "Not a form", response) }
    guard let token = fields["token"], pageToken.isValid(token, for: visit.session) else {
      metrics.refusedRequests += 1
      return problem(403, "The page is too old: load it again", response)
    }
    guard tapLimit.take(now: monotonicNow) else {
      metrics.refusedRequests += 1
      return problem(429, "Too many requests", response, [HTTPField("retry-after", "1")])
    }
    switch route {
    case .tap: await tap(fields, visit, response)
    case .refresh: await refresh(fields["widget"] ?? "", visit, response)
    case .mode: await setMode(fields["card"] ?? "", visit, response)
    case .move: await move(fields["card"] ?? "", visit, response)
    case .place: await place(fields["card"] ?? "", visit, response)
    case .hide: await edit(.setHidden(id: fields["widget"] ?? "", true), visit, response)
    case .show: await edit(.setHidden(id: fields["widget"] ?? "", false), visit, response)
    case .remove: await edit(.remove(id: fields["widget"] ?? ""), visit, response)
    case .addWidget: await add(fields["file"] ?? "", visit, response)
    case .changeSettings: await changeSettings(fields, visit, response)
    case .decide: await decide(fields, visit, response)
    case .makeKey:
      let key = access.makePictureKey()
      saveAccess()
      await accessPage(visit, newKey: key, response)
    case .revokeKey:
      access.revokePictureKey()
      saveAccess()
      redirect(to: "/access", response)
    case .logout:
      if fields["sessions"] == "all" { access.endAllSessions() } else { access.endSession(visit.session) }
      saveAccess()
      for stream in streams.values where !access.isSession(stream.session, now: now) { stream.channel.end() }
      redirect(to: "/", response, [cookie("", seconds: 0)])
    default: problem(404, "Not Found", response)
    }
  }

  /// The end of a form: nothing for the script, which sees events; the board for a browser without it.
  func done(_ visit: Visit, id: String? = nil, _ response: ResponseChannel) {
    if visit.wantsJSON { return respond(204, "text/plain", [], response, cacheControl: "no-store") }
    redirect(to: "/" + (id.map { "#card-\(FormFields.encoded($0))" } ?? ""), response)
  }

  // MARK: Widgets

  /// `GENERATION ID ACTION`, all made by this server.
  private func tap(_ fields: FormFields, _ visit: Visit, _ response: ResponseChannel) async {
    let parts = (fields["control"] ?? "").split(separator: " ")
    guard parts.count == 3, let generation = Int(parts[0]), let action = Int(parts[2]),
      let id = FormFields.decoded(Array(parts[1].utf8)[...])
    else { return problem(400, "Not a control", response) }
    metrics.taps += 1
    notes[id] = nil
    guard let shown = shownViews[id]?.first(where: { $0.generation == generation }),
      let control = shown.view.control(action: action)
    else {
      note(.text("The view has changed. Tap again."), on: id)
      return done(visit, id: id, response)
    }
    let tab = fields["tab"].map { String($0.prefix(64)) } ?? ""
    let work = Task { await self.run(control, of: id, in: shown.context, tab: tab) }
    if !visit.wantsJSON {
      // The new page shows the result, unless the handler is slow.
      let late = Task { try? await Task.pause(seconds: Self.tapSeconds) }
      await withTaskGroup { group in
        group.addTask { await work.value }
        group.addTask { _ = await late.value }
        _ = await group.next()
        late.cancel()
        group.cancelAll()
      }
    }
    done(visit, id: id, response)
  }

  private func run(_ control: ControlReference, of id: String, in context: WidgetContext, tab: String) async {
    taps.append((id, tab))
    do throws(Failure) {
      var context = context
      context.reason = .action
      try await board.tap(id, control, in: context)
    } catch {
      note(.text(FailureNotice(error).reason), on: id)
    }
    if let index = taps.firstIndex(where: { $0 == (id, tab) }) { taps.remove(at: index) }
    changed(id)
  }

  private func refresh(_ id: String, _ visit: Visit, _ response: ResponseChannel) async {
    notes[id] = nil
    await board.refresh(id.isEmpty ? nil : id)
    done(visit, id: id.isEmpty ? nil : id, response)
  }

  private func setMode(_ value: String, _ visit: Visit, _ response: ResponseChannel) async {
    guard let (id, word) = Self.pair(value), let mode = DisplayMode(rawValue: word),
      await board.widgets.contains(where: { $0.id == id })
    else { return problem(400, "Not a mode", response) }
    modes[id] = mode
    for context in viewers.keys { await present(context) }
    changed(id)
    done(visit, id: id, response)
  }

  /// A decision of a button: the widget, the number of the permission in its request, and the decision.
  func decision(_ value: String) -> (id: String, index: Int, PermissionDecision, PermissionRequest)? {
    guard let (rest, word) = Self.pair(value), let (id, number) = Self.pair(rest), let index = Int(number),
      let decision = PermissionDecision(word), let request = requests[id], request.permissions.indices.contains(index)
    else { return nil }
    return (id, index, decision, request)
  }

  private func decide(_ fields: FormFields, _ visit: Visit, _ response: ResponseChannel) async {
    let value = fields["decision"] ?? ""
    guard let (id, index, decision, request) = decision(value) else { return problem(400, "Not a decision", response) }
    let permission = request.permissions[index]
    guard confirms(decision, permission, value, code: fields["code"], visit, response) else { return }
    requests[id]?.permissions.remove(at: index)
    if requests[id]?.permissions.isEmpty == true { requests[id] = nil }
    await board.grant([permission: decision], to: id)
    changed(id)
    done(visit, id: id, response)
  }

  // MARK: The board file

  private func edit(_ edit: BoardEdit, _ visit: Visit, _ response: ResponseChannel) async {
    do throws(BoardFileError) {
      try await board.edit(edit)
      done(visit, response)
    } catch {
      refuse(error, visit, response)
    }
  }

  private func refuse(_ error: BoardFileError, _ visit: Visit, _ response: ResponseChannel) {
    let text = terminalSafe("\(error)", limit: 400)
    if visit.wantsJSON { return problem(422, text, response) }
    page(ProblemPage.page("The board was not changed", text), status: 422, response)
  }

  /// One position up or down among the widgets that are shown.
  private func move(_ value: String, _ visit: Visit, _ response: ResponseChannel) async {
    let widgets = await board.widgets
    guard let (id, word) = Self.pair(value), word == "up" || word == "down",
      let shown = widgets.filter({ !$0.entry.isHidden }).firstIndex(where: { $0.id == id })
    else { return problem(400, "Not a move", response) }
    await place(id, at: shown + (word == "up" ? -1 : 1), visit, response)
  }

  private func place(_ value: String, _ visit: Visit, _ response: ResponseChannel) async {
    guard let (id, word) = Self.pair(value), let index = Int(word) else { return problem(400, "Not a position", response) }
    await place(id, at: index, visit, response)
  }

  /// - Parameter index: Among the widgets that are shown.
  private func place(_ id: String, at index: Int, _ visit: Visit, _ response: ResponseChannel) async {
    let widgets = await board.widgets
    let shown = widgets.filter { !$0.entry.isHidden }
    guard shown.contains(where: { $0.id == id }), shown.indices.contains(index),
      let target = widgets.firstIndex(where: { $0.id == shown[index].id })
    else { return done(visit, id: id, response) }
    await edit(.move(id: id, to: target), visit, response)
  }

  /// The last word, and what is before it.
  static func pair(_ value: String) -> (String, String)? {
    guard let space = value.lastIndex(of: " ") else { return nil }
    return (String(value[..<space]), String(value[value.index(after: space)...]))
  }
}

extension PermissionDecision {
  fileprivate init?(_ word: String) {
    switch word {
    case "always": self = .always
    case "once": self = .once
    case "not-now": self = .notNow
    case "never": self = .never
    default: return nil
    }
  }
}
