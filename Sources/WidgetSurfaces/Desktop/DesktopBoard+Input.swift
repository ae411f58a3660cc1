import WidgetGraphics
import WidgetHost
import WidgetModel
import WidgetRendering
import WidgetRuntime
import WidgetServices
import WidgetSystem

/// The program's reports, and the user's input on cards.
extension DesktopBoard {
  func receive(_ message: WindowMessage, _ session: any CardProgram) async {
    if case .ready = message { return begin(session) }
    // It's from a program that has ended.
    guard session === self.session else { return }
    activity.note(message, at: MonotonicTime.now())
    switch message {
    case .ready, .failed, .closing: break
    case .appearance(let scheme): await use(scheme)
    case .drawn(let id, let generation, let drawings):
      cards[id]?.drawings = drawings
      guard generation == cards[id]?.card.views.last?.generation else { return }
      cards[id]?.drawn(now: MonotonicTime.now())
      if cards[id]?.card.views.last?.question == cards[id]?.card.questions.current { cards[id]?.card.questions.drawn(at: now) }
      flush(id)
      flushSuspects()
    case .tap(let id, let generation, let action): tap(id, generation, action)
    case .gesture(let id, let generation, let gesture): await handle(gesture, on: id, generation)
    case .command(let id, let command): await handle(command, on: id)
    case .settings(let id, let values): if !finishTyping(id, values) { await change(id, values) }
    case .moved(let place):
      // A card that isn't stored where it was put goes back.
      if await !edit(.setPlacement(id: place.id, place.placement), place.id) { arrange() }
    case .key(let id, let character): await press(character, on: id)
    }
  }

  /// Returns once nobody is using the cards.
  package func idle() async {
    while case let rest = activity.end - MonotonicTime.now(), rest > 0, !Task.isCancelled {
      try? await Task.pause(seconds: rest)
    }
  }

  private func begin(_ session: any CardProgram) {
    self.session = session
    // A card that it was drawing may have ended the last program. Several are sent again one by one.
    let undrawn = shown.filter { cards[$0]?.sentAt != nil }
    for id in undrawn { cards[id]?.programEnded(isOnly: undrawn.count == 1) }
    for id in cards.keys { cards[id]?.forgetSent() }
    arrange()
    for id in shown { flush(id) }
  }

  private func use(_ scheme: ColorScheme) async {
    guard scheme != desktopScheme else { return }
    let before = colorScheme
    desktopScheme = scheme
    guard colorScheme != before else { return }
    // The scripts may have other views for a dark desktop.
    await present()
    for id in shown { changed(id) }
  }

  // MARK: Taps

  private func tap(_ id: String, _ generation: Int64, _ action: Int) {
    guard let shown = view(id, generation) else { return }
    if let control = CardControl(rawValue: action) { return press(control, on: id, shown) }
    guard let control = shown.control(action) else { return }
    if let field = shown.view?.textField(for: action) { return ask(for: field, control, on: id, in: shown.context) }
    run(control, of: id, in: shown.context)
  }

  /// The view the user saw. One that's long gone isn't known any more.
  private func view(_ id: String, _ generation: Int64) -> ShownViews.View? {
    guard let card = cards[id] else { return nil }
    if let shown = card.card.views[generation] { return shown }
    note(CardText.viewChanged, on: id)
    return nil
  }

  private func run(_ control: ControlReference, of id: String, in context: WidgetContext) {
    cards[id]?.card.note = nil
    Task {
      do throws(Failure) { try await board.tap(id, control, in: context) } catch {
        note(FailureNotice(error, words).reason, on: id)
      }
      changed(id)
    }
  }

  /// - Parameter shown: The view the control was in: it answers only the question below that view.
  private func press(_ control: CardControl, on id: String, _ shown: ShownViews.View) {
    guard let decision = control.decision else {
      Task { await handle(.disclose, on: id) }
      return
    }
    guard let question = shown.question else { return }
    switch cards[id]?.card.questions.answer(question, at: now) {
    case .ignored?, nil: break
    case .refused?: note(CardText.questionGone, on: id)
    case .accepted?:
      cards[id]?.card.note = nil
      Task { if await !board.decide([question: decision], of: id) { note(CardText.questionGone, on: id) } }
      changed(id)
    }
  }

  /// Handles a gesture: if a control's `id` is the gesture's name, that control does, as in a status bar.
  private func handle(_ gesture: WindowMessage.Gesture, on id: String, _ generation: Int64) async {
    guard let shown = view(id, generation) else { return }
    if let control = shown.view.flatMap({ ViewControls($0).all.first { $0.name == gesture.rawValue } }) {
      return run(control, of: id, in: shown.context)
    }
    if gesture == .middleClick { await board.refresh(id) }
  }

  // MARK: Typing

  /// A card takes no keys from other windows, so a text is typed in a dialog, like settings. What the script does meanwhile doesn't
  /// change it.
  private func ask(for field: InputField, _ control: ControlReference, on id: String, in context: WidgetContext) {
    guard let card = cards[id] else { return }
    typing = (id, control, context)
    let kind: SettingsForm.Field.Kind = field.isSecure ? .secret : field.lines > 1 ? .lines : field.kind == .date ? .date : .text
    let label = field.label.isEmpty ? field.placeholder : field.label
    session?.send(
      .form(
        SettingsForm(
          id: id, title: terminalSafe(card.widget.identity.name, limit: 120),
          fields: [
            SettingsForm.Field(
              name: Self.typedName, label: terminalSafe(label, limit: 120), kind: kind,
              value: terminalSafe(field.editedText, multiline: true, limit: InputField.maximumBytes))
          ])))
  }

  private static let typedName = "text"

  /// - Returns: Whether the values are those of a text field.
  private func finishTyping(_ id: String, _ values: [(name: String, value: String)]) -> Bool {
    guard let field = typing, field.id == id, let text = values.first, values.count == 1, text.name == Self.typedName else {
      return false
    }
    typing = nil
    run(field.control.with(FieldInput(text.value, isFinal: true)), of: id, in: field.context)
    return true
  }

  // MARK: Commands

  private func handle(_ command: WindowMessage.Command, on id: String) async {
    guard let card = cards[id] else { return }
    switch command {
    case .refresh:
      cards[id]?.card.note = nil
      cards[id]?.trustAgain()
      await board.refresh(id)
      changed(id)
    case .hide: _ = await edit(.setHidden(id: id, true), id)
    case .disclose:
      guard card.widget.entry.family == nil else { return }
      cards[id]?.card.mode = card.mode == .compact ? .expanded : .compact
      await present()
      changed(id)
    case .edit: edit(card)
    case .settings: await showSettings(id)
    }
  }

  /// The commands of a card have the same keys as in the terminal.
  private func press(_ character: Character, on id: String) async {
    switch KeyBinding.command(for: .character(character)) {
    case .refresh?: await handle(.refresh, on: id)
    case .toggleMode?: await handle(.disclose, on: id)
    case .edit?: await handle(.edit, on: id)
    case .hide?: await handle(.hide, on: id)
    default: break
    }
  }

  /// Changes the board file.
  ///
  /// - Returns: false if that failed; the card says why.
  private func edit(_ edit: BoardEdit, _ id: String) async -> Bool {
    guard cards[id] != nil else { return false }
    do throws(BoardFileError) {
      try await board.edit(edit)
      return true
    } catch {
      note(terminalSafe("\(error)", limit: 400), on: id)
      return false
    }
  }

  /// Opens the widget's file in the user's program for such files.
  private func edit(_ card: DesktopCard) {
    let id = card.widget.id
    guard let path = card.widget.identity.path else { return note(words("The file of the widget was not found."), on: id) }
    let opener = root.services.opener
    Task {
      let problem: String? = await withCheckedContinuation { continuation in
        do {
          try DetachedThread.start(stackBytes: 512 << 10) {
            do throws(ProgramError) {
              try opener.open(path, for: nil)
              continuation.resume(returning: nil)
            } catch { continuation.resume(returning: "\(error)") }
          }
        } catch { continuation.resume(returning: "\(error)") }
      }
      if let problem {
        note(
          terminalSafe(
            words("{path} was not opened: {problem}", ["path": .string(path), "problem": .string("\(problem)")]), limit: 400),
          on: id)
      }
    }
  }

  // MARK: Settings

  private func showSettings(_ id: String, typed: [String: String] = [:], error: Board.SettingsProblem? = nil) async {
    typing = nil
    guard let card = cards[id] else { return }
    do throws(Failure) {
      let settings = try await board.settings(of: id)
      session?.send(.form(SettingsForm(id, card.widget.identity.name, settings, typed: typed, error: error, words)))
    } catch {
      note(FailureNotice(error, words).reason, on: id)
    }
  }

  private func change(_ id: String, _ values: [(name: String, value: String)]) async {
    var typed = ListChange.folded(Dictionary(values) { $1 })
    if let change = typed[SettingsForm.listChange].flatMap({ ListChange($0) }) {
      change.apply(to: &typed)
      return await showSettings(id, typed: typed)
    }
    do throws(Board.SettingsProblem) { try await board.changeSettings(of: id, to: typed) } catch {
      await showSettings(id, typed: typed, error: error)
    }
  }
}
