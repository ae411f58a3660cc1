import CGtk
import WidgetGraphics
import WidgetModel
import WidgetPainter
import WidgetRendering
import WidgetSystem

/// Clicks, the wheel, keys and the pointer.
extension CardView {
  /// Points per step of the wheel.
  private static let step = 48.0

  func connectInput(_ window: Widget) {
    Signals.connectEvent(window.raw, "button-press-event") { [unowned self] event in
      pressed(event.assumingMemoryBound(to: GdkEventButton.self), window)
    }
    Signals.connectEvent(window.raw, "scroll-event") { [unowned self] event in
      scrolled(event.assumingMemoryBound(to: GdkEventScroll.self).pointee)
    }
    Signals.connectEvent(window.raw, "key-press-event") { [unowned self] event in
      pressed(key: event.assumingMemoryBound(to: GdkEventKey.self).pointee, window)
    }
    Signals.connectEvent(window.raw, "motion-notify-event") { [unowned self] event in
      let motion = event.assumingMemoryBound(to: GdkEventMotion.self).pointee
      if drag(motion, window) { return true }
      point(motion.x, motion.y, window)
      return false
    }
    Signals.connectEvent(window.raw, "leave-notify-event") { [unowned self] event in
      let crossing = event.assumingMemoryBound(to: GdkEventCrossing.self).pointee
      // A menu grabs the pointer.
      if crossing.mode == GDK_CROSSING_NORMAL { focus?.giveBack(at: crossing.time) }
      return false
    }
    Signals.connectEvent(window.raw, "popup-menu") { [unowned self] _ in
      showMenu(window, nil)
      return true
    }
    gtk_widget_set_has_tooltip(window, 1)
    Signals.connectTooltip(window.raw) { [unowned self] in tooltip(x: $0, y: $1) }
  }

  /// The values of a chart at the pointer, or else the name and the age; nil while the card is being moved.
  private func tooltip(x: Double, y: Double) -> String? {
    guard let card, drag?.isMoving != true else { return nil }
    if y / zoom >= header, let hint = rendered?.hint(x: x / zoom, y: y / zoom - header + scrollOffset) { return hint }
    let snapshot = card.request.snapshot
    let words = program.words
    var lines = [terminalSafe(snapshot.widget.name, limit: 200)]
    if snapshot.updatedAt > 0 {
      let clock = CalendarClock(now: WallTime.now(), words: words)
      lines.append(words("Updated {age}", ["age": .string(DateText.age(of: snapshot.updatedAt, clock: clock))]))
    }
    if card.request.isStale { lines.append(words("Out of date")) }
    return lines.joined(separator: "\n")
  }

  private func control(_ x: Double, _ y: Double) -> RenderedCard.Control? {
    y / zoom < header ? nil : rendered?.control(x: x / zoom, y: y / zoom - header + scrollOffset)
  }

  private func pressed(_ event: UnsafeMutablePointer<GdkEventButton>, _ window: Widget) -> Bool {
    let button = event.pointee
    // A double click's second press arrives twice: as itself, and as GDK_2BUTTON_PRESS.
    guard button.type == GDK_BUTTON_PRESS else { return true }
    if program.popup != nil, isOutside(button.x, button.y) {
      program.end()
      return true
    }
    switch button.button {
    case 1:
      if let focus {
        focus.take(at: button.time)
      } else if !DisplayServer.isWayland, let surface = gtk_widget_get_window(window) {
        gdk_window_focus(surface, button.time)
      }
      let control = control(button.x, button.y)
      if focusedAction != nil {
        focusedAction = nil
        redraw()
      }
      if let control {
        tap(control.action)
      } else if program.popup == nil {
        drag = Drag(x: button.x, y: button.y)
      }
    case 2: gesture(.middleClick)
    case 3: showMenu(window, UnsafeMutableRawPointer(event).assumingMemoryBound(to: GdkEvent.self))
    default: return false
    }
    return true
  }

  /// Whether a click that a popup got is beside its window.
  private func isOutside(_ x: Double, _ y: Double) -> Bool {
    guard let windowSize else { return false }
    return x < 0 || y < 0 || x >= Double(windowSize.width) || y >= Double(windowSize.height)
  }

  private func tap(_ action: Int) {
    if let card { program.send(.tap(card: id, generation: card.generation, action: action)) }
  }

  private func gesture(_ gesture: WindowMessage.Gesture) {
    if let card { program.send(.gesture(card: id, generation: card.generation, gesture)) }
  }

  func command(_ command: WindowMessage.Command) { program.send(.command(card: id, command)) }

  private func scrolled(_ event: GdkEventScroll) -> Bool {
    switch event.direction {
    case GDK_SCROLL_UP:
      scrolled -= 1
      lastClick = event.time
    case GDK_SCROLL_DOWN:
      scrolled += 1
      lastClick = event.time
    // A wheel click arrives as this too.
    case GDK_SCROLL_SMOOTH where event.time == lastClick: return true
    case GDK_SCROLL_SMOOTH: scrolled += event.delta_y
    default: return false
    }
    // A touchpad sends many small steps.
    let steps = scrolled.rounded(.towardZero)
    guard steps != 0 else { return true }
    scrolled -= steps
    if scroll(by: steps * Self.step) { return true }
    for _ in 0..<min(10, Int(saturating: abs(steps))) { gesture(steps < 0 ? .scrollUp : .scrollDown) }
    return true
  }

  // MARK: Keys

  private func pressed(key event: GdkEventKey, _ window: Widget) -> Bool {
    let isShifted = event.state & GDK_SHIFT_MASK.rawValue != 0
    switch Int32(bitPattern: event.keyval) {
    case GDK_KEY_Escape where program.popup != nil: program.end()
    case GDK_KEY_Down where isShifted && program.popup == nil: nudge(0, Self.keyStep)
    case GDK_KEY_Up where isShifted && program.popup == nil: nudge(0, -Self.keyStep)
    case GDK_KEY_Right where isShifted && program.popup == nil: nudge(Self.keyStep, 0)
    case GDK_KEY_Left where isShifted && program.popup == nil: nudge(-Self.keyStep, 0)
    case GDK_KEY_Tab: moveFocus(by: isShifted ? -1 : 1)
    case GDK_KEY_ISO_Left_Tab: moveFocus(by: -1)
    case GDK_KEY_Return, GDK_KEY_KP_Enter, GDK_KEY_space: if let focusedAction { tap(focusedAction) }
    case GDK_KEY_Down: if !scroll(by: Self.step) { moveFocus(by: 1) }
    case GDK_KEY_Up: if !scroll(by: -Self.step) { moveFocus(by: -1) }
    case GDK_KEY_Right: moveFocus(by: 1)
    case GDK_KEY_Left: moveFocus(by: -1)
    case GDK_KEY_Page_Down: scroll(by: 6 * Self.step)
    case GDK_KEY_Page_Up: scroll(by: -6 * Self.step)
    case GDK_KEY_Home: scroll(by: -1e6)
    case GDK_KEY_End: scroll(by: 1e6)
    case GDK_KEY_Menu: showMenu(window, nil)
    case GDK_KEY_F10 where isShifted: showMenu(window, nil)
    case GDK_KEY_Escape where cancelDrag(): break
    case GDK_KEY_Escape:
      focusedAction = nil
      redraw()
      focus?.giveBack(at: event.time)
    default: return send(event)
    }
    return true
  }

  /// Sends the key of a character: the host knows its command.
  private func send(_ event: GdkEventKey) -> Bool {
    let modifiers = GDK_CONTROL_MASK.rawValue | GDK_MOD1_MASK.rawValue | GDK_SUPER_MASK.rawValue
    guard event.state & modifiers == 0, let scalar = Unicode.Scalar(gdk_keyval_to_unicode(event.keyval)), scalar.value > 32 else {
      return false
    }
    program.send(.key(card: id, Character(scalar)))
    return true
  }

  private func moveFocus(by step: Int) {
    guard let controls = rendered?.controls, !controls.isEmpty else { return }
    let current = focusedAction.flatMap { action in controls.firstIndex { $0.action == action } }
    let next = current.map { ($0 + step + controls.count) % controls.count } ?? (step > 0 ? 0 : controls.count - 1)
    focusedAction = controls[next].action
    reveal(controls[next].frame)
    redraw()
  }

  // MARK: Pointer

  /// A hand above a control.
  private func point(_ x: Double, _ y: Double, _ window: Widget) {
    let isControl = control(x, y) != nil
    guard isControl != isPointing else { return }
    isPointing = isControl
    setCursor(isControl ? "pointer" : nil, window)
  }

  // MARK: Menu

  /// - Parameter event: nil if it came from the keyboard.
  private func showMenu(_ window: Widget, _ event: UnsafeMutablePointer<GdkEvent>?) {
    guard let menu = gtk_menu_new() else { return }
    let words = program.words
    var items: [(String, WindowMessage.Command)] = [(words("Refresh"), .refresh)]
    switch card?.disclosure {
    case .more?: items.append((words("Show More"), .disclose))
    case .less?: items.append((words("Show Less"), .disclose))
    case nil: break
    }
    // A popup is on no board, and other windows open below it.
    if program.popup == nil { items += [(words("Settings…"), .settings), (words("Hide"), .hide), (words("Edit"), .edit)] }
    for (title, command) in items {
      guard let item = gtk_menu_item_new_with_label(title) else { continue }
      Signals.connect(item.raw, "activate") { [weak self] in self?.command(command) }
      gtk_menu_shell_append(menu.cast(), item)
    }
    gtk_menu_attach_to_widget(menu.cast(), window, nil)
    Signals.connect(menu.raw, "selection-done") { [weak self] in
      Signals.later {
        gtk_widget_destroy(menu)
        // The menu had the pointer.
        if let self, let window = self.window { self.program.popupInput?.grab(window) }
      }
    }
    gtk_widget_show_all(menu)
    if event != nil {
      gtk_menu_popup_at_pointer(menu.cast(), event)
    } else {
      gtk_menu_popup_at_widget(menu.cast(), window, GDK_GRAVITY_CENTER, GDK_GRAVITY_NORTH_WEST, nil)
    }
  }
}
