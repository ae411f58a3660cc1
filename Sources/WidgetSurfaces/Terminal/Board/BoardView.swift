import WidgetHost
import WidgetModel
import WidgetRendering
import WidgetServices

/// A board's cards on a screen: their places, the focus, the scroll position and the lines around them.
///
/// It knows neither the terminal nor the board. ``BoardSession`` connects them.
struct BoardView {
  let options: BoardOptions
  /// How to draw new cards.
  var cardOptions: TerminalViewOptions
  var size: TerminalSize { didSet { if size != oldValue { isDirty = true } } }
  /// All widgets on the board, in order.
  var cards: [BoardCard] = []
  var focusedID: String?
  var scroll = BoardScroll()
  var search: BoardSearch? {
    didSet { for index in cards.indices { cards[index].isSearched = search != nil } }
  }
  var page: TextPage?
  /// The widgets to add, while they're listed.
  var picker: WidgetPicker?
  /// Whether this terminal has added a widget that isn't on the board yet.
  var awaitsAdded = false
  /// The latest message, which replaces the keys until one is pressed.
  var message: String? { didSet { if message != oldValue { isDirty = true } } }
  /// Why the board file can't be used.
  var problem: BoardFileError? { didSet { isDirty = true } }
  var needsRestart = false { didSet { isDirty = true } }
  /// Lines printed by widgets, with their names.
  var consoleLines: [String] = []
  /// Whether hidden widgets are listed.
  var showsHidden = false { didSet { isDirty = true } }
  /// The last hidden widget.
  var lastHidden: String?
  var drag: Drag?
  var isDirty = true
  /// The terminal's features; nil until they're known.
  private var features: TerminalFeatures?

  /// A card being moved with the mouse.
  struct Drag: Equatable {
    var id: String
    /// The card under the pointer.
    var target: String?
  }

  // From the last layout.
  /// The shown cards' indices in ``cards``.
  private(set) var shown: [Int] = []
  /// The shown cards' places, in rows of the whole board.
  private(set) var frames: [CellFrame] = []
  /// The headings of groups, in rows of the whole board.
  private(set) var headings: [BoardArrangement.Heading] = []
  private var arrangement: BoardArrangement?
  private var arranged: ArrangementKey?
  /// The first row of the screen with cards.
  var bodyTop = 0

  /// Cards are placed again only when this changes.
  private struct ArrangementKey: Equatable {
    var ids: [String]
    /// Which ones have a view: the others are too low.
    var filled: [Bool]
    var sections: [BoardArrangement.Section]
    var columnCount: Int
  }

  let clock: any WidgetClock
  private let counters: Counters
  private let makeImages: (String) -> ImagePipeline?

  /// - Parameter makeImages: Makes the pipeline for a widget's images.
  init(
    options: BoardOptions, size: TerminalSize, clock: any WidgetClock, counters: Counters = Counters(),
    makeImages: @escaping (String) -> ImagePipeline? = { _ in nil }
  ) {
    self.options = options
    cardOptions = options.view
    cardOptions.displayMode = .compact
    self.size = size
    self.clock = clock
    self.counters = counters
    self.makeImages = makeImages
  }

  // MARK: Widgets

  /// Replaces the widgets. Cards of widgets that are still there stay as they are.
  mutating func setWidgets(_ widgets: [BoardWidget]) {
    let position = cards.firstIndex { $0.id == focusedID }
    let front = cards.first { $0.widget.isInFront }?.id
    var old = Dictionary(cards.map { ($0.id, $0) }) { first, _ in first }
    cards = widgets.map { widget in
      if var card = old.removeValue(forKey: widget.id) {
        card.widget = widget
        card.card.view.family = widget.entry.family
        return card
      }
      return makeCard(widget)
    }
    isDirty = true
    if let index = cards.firstIndex(where: { $0.widget.isInFront && $0.id != front }) {
      focus(index)
      return scroll.reveal(0..<1)
    }
    if let focusedID, isShown(focusedID) { return }
    // The next card replaces one that's gone.
    let rest = cards.indices.filter { showsHidden || !cards[$0].isHidden }
    focus(rest.first { $0 >= position ?? 0 } ?? rest.last)
  }

  private func makeCard(_ widget: BoardWidget) -> BoardCard {
    var view = cardOptions
    view.family = widget.entry.family
    let images = options.graphics == .none || view.capabilities.color == .none ? nil : makeImages(widget.id)
    var card = LiveCard(view, discloses: widget.entry.family == nil, images: images, clock: clock, counters: counters)
    if let features { card.features = features }
    return BoardCard(widget, card: card)
  }

  private func isShown(_ id: String) -> Bool { cards.contains { $0.id == id && (showsHidden || !$0.isHidden) } }

  /// Changes a card, if the widget is on the board.
  mutating func change(_ id: String, _ body: (inout BoardCard) -> Void) {
    guard let index = cards.firstIndex(where: { $0.id == id }) else { return }
    body(&cards[index])
  }

  /// - Returns: Whether the colour scheme changed.
  mutating func setFeatures(_ features: TerminalFeatures) -> Bool {
    let scheme = cardOptions.colorScheme
    self.features = features
    if let background = features.background { cardOptions.background = background }
    for index in cards.indices { cards[index].card.features = features }
    isDirty = true
    return cardOptions.colorScheme != scheme
  }

  mutating func log(_ line: String) {
    consoleLines.append(line)
    if consoleLines.count > 1000 { consoleLines.removeFirst(200) }
    if page?.content == .console { isDirty = true }
  }

  mutating func invalidate() {
    for index in cards.indices { cards[index].card.invalidate() }
    isDirty = true
  }

  // MARK: Focus

  var focusedIndex: Int? { cards.firstIndex { $0.id == focusedID } }
  var focusedCard: BoardCard? { focusedIndex.map { cards[$0] } }

  /// Moves the focus to a card.
  ///
  /// - Parameters:
  ///   - index: An index in ``cards``.
  ///   - control: The focused control in it.
  mutating func focus(_ index: Int?, control: Int? = nil) {
    let id = index.map { cards[$0].id }
    if id != focusedID, let old = focusedIndex { cards[old].card.focus(nil) }
    focusedID = id
    if let index { cards[index].card.focus(control) }
    showFocus()
    isDirty = true
  }

  /// Draws the border of the focused card, or of the one a dragged card would replace.
  mutating func showFocus() {
    let id = drag?.target ?? focusedID
    for index in cards.indices { cards[index].isFocused = cards[index].id == id }
  }

  /// Scrolls to the focused card or control.
  mutating func revealFocus() {
    guard let index = focusedIndex, let position = shown.firstIndex(of: index) else { return }
    let frame = frames[position]
    let card = cards[index].card
    if let control = card.controls.first(where: { $0.action == card.focusedAction }) {
      let top = frame.rows.lowerBound
      scroll.reveal(top + control.frame.rows.lowerBound..<top + control.frame.rows.upperBound)
    } else {
      scroll.reveal(withHeading(frame.rows))
    }
    isDirty = true
  }

  /// A card's rows, with the heading directly above it.
  func withHeading(_ rows: Range<Int>) -> Range<Int> {
    headings.contains { $0.row == rows.lowerBound - 1 } ? max(0, rows.lowerBound - 1)..<rows.upperBound : rows
  }

  // MARK: Layout

  var columnCount: Int {
    BoardArrangement.columnCount(width: size.columns, cards: cards.count { showsHidden || !$0.isHidden })
  }

  /// The columns of cells of every card.
  var cardColumns: Int { BoardArrangement.spans(width: size.columns, columnCount: columnCount)[0].count }

  /// Places the cards on a screen with this many rows for them.
  mutating func layOut(rows: Int) {
    let groups = BoardGroup.groups(of: cards.map(\.widget), includingHidden: showsHidden)
    let indices = Dictionary(zip(cards.map(\.id), cards.indices)) { first, _ in first }
    shown = groups.flatMap(\.widgets).compactMap { indices[$0.id] }
    let columns = cardColumns
    for index in shown where !cards[index].isHidden { cards[index].card.layOut(columns: columns) }
    /// Without the rows that the cards have only because there's space.
    let compact = shown.map { cards[$0].isHidden ? 1 : cards[$0].card.rowCount - cards[$0].card.usedExtraRows }
    let key = ArrangementKey(
      ids: shown.map { cards[$0].id }, filled: shown.map { !cards[$0].card.isEmpty },
      sections: groups.map { BoardArrangement.Section(title: $0.title, count: $0.widgets.count) }, columnCount: columnCount)
    let current =
      arrangement.flatMap { key == arranged ? $0 : nil }
      ?? BoardArrangement(heights: compact, columnCount: columnCount, sections: key.sections)
    (arrangement, arranged) = (current, key)
    let hidden = shown.map { cards[$0].isHidden ? 0 : cards[$0].card.hiddenRows + cards[$0].card.usedExtraRows }
    for (position, extra) in current.extraRows(heights: compact, hidden: hidden, rows: rows).enumerated() {
      cards[shown[position]].card.extraRows = extra
      if !cards[shown[position]].isHidden { cards[shown[position]].card.layOut(columns: columns) }
    }
    let heights = shown.map { cards[$0].isHidden ? 1 : cards[$0].card.rowCount }
    frames = current.frames(heights: heights, width: size.columns)
    headings = current.headings(heights: heights)
    scroll.update(contentRows: frames.map(\.rows.upperBound).max() ?? 0, visibleRows: rows)
  }

  /// The shown cards by column, as positions in ``shown`` and ``frames``.
  var columns: [[Int]] { arrangement?.columns ?? [] }

  /// The card in a direction, as a position in ``shown``.
  func neighbor(_ direction: BoardNavigation.Direction, of position: Int) -> Int? {
    BoardNavigation.card(direction, from: position, in: frames, sections: arrangement?.sectionNumbers ?? [])
  }

  // MARK: Time

  private var visibleCards: [Int] {
    page != nil || picker != nil
      ? [] : zip(shown, frames).compactMap { scroll.shows($1.rows) && cards.indices.contains($0) ? $0 : nil }
  }

  /// Whether a visible card changes several times a second.
  var isAnimated: Bool { visibleCards.contains { cards[$0].card.isAnimated } }

  /// When a visible card changes by itself, in seconds since 1970.
  var changesAt: Double? { visibleCards.compactMap { cards[$0].card.changesAt }.min() }

  /// Advances whatever changes over time on visible cards.
  mutating func tick() {
    for index in visibleCards { cards[index].card.tick(isUpdating: cards[index].card.state.isUpdating) }
  }

  /// Whether another frame might differ from the last one.
  var needsDrawing: Bool { isDirty || cards.contains { $0.card.needsDrawing } }
}
