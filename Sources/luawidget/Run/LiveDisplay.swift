import WidgetHost
import WidgetModel
import WidgetRendering
import WidgetServices
import WidgetTerminal

/// What is on the terminal now, and the focus in it.
struct LiveDisplay {
  let terminal: LiveTerminal
  var options: RunOptions { didSet { invalidate() } }
  private let clock: any WidgetClock
  private let counters: Counters
  /// nil when none are wanted or possible.
  let pictures: TerminalPictures?
  var hasAsked = false
  /// What the terminal said of itself.
  var features = TerminalFeatures()

  private var snapshot: Snapshot?
  private var isStored = false
  /// nil: must be laid out and drawn anew. Whatever happens beneath the view leaves it alone.
  private var drawing: TerminalDrawing?
  private var drawnColumns = 0
  private var isDirty = true
  private var isEnding = false
  private var frame = 0
  private(set) var focusedAction: Int?
  var isUpdating = false { didSet { isDirty = isDirty || isUpdating != oldValue } }
  /// Why the next update is late, when it is.
  var backOff: String? { didSet { isDirty = isDirty || backOff != oldValue } }
  /// Shown beneath the last good view.
  var reloadFailure: String? { didSet { isDirty = true } }

  init(
    terminal: LiveTerminal, options: RunOptions, clock: any WidgetClock, counters: Counters, pictures: TerminalPictures? = nil
  ) {
    self.terminal = terminal
    self.options = options
    self.clock = clock
    self.counters = counters
    self.pictures = pictures
    if options.watch { ask() }
  }

  var isEmpty: Bool { snapshot?.view == nil }
  var lastUpdate: Double? { snapshot?.updatedAt }

  mutating func show(_ snapshot: Snapshot, isStored: Bool = false, isLive: Bool = false) {
    // A view from the script itself has no manifest at hand: the name stays.
    var snapshot = snapshot
    if isLive, let name = self.snapshot?.widget { snapshot.widget = name }
    self.snapshot = snapshot
    self.isStored = isStored
    if pictures?.show(snapshot, isLive: isLive) == true { ask() }
    drawing = nil
    isDirty = true
  }

  mutating func invalidate() {
    drawing = nil
    isDirty = true
  }

  /// Time has passed: spinners turn, ages and relative dates move on.
  mutating func tick() {
    if isUpdating || drawing?.isAnimated == true { frame += 1 }
    let isViewDue = drawing.map { $0.isAnimated || $0.nextChange.map { $0 <= clock.now() } == true } ?? false
    if isViewDue { drawing = nil }
    if isViewDue || isUpdating { isDirty = true }
  }

  // MARK: Controls

  mutating func moveFocus(by step: Int) {
    let actions = drawing?.controls.map(\.action) ?? []
    guard !actions.isEmpty else { return }
    if let focusedAction, let index = actions.firstIndex(of: focusedAction) {
      self.focusedAction = actions[(index + step + actions.count) % actions.count]
    } else {
      focusedAction = step > 0 ? actions.first : actions.last
    }
    invalidate()
  }

  func action(column: Int, row: Int) -> Int? {
    drawing?.control(column: column, row: row)?.action
  }

  /// Whether there is a Show More or a Show Less to press.
  var canDisclose: Bool { drawing?.controls.contains { $0.action == TerminalDrawing.disclosure } ?? false }

  // MARK: Drawing

  /// Draws, when anything changed.
  ///
  /// - Returns: false when the terminal is gone.
  @discardableResult
  mutating func draw() -> Bool {
    guard isDirty else { return true }
    isDirty = false
    let columns = min(options.width ?? .max, terminal.size.columns)
    var lines: [String] = []
    var widths: [Int] = []
    var images: [FrameImage] = []
    var foot: [String]?
    if let snapshot {
      var rendering = Drawing(options: options, clock: clock).rendering(columns: columns)
      rendering.frame = frame
      rendering.widthRule = features.graphemeClusters ? .graphemeClusters : .codePoints
      rendering.focusedAction = focusedAction
      rendering.showsAge = isStored
      rendering.showsEmptyNote = true
      rendering.discloses = options.watch && options.startsCompact
      rendering.imageSize = pictures?.imageSize
      var drawn = drawing.flatMap { columns == drawnColumns ? $0 : nil } ?? redraw(snapshot, columns, rendering)
      // After the view: which keys there are depends on what it shows.
      let beneath = footer.lines(columns: columns)
      foot = beneath
      images = place(in: &drawn, footer: beneath.count, encoding: rendering.encoding)
      lines = drawn.canvas.ansiLines(rendering.colorDepth, scheme: rendering.colorScheme, anchors: anchors)
      widths = lines.map { _ in drawn.canvas.columns }
    }
    append(foot ?? footer.lines(columns: columns), to: &lines, &widths)
    do {
      try terminal.show(lines: lines, widths: widths, pictures: images)
      return true
    } catch {
      return false
    }
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
    var footer = LiveFooter(failure: reloadFailure, isUTF8: options.capabilities.isUTF8)
    if isUpdating {
      footer.spinnerFrame = frame
    } else if !isEnding {
      footer.backOff = backOff
      footer.keys = options.watch ? keys : nil
    }
    return footer
  }

  private var keys: [String] {
    var keys = ["r refresh"]
    if drawing?.controls.contains(where: { $0.action != TerminalDrawing.disclosure }) == true { keys.append("Tab Enter press") }
    if canDisclose { keys.append(options.displayMode == .compact ? "m more" : "m less") }
    return keys + ["q quit"]
  }

  private func append(_ plain: [String], to lines: inout [String], _ widths: inout [Int]) {
    let dim = options.capabilities.color != .none && options.capabilities.movesCursor
    for line in plain {
      lines.append(dim ? "\u{1B}[2m\(line)\u{1B}[0m" : line)
      widths.append(GraphemeWidth.cells(line))
    }
  }

  /// Writes lines to standard error: above the frame when that is the same terminal.
  func print(_ text: String) {
    if Console.standardError.isTerminal {
      try? terminal.print(above: text)
    } else {
      Console.standardError.write(text)
    }
  }

  /// Leaves the view where it is, without what was said of keys.
  mutating func close() {
    guard !isEnding else { return }
    isEnding = true
    isUpdating = false
    isDirty = true
    draw()
    terminal.close()
  }
}
