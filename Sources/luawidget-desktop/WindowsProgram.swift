import CGtk
import WidgetGraphics
import WidgetModel
import WidgetPainter
import WidgetSystem

/// The cards on the desktop. Use it on the main thread.
final class WindowsProgram {
  private let inbox: HostInbox
  private let renderer = CardRenderer()
  private var appearance: DesktopAppearance?
  private var cards: [String: CardView] = [:]
  /// All cards, in order.
  private var places: [CardPlace] = []
  /// Whether there's less space between the cards.
  private var isCompact = false
  private var isArranging = false
  private var hasEnded = false
  private var dialog: SettingsDialog?
  /// The words of menus and dialogs.
  private(set) var words = HostWords.english
  /// Where the one card is shown, in front of all windows; nil for cards on the desktop.
  private(set) var popup: PopupPlace?
  /// The pointer's position and monitor when the popup was asked for, in GDK's coordinates.
  private var pointer: (x: Int32, y: Int32)?
  private(set) var popupInput: PopupInput?

  init(_ inbox: HostInbox) { self.inbox = inbox }

  func start() {
    followMonitors()
    let ended: GSourceFunc = { data in
      if let data { Unmanaged<WindowsProgram>.fromOpaque(data).takeUnretainedValue().end() }
      return 1
    }
    for number in [SIGTERM, SIGINT, SIGHUP] { g_unix_signal_add(number, ended, Unmanaged.passUnretained(self).toOpaque()) }
  }

  func send(_ message: WindowMessage) { inbox.send(message) }

  /// Handles the messages that have arrived.
  func receive() {
    for message in inbox.take() {
      switch message {
      case .hello(let version, let scheme, let locale, let popup):
        guard version == WindowProtocol.version else { _exit(1) }
        words = HostWords(locale: locale)
        if words.isRightToLeft { gtk_widget_set_default_direction(GTK_TEXT_DIR_RTL) }
        if let popup { begin(popup) }
        follow(scheme)
      case .arrange(let places, let isCompact): arrange(places, isCompact: isCompact)
      case .image(let card, let number, let image): cards[card]?.images[number] = image
      case .card(let card): cards[card.id]?.show(card)
      case .form(let form): show(form)
      case .clipboard(let text): gtk_clipboard_set_text(gtk_clipboard_get(gdk_atom_intern("CLIPBOARD", 0)), text, -1)
      }
    }
  }

  /// Shows one card in front of all windows.
  private func begin(_ popup: PopupPlace) {
    self.popup = popup
    if popup == .pointer { pointer = DisplayServer.pointer }
    popupInput = PopupInput { [unowned self] in end() }
    popupInput?.openBackdrops()
  }

  /// Tells the host that this program is done.
  func end() {
    guard !hasEnded else { return }
    hasEnded = true
    send(.closing)
    // The host ends this process; if it hangs, this does.
    let exit: GSourceFunc = { _ in _exit(0) }
    g_timeout_add(2_000, exit, nil)
  }

  /// - Parameter scheme: nil follows the desktop.
  private func follow(_ scheme: ColorScheme?) {
    if let scheme { return send(.appearance(scheme)) }
    guard appearance == nil else { return }
    appearance = DesktopAppearance { [unowned self] in send(.appearance($0)) }
    appearance?.start()
  }

  // MARK: Places

  private func arrange(_ places: [CardPlace], isCompact: Bool) {
    self.places = popup == nil ? places : places.prefix(1).map { CardPlace(id: $0.id, placement: CardPlacement()) }
    let places = self.places
    self.isCompact = isCompact
    let ids = Set(places.map(\.id))
    for id in cards.keys where !ids.contains(id) { cards.removeValue(forKey: id)?.close() }
    for place in places where cards[place.id] == nil {
      cards[place.id] = CardView(place.id, renderer: renderer, program: self)
    }
    for place in places { cards[place.id]?.isInFront = place.isInFront || popup != nil }
    arrangeLater()
  }

  /// Rearranges the cards: one has another size, or the monitors have changed.
  func arrangeLater() {
    guard !isArranging else { return }
    isArranging = true
    Signals.later { [unowned self] in
      isArranging = false
      placeCards()
    }
  }

  private func placeCards() {
    var groups: [OpaquePointer: [CardPlace]] = [:]
    for place in popupPlaces ?? places {
      if let monitor = Monitors.monitor(place.placement.monitor) { groups[monitor, default: []].append(place) }
    }
    let zoom = DisplayServer.zoom
    for (monitor, places) in groups {
      let area = Monitors.area(of: monitor)
      let (width, height) = (Int(saturating: Double(area.width) / zoom), Int(saturating: Double(area.height) / zoom))
      for place in places { cards[place.id]?.limit(height: height - 2 * CardArrangement.edge) }
      let items = places.compactMap { place -> CardArrangement.Item? in
        guard let card = cards[place.id], let size = card.outerSize else { return nil }
        return CardArrangement.Item(id: place.id, width: size.width, height: size.height, placement: place.placement)
      }
      let arrangement = CardArrangement(items, width: width, height: height, isCompact: isCompact)
      for (id, position) in arrangement.positions { cards[id]?.place(position, on: monitor, area) }
    }
  }

  /// The place of the popup; nil for cards on the desktop.
  private var popupPlaces: [CardPlace]? {
    guard let popup, let place = places.first else { return nil }
    var placement = CardPlacement(anchor: popup.anchor ?? .topRight)
    if let pointer, let monitor = Monitors.at(Double(pointer.x), Double(pointer.y)), let size = cards[place.id]?.outerSize {
      let area = Monitors.area(of: monitor)
      let zoom = DisplayServer.zoom
      func points(_ pixels: Int32) -> Int { Int(saturating: (Double(pixels) / zoom).rounded()) }
      let (width, height) = (points(area.width), points(area.height))
      let (x, y) = (points(pointer.x - area.x), points(pointer.y - area.y))
      let gap = CardArrangement.gap
      // Below the pointer, or above it where there's no space.
      let below = y + gap + size.height <= height ? y + gap : y - gap - size.height
      func inside(_ value: Int, _ length: Int, _ whole: Int) -> Int { max(gap, min(value, whole - length - gap)) }
      placement = CardPlacement(
        anchor: .topLeft,
        margin: CardPlacement.Margin(
          horizontal: inside(x - size.width / 2, size.width, width), vertical: inside(below, size.height, height)),
        monitor: Monitors.key(of: monitor))
    } else if let pointer {
      placement.monitor = Monitors.at(Double(pointer.x), Double(pointer.y)).flatMap(Monitors.key)
    }
    return [CardPlace(id: place.id, placement: placement)]
  }

  /// The user has put a card to another place.
  func moved(_ id: String, to placement: CardPlacement, on monitor: OpaquePointer) {
    guard let index = places.firstIndex(where: { $0.id == id }) else { return }
    let before = places[index].placement
    var placement = placement
    placement.monitor = Monitors.monitor(before.monitor) == monitor ? before.monitor : Monitors.key(of: monitor)
    if placement != before {
      places[index].placement = placement
      send(.moved(places[index]))
    }
    arrangeLater()
  }

  private func followMonitors() {
    guard let display = gdk_display_get_default(), let screen = gdk_screen_get_default() else { return }
    for signal in ["monitor-added", "monitor-removed"] {
      Signals.connectDetail(UnsafeMutableRawPointer(display), signal) { [unowned self] in monitorsChanged() }
    }
    for signal in ["monitors-changed", "size-changed", "composited-changed"] {
      Signals.connect(UnsafeMutableRawPointer(screen), signal) { [unowned self] in monitorsChanged() }
    }
    guard !DisplayServer.isWayland else { return }
    Panels.follow { [unowned self] in arrangeLater() }
    // Another one may need other windows.
    Signals.connect(UnsafeMutableRawPointer(screen), "window-manager-changed") { [unowned self] in
      for card in cards.values { card.reopen() }
      arrangeLater()
    }
    if let settings = gtk_settings_get_default() {
      Signals.connectDetail(UnsafeMutableRawPointer(settings), "notify::gtk-xft-dpi") { [unowned self] in
        for card in cards.values { card.layOut() }
      }
    }
  }

  private func monitorsChanged() {
    // A compositor closes the windows on a missing monitor.
    if DisplayServer.isWayland { for card in cards.values { card.reopen() } }
    arrangeLater()
  }

  // MARK: Settings

  private func show(_ form: SettingsForm) {
    dialog?.close()
    popupInput?.pause()
    dialog = SettingsDialog(form, words) { [unowned self] values in
      dialog = nil
      popupInput?.resume()
      if let values { send(.settings(card: form.id, values)) }
    }
  }
}
