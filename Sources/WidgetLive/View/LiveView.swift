import WidgetHost
import WidgetModel
import WidgetRendering
import WidgetServices
import WidgetTerminal

/// One widget in the terminal: its card, the focus, the scroll position, and the footer.
struct LiveView {
  let terminal: LiveTerminal
  var options: LiveOptions { didSet { invalidate() } }
  private let clock: any WidgetClock
  private let counters: Counters
  /// nil if images are disabled or not possible.
  let images: ImagePipeline?
  var hasQueried = false
  var features = TerminalFeatures()

  private var snapshot: Snapshot?
  private var isStored = false
  /// nil if the card must be laid out again. Changes of the footer leave it.
  private var drawing: TerminalDrawing?
  private var drawnColumns = 0
  private var viewport = Viewport()
  private var isDirty = true
  private var isClosing = false
  private var spinnerFrame = 0
  private(set) var focusedAction: Int?
  var isUpdating = false { didSet { isDirty = isDirty || isUpdating != oldValue } }
  /// Why the next update is delayed.
  var backOff: String? { didSet { isDirty = isDirty || backOff != oldValue } }
  /// Permissions that were denied and that the script ignored, escaped for the terminal.
  var denials: [String] = [] { didSet { isDirty = true } }
  /// Why an edited script does not work. Shown below the last good view.
  var reloadFailure: String? { didSet { isDirty = true } }

  init(
    terminal: LiveTerminal, options: LiveOptions, clock: any WidgetClock, counters: Counters, images: ImagePipeline? = nil
  ) {
    self.terminal = terminal
    self.options = options
    self.clock = clock
    self.counters = counters
    self.images = images
    if options.isWatching { queryFeatures() }
  }

  var isEmpty: Bool { snapshot?.view == nil }
  var lastUpdate: Double? { snapshot?.updatedAt }

  /// The columns of the card.
  var columns: Int { min(options.width ?? .max, terminal.size.columns) }

  mutating func show(_ snapshot: Snapshot, isStored: Bool = false, isLive: Bool = false) {
    // A redraw does not know the name from the manifest.
    var snapshot = snapshot
    if isLive, let identity = self.snapshot?.widget { snapshot.widget = identity }
    self.snapshot = snapshot
    self.isStored = isStored
    if images?.show(snapshot, isLive: isLive) == true { queryFeatures() }
    drawing = nil
    isDirty = true
  }

  mutating func invalidate() {
    drawing = nil
    isDirty = true
  }

  /// Advances spinners, ages and relative dates.
  mutating func tick() {
    if isUpdating || drawing?.isAnimated == true { spinnerFrame += 1 }
    let isViewDue = drawing.map { $0.isAnimated || $0.nextChange.map { $0 <= clock.now() } == true } ?? false
    if isViewDue { drawing = nil }
    if isViewDue || isUpdating { isDirty = true }
  }

  // MARK: Controls

  mutating func moveFocus(by step: Int) {
    let controls = drawing?.controls ?? []
    guard !controls.isEmpty else {
      // Without controls, the arrow keys scroll.
      return scroll { $0.scroll(by: step) }
    }
    var index = step > 0 ? 0 : controls.count - 1
    if let focusedAction, let current = controls.firstIndex(where: { $0.action == focusedAction }) {
      index = (current + step + controls.count) % controls.count
    }
    focusedAction = controls[index].action
    viewport.reveal(controls[index].frame.rows)
    invalidate()
  }

  /// The action of the control at a cell of the frame.
  func action(column: Int, row: Int) -> Int? {
    guard row >= 0, row < viewport.rows.count else { return nil }
    return drawing?.control(column: column, row: row + viewport.rows.lowerBound)?.action
  }

  /// Whether there is a Show More or Show Less to press.
  var canDisclose: Bool { drawing?.controls.contains { $0.action == TerminalDrawing.disclosure } ?? false }

  mutating func scroll(_ move: (inout Viewport) -> Bool) {
    if move(&viewport) { isDirty = true }
  }

  // MARK: Drawing

  /// Draws if anything changed.
  ///
  /// - Returns: false if the terminal is gone.
  @discardableResult
  mutating func draw() -> Bool {
    guard isDirty else { return true }
    isDirty = false
    let columns = columns
    var lines: [String] = []
    var widths: [Int] = []
    var frameImages: [FrameImage] = []
    var footerLines: [String]?
    if let snapshot {
      let rendering = rendering(columns: columns)
      var drawn = drawing.flatMap { columns == drawnColumns ? $0 : nil } ?? redraw(snapshot, columns, rendering)
      // After the card: the available keys depend on it.
      let footer = footer.lines(columns: columns)
      footerLines = footer
      viewport.update(contentRows: drawn.canvas.rowCount, availableRows: terminal.size.rows - 1 - footer.count)
      frameImages = placeImages(in: &drawn, visible: viewport.rows, encoding: rendering.encoding)
      lines = Array(drawn.canvas.ansiLines(rendering.colorDepth, scheme: rendering.colorScheme, anchors: anchors)[viewport.rows])
      widths = lines.map { _ in drawn.canvas.columns }
      if let note = viewport.note { appendPlain([String(note.prefix(columns))], to: &lines, &widths) }
      if options.isWatching, !isClosing, viewport.isScrollable || !drawn.controls.isEmpty { terminal.reportMouse() }
    }
    appendPlain(footerLines ?? footer.lines(columns: columns), to: &lines, &widths)
    do {
      try terminal.show(lines: lines, widths: widths, images: frameImages)
      return true
    } catch {
      return false
    }
  }

  private func rendering(columns: Int) -> RenderingOptions {
    var rendering = options.view.rendering(columns: columns, now: clock.now(), isLive: true)
    rendering.frame = spinnerFrame
    rendering.widthRule = features.graphemeClusters ? .graphemeClusters : .codePoints
    rendering.focusedAction = focusedAction
    rendering.showsAge = isStored
    rendering.showsEmptyNote = true
    rendering.discloses = options.isWatching && options.startsCompact
    rendering.imageSize = images?.imageSize
    return rendering
  }

  private mutating func redraw(_ snapshot: Snapshot, _ columns: Int, _ rendering: RenderingOptions) -> TerminalDrawing {
    counters.add(\.layouts)
    counters.add(\.draws)
    let drawn = TerminalDrawing(snapshot, in: Size(width: Double(columns) * 8, height: .infinity), options: rendering)
    drawing = drawn
    drawnColumns = columns
    if let focusedAction, !drawn.controls.contains(where: { $0.action == focusedAction }) { self.focusedAction = nil }
    return drawn
  }

  private var footer: LiveFooter {
    var footer = LiveFooter(failure: reloadFailure, isUTF8: options.view.capabilities.isUTF8)
    if isUpdating {
      footer.spinnerFrame = spinnerFrame
    } else if !isClosing {
      footer.backOff = backOff
      if options.isWatching { footer.denials = denials }
      footer.keys = options.isWatching ? keys : nil
    }
    return footer
  }

  private var keys: [String] {
    var keys = ["r refresh"]
    if drawing?.controls.contains(where: { $0.action != TerminalDrawing.disclosure }) == true { keys.append("Tab Enter press") }
    if canDisclose { keys.append(options.view.displayMode == .compact ? "m more" : "m less") }
    return keys + ["q quit"]
  }

  private func appendPlain(_ plain: [String], to lines: inout [String], _ widths: inout [Int]) {
    let dim = options.view.capabilities.color != .none && options.view.capabilities.movesCursor
    for line in plain {
      lines.append(dim ? "\u{1B}[2m\(line)\u{1B}[0m" : line)
      widths.append(GraphemeWidth.cells(line))
    }
  }

  /// Writes lines to standard error: above the frame if that is the same terminal.
  func print(_ text: String) {
    if isTerminal(2) {
      try? terminal.print(above: text)
    } else {
      try? writeAll(Array(text.utf8), to: 2)
    }
  }

  /// Leaves the card on the screen without the keys, and restores the terminal.
  mutating func close() {
    guard !isClosing else { return }
    isClosing = true
    isUpdating = false
    isDirty = true
    draw()
    terminal.close()
  }
}
