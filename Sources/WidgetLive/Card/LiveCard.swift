import WidgetHost
import WidgetModel
import WidgetRendering
import WidgetServices
import WidgetTerminal

/// The card of a widget in a region of a frame: its layout, the focus, the scroll position and the images.
///
/// It knows no terminal. ``LiveScreen`` shows the frames of one card or of several.
struct LiveCard {
  /// How the view is drawn.
  var view: TerminalViewOptions { didSet { invalidate() } }
  /// Whether the card has the control Show More or Show Less.
  let discloses: Bool
  /// The features of the terminal that shows the card.
  var features = TerminalFeatures() {
    didSet {
      images?.use(features)
      invalidate()
    }
  }
  /// nil if images are disabled or not possible.
  let images: ImagePipeline?
  private let clock: any WidgetClock
  private let counters: Counters

  private var snapshot: Snapshot?
  private var isStored = false
  /// nil if the card must be laid out again.
  private var drawing: TerminalDrawing?
  private var drawnColumns = 0
  private(set) var viewport = Viewport()
  /// Where the last frame is, in cells of the whole frame.
  private(set) var region = CellFrame(columns: 0..<0, rows: 0..<0)
  private(set) var focusedAction: Int?
  /// The frame of spinners and activity indicators.
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

  var isEmpty: Bool { snapshot?.view == nil }
  var lastUpdate: Double? { snapshot?.updatedAt }
  var controls: [TerminalDrawing.Control] { drawing?.controls ?? [] }
  /// Whether there is a Show More or Show Less to press.
  var canDisclose: Bool { controls.contains { $0.action == TerminalDrawing.disclosure } }
  /// Whether clicks or the wheel do anything.
  var usesMouse: Bool { viewport.isScrollable || !controls.isEmpty }

  /// - Parameters:
  ///   - isStored: The snapshot is from an earlier run. Its age is shown.
  ///   - isLive: The snapshot is a redraw during an update.
  /// - Returns: Whether the view has images.
  @discardableResult
  mutating func show(_ snapshot: Snapshot, isStored: Bool = false, isLive: Bool = false) -> Bool {
    // A redraw does not know the name from the manifest.
    var snapshot = snapshot
    if isLive, let identity = self.snapshot?.widget { snapshot.widget = identity }
    // The focus stays on its control, whose handler has another number in the new view.
    if let action = focusedAction, let control = self.snapshot?.view?.control(action: action) {
      focusedAction = snapshot.view?.action(of: control)
    }
    self.snapshot = snapshot
    self.isStored = isStored
    invalidate()
    return images?.show(snapshot, isLive: isLive) == true
  }

  /// An update ended without a failure, so the shown view is current even if it is from an earlier run.
  mutating func confirm() {
    guard isStored else { return }
    isStored = false
    invalidate()
  }

  /// Lays the card out again for the next frame.
  mutating func invalidate() {
    drawing = nil
    needsDrawing = true
  }

  /// Advances ages, relative dates and activity indicators.
  ///
  /// - Parameter isUpdating: Whether an update runs, so that a spinner turns.
  mutating func tick(isUpdating: Bool) {
    if isUpdating || drawing?.isAnimated == true { animationFrame += 1 }
    let isDue = drawing.map { $0.isAnimated || $0.nextChange.map { $0 <= clock.now() } == true } ?? false
    if isDue { invalidate() }
  }

  // MARK: Drawing

  /// Lays the card out for a width, if that or the card has changed.
  mutating func layOut(columns: Int) {
    guard let snapshot, drawing == nil || columns != drawnColumns else { return }
    counters.add(\.layouts)
    counters.add(\.draws)
    let drawn = TerminalDrawing(
      snapshot, in: Size(width: Double(columns) * 8, height: .infinity), options: rendering(columns: columns))
    drawing = drawn
    drawnColumns = columns
    if let focusedAction, !drawn.controls.contains(where: { $0.action == focusedAction }) { self.focusedAction = nil }
  }

  /// The visible part of the card, with a line that counts the hidden rows if there are any.
  ///
  /// - Parameter region: Where the frame will be shown, in cells of the whole frame.
  mutating func frame(in region: CellFrame) -> LiveFrame {
    needsDrawing = false
    self.region = region
    layOut(columns: region.columns.count)
    guard var drawn = drawing else { return LiveFrame() }
    viewport.update(contentRows: drawn.canvas.rowCount, availableRows: region.rows.count)
    let rendering = rendering(columns: region.columns.count)
    let images = placeImages(in: &drawn, encoding: rendering.encoding)
    let lines = drawn.canvas.ansiLines(
      rendering.colorDepth, scheme: rendering.colorScheme, anchorColumn: anchors ? region.columns.lowerBound : nil)
    var frame = LiveFrame(lines: Array(lines[viewport.rows]), width: drawn.canvas.columns, images: images)
    if let note = viewport.note(columns: region.columns.count) { frame.append(note, view.capabilities) }
    return frame
  }

  /// - Returns: The images, positioned in the visible part.
  private func placeImages(in drawing: inout TerminalDrawing, encoding: OutputEncoding) -> [FrameImage] {
    guard let images else { return [] }
    return images.place(in: &drawing, rows: viewport.rows, encoding: encoding).map { image in
      var image = image
      image.row -= viewport.rows.lowerBound
      return image
    }
  }

  /// Whether the cursor is positioned after each grapheme cluster, because the terminal may give it another width.
  private var anchors: Bool { !features.graphemeClusters && view.capabilities.movesCursor && view.capabilities.isUTF8 }

  private func rendering(columns: Int) -> RenderingOptions {
    var rendering = view.rendering(columns: columns, now: clock.now(), isLive: true)
    rendering.frame = animationFrame
    rendering.widthRule = features.graphemeClusters ? .graphemeClusters : .codePoints
    rendering.focusedAction = focusedAction
    rendering.showsAge = isStored
    rendering.showsEmptyNote = true
    rendering.discloses = discloses
    rendering.imageSize = images?.imageSize
    return rendering
  }
}

// MARK: Input

extension LiveCard {
  /// What a key did.
  enum Reaction: Sendable, Equatable {
    /// Nothing: the key is not for a card.
    case ignored
    /// The focus or the scroll position may have changed, or there was nothing to do.
    case handled
    /// A control was activated.
    case pressed(action: Int)
    /// Show More or Show Less was activated.
    case disclosed
  }

  mutating func handle(_ key: Key) -> Reaction {
    switch key {
    case .tab, .down, .right: moveFocus(by: 1)
    case .backTab, .up, .left: moveFocus(by: -1)
    case .enter, .character(" "): return press(focusedAction)
    case .character("m"): return canDisclose ? .disclosed : .handled
    case .click(let column, let row): return press(action(column: column, row: row))
    case .scrollUp: scroll { $0.scroll(by: -3) }
    case .scrollDown: scroll { $0.scroll(by: 3) }
    case .pageUp: scroll { $0.scroll(pages: -1) }
    case .pageDown: scroll { $0.scroll(pages: 1) }
    case .home: scroll { $0.scroll(to: 0) }
    case .end: scroll { $0.scroll(to: .max) }
    case .character, .control, .alt, .escape, .backspace, .delete, .insert, .focusGained, .focusLost, .cursorPosition:
      return .ignored
    }
    return .handled
  }

  private func press(_ action: Int?) -> Reaction {
    guard let action else { return .handled }
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
