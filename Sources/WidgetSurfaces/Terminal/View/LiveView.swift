import WidgetHost
import WidgetModel
import WidgetRendering

/// One card on the whole screen, with the footer below it.
struct LiveView {
  private(set) var screen: LiveScreen
  var card: LiveCard
  private let options: LiveOptions
  private var isDirty = true
  private var isClosing = false
  /// Whether a frame is on the screen.
  private var hasDrawn = false
  /// The ticks during the update.
  private var updatingTicks = 0
  var isUpdating = false { didSet { isDirty = isDirty || isUpdating != oldValue } }
  /// Why the next update is delayed.
  var backOff: BackOffNote? { didSet { isDirty = isDirty || backOff != oldValue } }
  /// Whether the program was replaced by another version.
  var needsRestart = false { didSet { isDirty = true } }
  /// Denied permissions the script ignored.
  var denials = CardDenials() { didSet { isDirty = true } }
  /// Why an edited script doesn't work. Shown below the last good view.
  var reloadFailure: String? { didSet { isDirty = true } }

  init(screen: LiveScreen, card: LiveCard, options: LiveOptions) {
    self.screen = screen
    self.card = card
    self.options = options
    if options.isWatching { queryFeatures() }
  }

  /// The columns of the card.
  var columns: Int { min(options.width ?? .max, screen.size.columns) }

  /// Whether the terminal hasn't answered yet.
  private(set) var awaitsFeatures = false

  /// Whether images in the shown view are still being prepared.
  var awaitsImages: Bool { card.images?.isBusy == true }

  mutating func show(_ snapshot: Snapshot, isStored: Bool = false, isLive: Bool = false) {
    if card.show(snapshot, isStored: isStored, isLive: isLive) { queryFeatures() }
  }

  /// Queries the terminal's features, for many frames or for the first view with an image.
  private mutating func queryFeatures(withImages: Bool = true) {
    var subjects: TerminalQueries.Subjects = options.isWatching ? [.modes, .background] : []
    if card.view.appearance == nil, card.view.capabilities.color != .none { subjects.insert(.background) }
    if card.images != nil, withImages { subjects.formUnion(options.graphics.subjects) }
    guard withImages || !subjects.isEmpty, !screen.hasQueried else { return }
    awaitsFeatures = true
    if let features = screen.queryFeatures(options.graphics, subjects) { use(features) }
  }

  /// Asks for the background of a view that's shown once, and isn't known to have an image.
  ///
  /// - Returns: Whether the answer is worth waiting for.
  mutating func queryBackground() -> Bool {
    queryFeatures(withImages: false)
    return awaitsFeatures
  }

  /// Draws with what the terminal has answered.
  mutating func use(_ features: TerminalFeatures) {
    awaitsFeatures = false
    card.features = features
  }

  /// Notes that another drawing would show more or fewer images.
  mutating func imagesChanged() {
    card.images?.acknowledgeChange()
    let notes = card.images?.takeNotes() ?? []
    if options.console.isVerbose { for note in notes { screen.print("luawidget: \(note)\n") } }
    card.invalidate()
  }

  /// Advances spinners, ages and relative dates.
  mutating func tick() {
    card.tick(isUpdating: isUpdating)
    updatingTicks = isUpdating ? updatingTicks + 1 : 0
    if isUpdating { isDirty = true }
  }

  // MARK: Drawing

  /// Draws if anything changed.
  ///
  /// - Returns: false if the terminal is gone.
  @discardableResult
  mutating func draw() -> Bool {
    guard isDirty || card.needsDrawing else { return true }
    if waitsForUpdate { return true }
    isDirty = false
    hasDrawn = true
    let columns = columns
    // Before the footer: the available keys depend on the card.
    card.layOut(columns: columns)
    var footer = footer
    if options.isWatching { footer.omissions = card.report.omissions.map(\.description) }
    let available = max(0, screen.size.rows - 1)
    let lines = footer.lines(columns: columns, rows: max(1, available - card.rowCount))
    let rows = max(0, available - lines.count)
    var frame = LiveFrame()
    frame.add(card.frame(in: CellFrame(columns: 0..<max(0, columns), rows: 0..<rows)))
    if options.isWatching, !isClosing, card.usesMouse, screen.takesKeys { screen.reportMouse() }
    for line in lines { frame.append(line, card.view.capabilities) }
    return screen.show(frame)
  }

  /// Whether to draw only after the update, in a terminal that prints each frame below the last one. A stored view is shown if the
  /// first update takes more than a second.
  private var waitsForUpdate: Bool {
    isUpdating && !movesCursor && (hasDrawn || card.isEmpty || updatingTicks < 10)
  }

  private var movesCursor: Bool { card.view.capabilities.movesCursor }

  private var words: HostWords { card.view.words }

  private var footer: LiveFooter {
    var footer = LiveFooter(failure: reloadFailure, isUTF8: card.view.capabilities.isUTF8, words: words)
    if isUpdating, movesCursor {
      footer.spinnerFrame = card.animationFrame
    } else if !isClosing {
      footer.backOff = backOff?.text(words)
      footer.needsRestart = needsRestart
      if options.isWatching { footer.denials = denials }
      footer.keys = options.isWatching ? keys : nil
    }
    return footer
  }

  private var keys: [String] {
    func hint(_ command: KeyCommand, _ label: String? = nil) -> String {
      KeyHint(command, label, words, isUTF8: card.view.capabilities.isUTF8).text
    }
    if !screen.takesKeys { return [hint(.interrupt)] }
    var keys = [hint(.refresh)]
    if card.controls.contains(where: { $0.action != TerminalDrawing.disclosure }) { keys += [hint(.next), hint(.press)] }
    if card.canDisclose { keys.append(hint(.toggleMode, card.view.displayMode == .compact ? phrase("more") : phrase("less"))) }
    return keys + [hint(.quit)]
  }

  /// Leaves the card on the screen without the keys, and restores the terminal.
  mutating func close() {
    guard !isClosing else { return }
    isClosing = true
    isUpdating = false
    isDirty = true
    if movesCursor || !hasDrawn { draw() }
    screen.close()
  }
}
