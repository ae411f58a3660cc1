import WidgetModel

extension LayoutElement {
  /// The rows inside a measured view, without a limit of its height.
  ///
  /// - Parameters:
  ///   - priority: That of the nearest container with one.
  ///   - scale: That of the container it's in, at its smallest.
  func fitNode(
    _ measurement: Measurement, priority: Double? = nil, isDropping: Bool = false, scale: Double = 1
  ) -> FitNode {
    count(views: MeasuringWork.viewsOfOne)
    let isDropping = isDropping || node.style.effects?.fit == .drop
    let priority = node.style.priority.flatMap { $0.isNaN ? nil : $0 } ?? priority
    let height = expandsVertically ? min(minimum.height, measurement.size.height) : measurement.size.height
    let whole = FitNode(.row, [(self, measurement)], height: height * scale)
    whole.priority = priority ?? self.priority
    whole.isDropping = isDropping
    if axis == nil, node.style.height == nil, !traits.contains(.control) || node.content.kind == .toggle {
      // An icon gets smaller before anything is left out.
      if isShrinkingIcon { whole.height = min(height, minimum.height) * scale }
      if measurement.lines.count > 2 { whole.least = (2 * line.height + style.lineSpacing) * scale }
      if case .image(_, .fit) = node.content, node.style.aspectRatio == nil { whole.height = min(height, minimum.height) * scale }
    }
    if isSpacer { whole.kind = .spacer }
    if isSpacer { whole.height = 0 }
    if isDivider { whole.kind = .divider }
    guard !isRedacted, let axis else { return whole }
    var content = measurement
    var scale = scale
    let outerScale = scale
    if isUnit, let scaled = measurement.scaled {
      content = scaled.inner
      scale *= scaled.scale
    } else if isScalingGroup {
      let least = leastScale(Fitting.usualScale)
      let width = measurement.size.width - (measurement.scaled?.inner ?? measurement).pads.width * least
      content = measureContent(Proposal(width: max(0, width) / least, height: nil))
      scale *= least
    }
    if node.style.height != nil || node.style.maxHeight.map({ $0 < SurfaceMetrics.everything }) == true {
      whole.limit = max(0, measurement.size.height - leastPadding.height) * scale
      content = measureContent(Proposal(width: max(0, measurement.size.width - measurement.pads.width), height: nil))
    }
    func nodes(_ children: [Measurement.Child]) -> [FitNode] {
      children.map { $0.element.fitNode($0.measurement, priority: priority, isDropping: isDropping, scale: scale) }
    }
    whole.padding = leastPadding.height * scale
    let gap = minimumGap(self.gap(.vertical), .vertical) * scale
    switch axis {
    case .vertical: whole.become(.column(gap: gap), nodes(content.children))
    case .alternatives:
      // Without space for a whole one, the last is the smallest.
      guard let last = present.last else { return whole }
      let width = max(0, measurement.size.width - measurement.pads.width)
      let inner = last.fitNode(
        last.measure(Proposal(width: width, height: nil)), priority: priority, isDropping: isDropping,
        scale: scale)
      whole.become(.column(gap: 0), [inner])
      whole.height = inner.height
    case .grid:
      let rows = gridRows(content.children).map { cells -> FitNode in
        let strip = FitNode(
          .row, cells.map { ($0.element, $0.measurement) }, height: (cells.map { $0.measurement.size.height }.max() ?? 0) * scale)
        strip.priority = priority ?? cells.map(\.element.priority).max() ?? 0
        strip.isDropping = isDropping
        strip.becomeStrip(nodes(cells))
        if cells.allSatisfy({ $0.element.isDivider || $0.element.isFiller }) { strip.kind = .divider }
        return strip
      }
      whole.become(.column(gap: gap), rows)
    case .horizontal where isColumn(content) && isWholeRow && hasControlsOnly:
      whole.height = heightOfRow(in: measurement) * outerScale
      whole.least = min(whole.height, minimum.height * scale)
    case .horizontal where isColumn(content):
      whole.become(.column(gap: gap), nodes(content.children))
      whole.keepPairs()
      if isWholeRow { (whole.isPair, whole.least) = (true, heightOfRow(in: measurement) * outerScale) }
    case .horizontal:
      whole.becomeStrip(nodes(content.children))
      if whole.kind == .row, let least = leastHeightAsBars { whole.height = min(whole.height, least) }
      if whole.kind == .row, isWholeRow, hasControlsOnly { whole.least = min(whole.height, minimum.height * scale) }
    case .depth: break
    }
    return whole
  }

  /// Whether a row's views are below each other, because of the text size.
  private func isColumn(_ measurement: Measurement) -> Bool {
    zip(measurement.children, measurement.children.dropFirst()).contains {
      $1.y >= $0.y + $0.measurement.size.height && $1.x <= $0.x
    }
      && context.metrics.quantum == nil
  }
}

extension FitNode {
  fileprivate func become(_ kind: Kind, _ children: [FitNode]) {
    guard children.contains(where: { $0.kind != .spacer && $0.kind != .divider }) else { return }
    self.kind = kind
    self.children = children
    for child in children { child.container = ObjectIdentifier(self) }
    markSums()
    markTables()
    markHeadings()
    markSections()
    keepRowsWhole()
  }

  /// Rows of a table, below each other: a heading of its columns goes with them, and numbers don't decide which of them stay.
  private func markTables() {
    let isGrid = elements.first?.axis == .grid
    let rows = children.filter { $0.kind != .divider && $0.kind != .spacer }
    let tables = rows.split { $0.kind != .row || $0.cells.count < 2 || !isGrid && $0.elements.first?.axis != .horizontal }
    for table in tables where table.count > 1 && table.contains(where: \.hasFigure) {
      for row in table { row.isBesideFigures = true }
      guard let first = table.first, first.cells.allSatisfy(\.isWords) else { continue }
      let next = table.dropFirst().prefix(2)
      // One of several names may be a number, such as "24 h".
      let isNamed = first.figureCount == 0 || first.figureCount == 1 && first.cells.count > 2
      if next.count == 2, isNamed,
        next.allSatisfy({
          $0.figureCount > first.figureCount && $0.cells.count == first.cells.count
            && $0.fontSize * Self.largestNames >= first.fontSize
        })
      {
        first.kind = .heading
      }
    }
  }

  /// Rows with a number, below others and a line: a total.
  private func markSums() {
    guard let line = children.lastIndex(where: { $0.kind == .divider }) else { return }
    func isEntry(_ node: FitNode) -> Bool { node.kind != .spacer && node.cells.count > 1 && node.hasFigure }
    let sums = children[(line + 1)...].filter { $0.kind != .spacer }
    let entries = children[..<line].reduce(0) { count, row in
      if case .column = row.kind { return count + row.children.count(where: isEntry) }
      return count + (isEntry(row) ? 1 : 0)
    }
    guard (1...Self.mostSums).contains(sums.count), sums.allSatisfy(isEntry), entries > 1 else { return }
    for sum in sums { sum.isSum = true }
  }

  private static let mostSums = 2
  /// How much larger than a table's rows the names of its columns may be.
  private static let largestNames = 1.25

  private var fontSize: Double { elements.map(\.rankedFontSize).max() ?? 0 }
  private var hasFigure: Bool { elements.contains(where: \.hasFigure) }
  private var figureCount: Int { cells.count(where: \.hasFigure) }

  /// The cells of a table's row.
  private var cells: [LayoutElement] {
    let all = elements.count == 1 && elements[0].axis == .horizontal ? elements[0].present : elements
    return all.filter { !$0.isSpacer && !$0.isDivider && !$0.isFiller }
  }

  /// Keeps a label and its value together.
  fileprivate func keepPairs() {
    isPair =
      children.count == 2 && children[0].fontSize == children[1].fontSize && children.allSatisfy { $0.kind == .row }
      && !elements.contains(where: \.hasControl)
  }

  /// A strip of columns, if there's more than one row in any of them.
  fileprivate func becomeStrip(_ children: [FitNode]) {
    guard children.contains(where: { $0.isDivisible }) else { return }
    for child in children where !child.isDivisible && child.rows.count < 2 { child.kind = .beside }
    for child in children where child.kind == .divider || child.kind == .spacer { (child.kind, child.height) = (.beside, 0) }
    (kind, self.children) = (.strip, children)
    rankPartsOfColumns()
    let beside = children.filter { $0.kind == .beside }.flatMap(\.elements).map(\.textSize).max() ?? 0
    children.flatMap(\.rows).max { $0.fontSize < $1.fontSize }?.textSizeBeside = beside
  }

  /// Ranks the parts of equal columns, such as the hours of a forecast: a name, its value and an icon stay longer than the rest.
  private func rankPartsOfColumns() {
    let columns = children.filter { $0.kind != .beside }
    guard columns.count > 1, let first = columns.first, columns.allSatisfy(first.isAlike),
      columns.count > 2 || first.children.count <= 3
    else { return }
    for column in columns {
      for (position, part) in column.children.enumerated() {
        part.columnPart = ColumnPart(strip: ObjectIdentifier(self), position: position)
      }
      let parts = column.children.filter { $0.kind == .row && $0.elements.count == 1 && $0.elements[0].axis == nil }
      let texts = parts.filter { $0.elements[0].textSize > 0 }
      guard texts.count > 1, let name = texts.first else { continue }
      let value = texts.dropFirst().max { $0.fontSize < $1.fontSize }
      let icon = parts.first { $0.elements[0].textSize == 0 && $0.elements[0].text?.symbol != nil }
      // One after the other, before words that are as large.
      let size = texts.map(\.fontSize).max() ?? 0
      for (place, part) in [value, name, icon].enumerated() {
        part?.ownRankedSize = size + 0.001 * Double(2 - place)
        part?.isBesideFigures = true
      }
      // Neither is anything without the other.
      let core = Core()
      for part in column.children where part.kind == .row { part.core = core }
      name.placeInCore = 1
      value?.placeInCore = 0
    }
  }

  private var isDivisible: Bool {
    switch kind {
    case .column, .strip: rows.count > 1 || limit != nil || children.contains { $0.isDivisible }
    case .row, .beside, .divider, .spacer, .heading: false
    }
  }

  /// A text before a container with words is its heading, if the container is a list or its own text is smaller or lighter. So is a
  /// text before a larger number.
  private func markHeadings() {
    var named: FitNode?
    for (index, child) in children.enumerated() {
      guard child.kind == .row, let element = child.elements.first, child.elements.count == 1, element.axis == nil,
        element.text?.text?.isEmpty == false, !element.hasFigure, !element.traits.contains(.control),
        let next = children[(index + 1)...].first(where: { $0.kind != .divider && $0.kind != .spacer }),
        let body = next.elements.first, body.textSize > 0
      else { continue }
      if body.axis == nil {
        // The name of a larger number, unless it's rather a subtitle of what's above.
        let isFirst = index == 0 || children[index - 1] === named || children[index - 1].elements.first?.axis != nil
        if next.kind == .row, isFirst, body.isFigure, body.rankedFontSize > element.rankedFontSize {
          (child.kind, child.isCaption) = (.heading, true)
          named = next
        }
        continue
      }
      let isList = body.axis == .grid || body.axis == .vertical
      let isEmphasized =
        element.rankedFontSize > body.rankedFontSize
        || element.rankedFontSize == body.rankedFontSize && element.style.font.weight > body.heaviestWeight
      // Below another text it's rather a subtitle of that.
      let follows = index > 0 && children[index - 1].elements.first?.axis == nil && children[index - 1].kind == .row
      if isList && !follows || isEmphasized { child.kind = .heading }
    }
  }

  /// Texts of one font that each precede rows, such as the days of an agenda, are headings, however small. The rows go from the
  /// end, whether there's a number in them or not.
  private func markSections() {
    guard elements.first?.axis != .grid else { return }
    let rows = children.filter { $0.kind != .divider && $0.kind != .spacer }
    var sections: [Likeness: [(heading: FitNode, rows: ArraySlice<FitNode>)]] = [:]
    func add(_ heading: FitNode, _ body: ArraySlice<FitNode>) {
      guard let text = heading.sectionTitle, !body.isEmpty, body.allSatisfy({ $0.isEntry }),
        body.contains(where: { $0.fontSize >= heading.fontSize })
      else { return }
      var likeness = text.likeness
      // A date may be a number, another day of the same list may not.
      likeness.isFigure = false
      sections[likeness, default: []].append((heading, body))
    }
    for (index, row) in rows.enumerated() {
      if row.sectionTitle != nil {
        add(row, rows[(index + 1)...].prefix { $0.sectionTitle == nil })
      } else if case .column = row.kind, row.limit == nil, !row.isPair {
        let inner = row.children.filter { $0.kind != .divider && $0.kind != .spacer }
        if let first = inner.first { add(first, inner.dropFirst()) }
      }
    }
    for alike in sections.values where alike.count > 1 {
      let hasFigure = alike.contains { $0.rows.contains(where: \.hasFigure) }
      for section in alike {
        section.heading.kind = .heading
        for row in section.rows where hasFigure { row.isBesideFigures = true }
      }
    }
  }

  /// The text, if it's one that may head rows.
  private var sectionTitle: LayoutElement? {
    guard kind == .row || kind == .heading, elements.count == 1, elements[0].axis == nil,
      elements[0].text?.text?.isEmpty == false,
      !elements[0].traits.contains(.control)
    else { return nil }
    return elements[0]
  }

  /// Whether it's a row of words beside each other.
  private var isEntry: Bool { elements.count == 1 && elements[0].axis == .horizontal && elements[0].textSize > 0 }
}

extension LayoutElement {
  /// Whether it's a text, perhaps an empty one.
  fileprivate var isWords: Bool { axis == nil && !traits.contains(.control) && text?.text != nil }

  /// The heaviest text inside.
  fileprivate var heaviestWeight: FontWeight {
    axis == nil ? style.font.weight : children.map(\.heaviestWeight).max() ?? .ultralight
  }
}
