import WidgetHost
import WidgetModel
import WidgetRendering
import WidgetServices

/// A widget's card in a region of a frame: its layout, the focus, the scroll position and the images.
///
/// It knows no terminal. ``LiveScreen`` shows the frames of one or more cards.
struct LiveCard {
  /// How to draw the view.
  var view: TerminalViewOptions { didSet { invalidate() } }
  /// Everything the host knows about the widget.
  var state = LiveCardState() { didSet { if state != oldValue { invalidate() } } }
  /// When the widget was last updated without a failure.
  var checkedAt: Double? {
    didSet { if checkedAt != oldValue, state.isOnBoard || state.isStale || snapshot?.failure != nil { invalidate() } }
  }
  /// Whether the card has the control Show More or Show Less.
  let discloses: Bool
  /// The features of the terminal showing the card.
  var features = TerminalFeatures() {
    didSet {
      images?.use(features)
      if let background = features.background { view.background = background }
      invalidate()
    }
  }
  /// nil if images are disabled or impossible.
  let images: ImagePipeline?
  private let clock: any WidgetClock
  private let counters: Counters

  private(set) var snapshot: Snapshot?
  private var isStored = false
  /// nil if the card must be laid out again.
  private var drawing: TerminalDrawing?
  private var drawnColumns = 0
  /// When the drawing changes by itself, in seconds since 1970; nil if it doesn't.
  private(set) var changesAt: Double?
  /// The last drawing without images, kept even if the card must be laid out again.
  private var lastCanvas: TerminalCanvas?
  /// The last drawn part, because scrolling and other cards don't change it.
  private var lastPart: (rows: Range<Int>, column: Int, frame: LiveFrame)?
  private(set) var viewport = Viewport()
  /// Where the last frame is, in cells of the whole frame.
  private(set) var region = CellFrame(columns: 0..<0, rows: 0..<0)
  private(set) var focusedAction: Int?
  /// The texts the user is typing.
  var drafts = FieldDrafts()
  /// The frame number of spinners and activity indicators.
  private(set) var animationFrame = 0
  /// Whether another frame would differ from the last one.
  private(set) var needsDrawing = true

  init(
    _ view: TerminalViewOptions, discloses: Bool = false, images: ImagePipeline? = nil, clock: any WidgetClock, counters: Counters
  ) {
    self.view = view
    self.discloses = discloses
    self.images = images
    self.clock = clock
    self.counters = counters
  }

  /// The widths at which the view is too much work: keys and spinners don't wait for it again.
  private var noticeColumns: Set<Int> = []

  var isEmpty: Bool { snapshot?.view == nil }
  var lastUpdate: Double? { snapshot?.updatedAt }
  var controls: [TerminalDrawing.Control] { drawing?.controls ?? [] }
  /// How many rows of the compact view are cut off.
  var hiddenRows: Int { drawing?.hiddenRows ?? 0 }
  /// The part of ``extraRows`` that the drawing has.
  var usedExtraRows: Int { drawing?.extraRows ?? 0 }
  /// How many rows higher than a compact one the view may be.
  var extraRows = 0 { didSet { if extraRows != oldValue { invalidate() } } }
  /// The rows of the notices below the view.
  var noticeRows: Range<Int> { drawing?.noticeRows ?? 0..<0 }
  /// The rows of the whole card.
  var rowCount: Int { drawing?.canvas.rowCount ?? 0 }
  /// The last drawing's text without styles, row by row.
  var text: [String] { lastCanvas?.lines ?? [] }
  /// Whether the card changes several times a second.
  var isAnimated: Bool { state.isUpdating || drawing?.isAnimated == true }
  /// Whether there's a Show More or Show Less to press.
  var canDisclose: Bool { controls.contains { $0.action == TerminalDrawing.disclosure } }
  /// Whether clicks or the wheel do anything.
  var usesMouse: Bool { viewport.isScrollable || !controls.isEmpty }

  /// - Parameters:
  ///   - isStored: Whether the snapshot is from an earlier run, so its age is shown.
  ///   - isLive: Whether the snapshot is a redraw during an update.
  /// - Returns: Whether the view has images.
  @discardableResult
  mutating func show(_ snapshot: Snapshot, isStored: Bool = false, isLive: Bool = false) -> Bool {
    // A redraw doesn't know the manifest's name.
    var snapshot = snapshot
    if isLive, snapshot.result != .failed, let identity = self.snapshot?.widget { snapshot.widget = identity }
    // The focus stays on its control, whose handler has another number in the new view.
    if let action = focusedAction, let control = self.snapshot?.view?.control(action: action) {
      focusedAction = snapshot.view?.focus(after: control)
    }
    if snapshot.view != self.snapshot?.view { noticeColumns = [] }
    self.snapshot = snapshot
    self.isStored = isStored
    drafts.removeSubmitted()
    invalidate()
    return images?.show(snapshot, isLive: isLive) == true
  }

  /// Notes that an update ended without a failure, so the shown view is current even if it's from an earlier run.
  mutating func confirm() {
    guard isStored else { return }
    isStored = false
    invalidate()
  }

  /// Lays the card out again for the next frame.
  mutating func invalidate() {
    drawing = nil
    lastPart = nil
    needsDrawing = true
  }

  /// Moves the focus to a control, or away from all.
  mutating func focus(_ action: Int?) {
    guard action != focusedAction else { return }
    focusedAction = action
    invalidate()
  }

  /// Advances ages, relative dates and activity indicators.
  ///
  /// - Parameter isUpdating: Whether an update is running, so a spinner turns.
  mutating func tick(isUpdating: Bool) {
    if isUpdating || drawing?.isAnimated == true { animationFrame += 1 }
    if drawing?.isAnimated == true || state.isUpdating || changesAt.map({ $0 <= clock.now() }) == true { invalidate() }
  }

  // MARK: Drawing

  /// Lays the card out for a width, if that or the card has changed.
  var report: FitReport { drawing?.report ?? FitReport() }

  mutating func layOut(columns: Int) {
    guard var snapshot = snapshot?.current(at: checkedAt), drawing == nil || columns != drawnColumns else { return }
    if let failure = state.failure {
      snapshot.failure = failure
    } else if state.asks, snapshot.failure?.kind == .denied {
      snapshot.failure = nil
    }
    if state.asks { snapshot.hasContent = true }
    snapshot.view = snapshot.view.map {
      drafts.shown(in: $0, focused: focusedAction, caret: view.capabilities.isUTF8 ? "▏" : "|")
    }
    counters.add(\.layouts)
    counters.add(\.draws)
    let drawn = TerminalDrawing(
      snapshot, in: Size(width: Double(columns) * 8, height: .infinity), options: rendering(columns: columns))
    drawing = drawn
    drawnColumns = columns
    if drawn.isNotice { noticeColumns.insert(columns) }
    lastCanvas = drawn.canvas
    lastPart = nil
    // Texts of dates use rounded seconds, so they change in the middle of a second.
    changesAt = drawn.nextChange.map { ((clock.now() - 0.5).rounded(.down) + 0.5) + $0 }
    if let focusedAction, !drawn.controls.contains(where: { $0.action == focusedAction }) { self.focusedAction = nil }
  }

  /// The visible part of the card, with a line counting any hidden rows.
  ///
  /// - Parameter region: Where the frame will be shown, in cells of the whole frame.
  mutating func frame(in region: CellFrame) -> LiveFrame {
    needsDrawing = false
    self.region = region
    layOut(columns: region.columns.count)
    guard drawing != nil else { return LiveFrame() }
    viewport.update(contentRows: rowCount, availableRows: region.rows.count)
    var frame = part(viewport.rows, column: region.columns.lowerBound)
    if let note = viewport.note(columns: region.columns.count, view.words) { frame.append(note, view.capabilities) }
    return frame
  }

  /// Some rows of the laid-out card.
  ///
  /// - Parameter column: Where the frame will be shown, in cells of the terminal.
  mutating func part(_ rows: Range<Int>, column: Int) -> LiveFrame {
    needsDrawing = false
    if let lastPart, lastPart.rows == rows, lastPart.column == column { return lastPart.frame }
    guard var drawn = drawing else { return LiveFrame() }
    let rendering = rendering(columns: drawnColumns)
    let rows = rows.clamped(to: 0..<drawn.canvas.rowCount)
    let placed = images?.place(in: &drawn, rows: rows, encoding: rendering.encoding) ?? []
    let lines = drawn.canvas.ansiLines(
      rendering.colorDepth, scheme: rendering.colorScheme, anchorColumn: anchors ? column : nil)
    let images = placed.map { image in
      var image = image
      image.row -= rows.lowerBound
      return image
    }
    let frame = LiveFrame(lines: Array(lines[rows]), width: drawn.canvas.columns, images: images)
    lastPart = (rows, column, frame)
    return frame
  }

  /// Whether to position the cursor after each grapheme cluster, because the terminal may give it another width.
  private var anchors: Bool { !features.graphemeClusters && view.capabilities.movesCursor && view.capabilities.isUTF8 }

  private func rendering(columns: Int) -> RenderingOptions {
    var rendering = view.rendering(columns: columns, now: clock.now(), isLive: true)
    rendering.frame = animationFrame
    rendering.widthRule = features.graphemeClusters ? .graphemeClusters : .codePoints
    rendering.focusedAction = focusedAction
    rendering.showsAge = isStored || state.isOnBoard
    rendering.agesInMinutes = state.isOnBoard
    rendering.disclosesOnlyClipped = state.isOnBoard
    rendering.extraRows = extraRows
    rendering.isStale = state.isStale
    rendering.isUpdating = state.isUpdating
    rendering.isFocused = state.isFocused
    rendering.notices = state.notices
    rendering.isTooMuchWork = noticeColumns.contains(columns)
    rendering.showsEmptyNote = true
    if state.asks { rendering.family = nil }
    rendering.discloses = discloses
    rendering.imageSize = images?.imageSize
    return rendering
  }
}

// MARK: Input

extension LiveCard {
  /// The effect of a key.
  enum Reaction: Sendable, Equatable {
    /// Nothing: the key isn't for a card.
    case ignored
    /// The focus or the scroll position may have changed, or there was nothing to do.
    case handled
    /// A control was activated.
    case pressed(action: Int)
    /// Show More or Show Less was activated.
    case disclosed
    /// The user typed into a field.
    case typed(ControlReference)
  }

  mutating func handle(_ key: Key) -> Reaction {
    if case .click(let column, let row) = key { return press(action(column: column, row: row)) }
    switch KeyBinding.command(for: key) {
    case .next?, .down?, .right?, .moveDown?: moveFocus(by: 1)
    case .previous?, .up?, .left?, .moveUp?: moveFocus(by: -1)
    case .press?: return press(focusedAction)
    case .toggleMode?: return canDisclose ? .disclosed : .handled
    case .scrollUp?: scroll { $0.scroll(by: -3) }
    case .scrollDown?: scroll { $0.scroll(by: 3) }
    case .pageUp?: scroll { $0.scroll(pages: -1) }
    case .pageDown?: scroll { $0.scroll(pages: 1) }
    case .first?: scroll { $0.scroll(to: 0) }
    case .last?: scroll { $0.scroll(to: .max) }
    default: return .ignored
    }
    return .handled
  }

  /// The action of a control at a cell of the whole card; nil if there is none.
  func action(cardColumn column: Int, row: Int) -> Int? { drawing?.control(column: column, row: row)?.action }

  private mutating func press(_ action: Int?) -> Reaction {
    guard let action else { return .handled }
    if isTextField(action) {
      focus(action)
      return .handled
    }
    return action == TerminalDrawing.disclosure ? .disclosed : .pressed(action: action)
  }

  private mutating func moveFocus(by step: Int) {
    // Without controls, the arrow keys scroll.
    guard !controls.isEmpty else { return scroll { $0.scroll(by: step) } }
    var index = step > 0 ? 0 : controls.count - 1
    if let focusedAction, let current = controls.firstIndex(where: { $0.action == focusedAction }) {
      index = (current + step + controls.count) % controls.count
    }
    focusedAction = controls[index].action
    viewport.reveal(controls[index].frame.rows)
    invalidate()
  }

  /// The action of the control at a cell of the whole frame.
  private func action(column: Int, row: Int) -> Int? {
    let (column, row) = (column - region.columns.lowerBound, row - region.rows.lowerBound)
    guard row >= 0, row < viewport.rows.count else { return nil }
    return drawing?.control(column: column, row: row + viewport.rows.lowerBound)?.action
  }

  private mutating func scroll(_ move: (inout Viewport) -> Bool) {
    if move(&viewport) { needsDrawing = true }
  }
}

/// Everything a card shows besides its widget's snapshot.
struct LiveCardState: Sendable, Equatable {
  /// Whether this card, among several, has the focus.
  var isFocused = false
  var isUpdating = false
  /// Whether the data is older than it should be.
  var isStale = false
  /// Why the widget can't be used, replacing the failure of its last update.
  var failure: Failure?
  var notices: [CardNotice] = []
  /// Whether a notice asks for a permission: it gets all the space it needs, and the failure from lacking it isn't shown.
  var asks = false
  /// Whether it's on a board, where every card has its age, and Show More only if it's clipped.
  var isOnBoard = false
}
