import WidgetGraphics
import WidgetHelpers
import WidgetHost
import WidgetModel
import WidgetRendering
import WidgetRuntime
import WidgetServices
import WidgetSystem

/// Forms: everything that changes something. Each has a page's token, this server's origin, and a share of the rate limit.
extension BoardServer {
  /// Seconds a form without JavaScript waits for the new view.
  private static let tapSeconds = 5.0

  func form(_ route: Route, _ visit: Visit, _ response: ResponseChannel) async {
    let type = visit.request.field("content-type")?.split(separator: ";").first ?? ""
    guard type == "application/x-www-form-urlencoded" else { return problem(415, "Expected a form", response) }
    guard let fields = FormFields(visit.request.body) else { return problem(400, "Not a form", response) }
    guard let token = fields["token"], pageToken.isValid(token, for: visit.session) else {
      metrics.refusedRequests += 1
      return problem(403, "The page is too old: load it again", response)
    }
    guard fields.repeatedName == nil else { return problem(400, "The form has a field more than once", response) }
    guard tapLimit.take(now: monotonicNow) else {
      metrics.refusedRequests += 1
      return problem(429, "Too many taps. Wait a moment.", response, [HTTPField("retry-after", "1")])
    }
    switch route {
    case .tap: await tap(fields, visit, response)
    case .refresh: await refresh(fields["widget"] ?? "", visit, response)
    case .mode: await setMode(fields["card"] ?? "", visit, response)
    case .move: await move(fields["card"] ?? "", visit, response)
    case .place: await place(fields["card"] ?? "", visit, response)
    case .hide: await edit([.setHidden(id: fields["widget"] ?? "", true)], visit, response)
    case .show: await edit([.setHidden(id: fields["widget"] ?? "", false)], visit, response)
    case .remove: await edit([.remove(id: fields["widget"] ?? "")], visit, response)
    case .addWidget: await add(fields["file"] ?? "", visit, response)
    case .changeSettings: await changeSettings(fields, visit, response)
    case .decide: await decide(fields, visit, response)
    case .makeKey:
      let key = access.makePictureKey()
      saveAccess()
      await accessPage(visit, newKey: key, response)
    case .revokeKey:
      if let name = fields["program"] {
        guard (try? keyFile?.edit { $0.revoke(name) }) != nil else { return problem(500, "The key was not revoked", response) }
      } else {
        access.revokePictureKey()
        saveAccess()
      }
      redirect(to: "/access", response)
    case .logout:
      if fields["sessions"] == "all" { access.endAllSessions() } else { access.endSession(visit.session) }
      saveAccess()
      for stream in streams.values where !access.isSession(stream.session, now: now) { stream.channel.end() }
      redirect(to: "/", response, [cookie("", seconds: 0)])
    default: problem(404, "Not Found", response)
    }
  }

  /// Finishes a form: nothing for the script, which sees events; the board for a browser without it.
  func done(_ visit: Visit, id: String? = nil, _ response: ResponseChannel) {
    if visit.wantsJSON { return respond(204, "text/plain", [], response, cacheControl: "no-store") }
    redirect(to: "/" + (id.map { "#card-\(FormFields.encoded($0))" } ?? ""), response)
  }

  // MARK: Widgets

  /// `GENERATION ID ACTION`, all made by this server; and for a text field its text, with `typing` while it's being typed.
  private func tap(_ fields: FormFields, _ visit: Visit, _ response: ResponseChannel) async {
    let parts = (fields["control"] ?? "").split(separator: " ")
    guard parts.count == 3, let generation = Int64(parts[0]), let action = Int(parts[2]),
      let id = FormFields.decoded(Array(parts[1].utf8)[...])
    else { return problem(400, "Not a control", response) }
    metrics.taps += 1
    cards[id]?.card.note = nil
    guard let shown = cards[id]?.card.views[generation], var control = shown.control(action) else {
      note(.text(CardText.viewChanged), on: id)
      return done(visit, id: id, response)
    }
    if let text = fields["text"] { control = control.with(FieldInput(text, isFinal: fields["typing"] == nil)) }
    if !visit.isHere {
      control.isRemote = await board.widgets.first { $0.id == id }?.entry.allowsRemoteControl != true
    }
    let tab = fields["tab"].map { String($0.prefix(64)) } ?? ""
    let work = Task { [control] in await self.run(control, of: id, in: shown.context, tab: tab) }
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
    let tap = PageTap(id: id, instance: cards[id]?.card.instance, tab: tab)
    taps.append(tap)
    do throws(Failure) {
      var context = context
      context.reason = .action
      try await board.tap(id, control, in: context)
    } catch {
      note(.text(FailureNotice(error, words).reason), on: id)
    }
    if let index = taps.firstIndex(of: tap) { taps.remove(at: index) }
    changed(id)
  }

  private func refresh(_ id: String, _ visit: Visit, _ response: ResponseChannel) async {
    cards[id]?.card.note = nil
    await board.refresh(id.isEmpty ? nil : id)
    done(visit, id: id.isEmpty ? nil : id, response)
  }

  private func setMode(_ value: String, _ visit: Visit, _ response: ResponseChannel) async {
    guard let (id, word) = Self.pair(value), await board.widgets.contains(where: { $0.id == id }) else {
      return problem(400, "Not a mode", response)
    }
    switch word {
    case CardPart.whole, CardPart.sized: cards[id]?.card.isWhole = word == CardPart.whole
    default:
      guard let mode = DisplayMode(rawValue: word) else { return problem(400, "Not a mode", response) }
      cards[id]?.card.mode = mode
    }
    for context in viewers.keys { await present(context) }
    changed(id)
    done(visit, id: id, response)
  }

  /// A button's decision, `ID QUESTION WORD`, all made by this server. The question is nil if it isn't asked any more.
  func decision(
    _ value: String
  ) -> (id: String, question: PermissionQuestion?, request: PermissionRequest?, decision: PermissionDecision)? {
    guard let (rest, word) = Self.pair(value), let (id, key) = Self.pair(rest), let decision = PermissionDecision(word: word),
      let questions = cards[id]?.card.questions
    else { return nil }
    return (id, questions.request?.questions.first { $0.key == key }, questions.request, decision)
  }

  private func decide(_ fields: FormFields, _ visit: Visit, _ response: ResponseChannel) async {
    let value = fields["decision"] ?? ""
    guard let (id, question, _, decision) = decision(value), let questions = cards[id]?.card.questions else {
      return problem(400, "Not a decision", response)
    }
    if let question {
      guard confirms(decision, question.permission, value, code: fields["code"], visit, response) else { return }
    }
    switch question.flatMap({ cards[id]?.card.questions.answer($0, at: now) }) ?? questions.stale(at: now) {
    case .ignored: break
    case .refused: note(.text(CardText.questionGone), on: id)
    case .accepted:
      guard let question else { break }
      cards[id]?.card.note = nil
      if await !board.decide([question: decision], of: id) { note(.text(CardText.questionGone), on: id) }
      changed(id)
    }
    done(visit, id: id, response)
  }

  // MARK: Settings

  private func changeSettings(_ fields: FormFields, _ visit: Visit, _ response: ResponseChannel) async {
    let id = fields["widget"] ?? ""
    guard let widget = await board.widgets.first(where: { $0.id == id }) else { return problem(404, "Not Found", response) }
    var values = ListChange.folded(Self.values(of: fields))
    if let text = fields[SettingsForm.listChange] {
      guard let change = ListChange(text) else { return problem(400, "Not a change of a list", response) }
      change.apply(to: &values)
      return await settingsPage(id: id, visit, typed: values, size: SettingsPage.Size(fields["family"]), response)
    }
    do throws(Board.SettingsProblem) {
      try await board.changeSettings(of: id, to: values)
      let edits = SettingsPage.Size(fields["family"]).map { $0.edits(of: widget.entry) } ?? []
      if !edits.isEmpty {
        do throws(BoardFileError) { try await board.edit(edits) } catch { throw .file(error) }
      }
      // It's about a tap with the old settings.
      cards[id]?.card.note = nil
      done(visit, id: id, response)
    } catch {
      await settingsPage(id: id, visit, typed: values, size: SettingsPage.Size(fields["family"]), error: error, response)
    }
  }

  private static func values(of fields: FormFields) -> [String: String] {
    var values: [String: String] = [:]
    for (name, value) in fields.pairs {
      // An unchecked box sends nothing.
      if name.hasPrefix("box."), values[String(name.dropFirst(4))] == nil { values[String(name.dropFirst(4))] = "false" }
      if name.hasPrefix("set.") { values[String(name.dropFirst(4))] = value }
    }
    return values
  }

  // MARK: The board file

  private func edit(_ edits: [BoardEdit], _ visit: Visit, _ response: ResponseChannel) async {
    do throws(BoardFileError) {
      try await board.edit(edits)
      done(visit, response)
    } catch {
      refuse(error, visit, response)
    }
  }

  private func refuse(_ error: BoardFileError, _ visit: Visit, _ response: ResponseChannel) {
    let text = terminalSafe("\(error)", limit: 400)
    if visit.wantsJSON { return problem(422, text, response) }
    page(ProblemPage.page(words("The board was not changed"), text, words), status: 422, response)
  }

  /// Moves a widget one position up or down among the shown ones, in the order of the groups.
  private func move(_ value: String, _ visit: Visit, _ response: ResponseChannel) async {
    let widgets = await board.widgets
    guard let (id, word) = Self.pair(value), word == "up" || word == "down",
      let shown = BoardGroup.groups(of: widgets).flatMap(\.widgets).firstIndex(where: { $0.id == id })
    else { return problem(400, "Not a move", response) }
    await place(id, at: shown + (word == "up" ? -1 : 1), visit, response)
  }

  private func place(_ value: String, _ visit: Visit, _ response: ResponseChannel) async {
    guard let (id, word) = Self.pair(value), let index = Int(word) else { return problem(400, "Not a position", response) }
    await place(id, at: index, visit, response)
  }

  /// - Parameter index: The position among the shown widgets.
  private func place(_ id: String, at index: Int, _ visit: Visit, _ response: ResponseChannel) async {
    let edits = BoardGroup.move(id, to: index, in: await board.widgets)
    guard !edits.isEmpty else { return done(visit, id: id, response) }
    await edit(edits, visit, response)
  }

  /// The last word, and everything before it.
  static func pair(_ value: String) -> (String, String)? {
    guard let space = value.lastIndex(of: " ") else { return nil }
    return (String(value[..<space]), String(value[value.index(after: space)...]))
  }
}
