import WidgetModel

extension LayoutElement {
  /// Views on top of each other: as large as the largest, aligned, centred by default.
  func measureZStack(_ proposal: Proposal) -> Measurement {
    let metrics = context.metrics
    if isImageAsText || hasRingsAsBars {
      return measureColumn(present, proposal, alignment: node.style.align?.horizontalFactor)
    }
    var measurements = present.map { $0.measure(proposal) }
    shrinkIntoFirst(&measurements, proposal)
    let size = Size(
      width: measurements.map(\.size.width).max() ?? 0, height: measurements.map(\.size.height).max() ?? 0)
    if let words = measureWords(insteadOf: size, proposal) { return words }
    let baseline = measurements.map(\.baseline).max() ?? 0
    let result = Measurement(size: size)
    for (child, measurement) in zip(present, measurements) {
      let own = child.axis == nil ? child.node.style.align : nil
      let free = Size(width: size.width - measurement.size.width, height: size.height - measurement.size.height)
      let horizontal = own?.horizontalFactor ?? node.style.align?.horizontalFactor ?? 0.5
      let vertical = own?.verticalFactor ?? node.style.align?.verticalFactor ?? 0.5
      var y = metrics.floorHeight(free.height * vertical)
      if node.style.align == .firstBaseline { y = min(free.height, metrics.floorHeight(baseline - measurement.baseline)) }
      let x = metrics.floorWidth(free.width * horizontal)
      result.children.append(Measurement.Child(element: child, x: x, y: y, measurement: measurement))
    }
    result.baseline = result.children.first.map { $0.y + $0.measurement.baseline } ?? 0
    return result
  }

  /// The first view decides the size; the others are aligned with it, centred by default.
  func measureOverlay(_ proposal: Proposal) -> Measurement {
    let metrics = context.metrics
    if isImageAsText { return measureColumn(present, proposal, alignment: node.style.align?.horizontalFactor) }
    guard let base = present.first else { return Measurement(size: .zero) }
    let main = base.measure(proposal)
    let result = Measurement(size: main.size, baseline: main.baseline)
    result.children.append(Measurement.Child(element: base, x: 0, y: 0, measurement: main))
    for child in present.dropFirst() {
      var space = Proposal(width: main.size.width, height: main.size.height)
      if child.isMoved {
        // A badge can extend beyond a small icon.
        let ideal = child.measure(.ideal).size
        space.width = max(main.size.width, min(ideal.width, Self.largestBadge))
        space.height = max(main.size.height, min(ideal.height, Self.largestBadge))
      }
      let measurement = isInLayer || child.isMoved ? child.measure(space) : child.measureLayer(space)
      let own = child.axis == nil ? child.node.style.align : nil
      let horizontal = own?.horizontalFactor ?? node.style.align?.horizontalFactor ?? 0.5
      let vertical = own?.verticalFactor ?? node.style.align?.verticalFactor ?? 0.5
      result.children.append(
        Measurement.Child(
          element: child, x: metrics.floorWidth((main.size.width - measurement.size.width) * horizontal),
          y: metrics.floorHeight((main.size.height - measurement.size.height) * vertical), measurement: measurement))
    }
    return result
  }

  private static let largestBadge = 48.0

  /// Whether it's drawn away from its place.
  var isMoved: Bool { node.style.effects?.offset != nil }

  /// A view in front of another one, which decides the size: it gets smaller on its own.
  private func measureLayer(_ space: Proposal) -> Measurement {
    let whole = measure(space)
    guard whole.isCut, whole.scaled == nil, context.metrics.quantum == nil, context.measurer.scalesText else { return whole }
    let isLong = axis == nil && !hasFigure && !isShortWord
    return scaled(whole, space, least: isLong ? Fitting.usualScale : Self.smallestPart) ?? whole
  }

  /// Makes texts and icons in front of a ring or a shape smaller if they don't fit into it only because of the text size.
  private func shrinkIntoFirst(_ measurements: inout [Measurement], _ proposal: Proposal) {
    guard let part = partForTexts, var base = measurements.first?.size else { return }
    if hasOwnFrame { base = Size(width: proposal.width ?? base.width, height: proposal.height ?? base.height) }
    for (index, child) in present.enumerated().dropFirst(hasOwnFrame ? 0 : 1) where child.isTextInFront {
      let least = child.usualFontScale
      guard least < 1, !child.isMoved else { continue }
      let whole = child.measure(
        Proposal(width: proposal.width.map { $0 / least }, height: proposal.height.map { $0 / least }))
      let size = whole.size
      guard size.width > 0, size.height > 0 else { continue }
      var most = min(base.width * part / size.width, base.height * part / size.height)
      if child.axis != nil, part < 1 {
        // The corners of lines below each other are at the ring.
        most = min(
          most, min(base.width, base.height) * (part + 1) / 2 / (size.width * size.width + size.height * size.height).squareRoot()
        )
      }
      let scale = max(least, min(1, most))
      if scale < 0.999 { measurements[index] = Measurement(whole, scale: scale, isCut: whole.isCut) }
    }
  }

  /// How much of the first view's width is for texts in front of it, which don't grow beyond it; nil if it's nothing with a size of
  /// its own.
  private var partForTexts: Double? {
    guard node.content == .zstack, context.metrics.quantum == nil, context.measurer.scalesText, let first = present.first else {
      return nil
    }
    if hasOwnFrame, present.contains(where: \.isTextInFront) { return 1 }
    guard first.axis == nil else { return nil }
    let style = first.node.style
    if first.node.isRing { return 0.66 }
    if case .shape(let shape) = first.node.content { return shape == .circle ? 0.8 : 1 }
    guard let width = style.width, style.height != nil, first.text?.text?.isEmpty != false else { return nil }
    return (style.cornerRadius ?? 0) * 2 < width ? 1 : 0.8
  }

  /// Whether it's a face of a fixed size without a ring or a shape that all of its texts are in front of: a day of a month.
  private var hasOwnFrame: Bool {
    guard node.style.width != nil, node.style.height != nil, let first = present.first else { return false }
    return first.isTextInFront
  }

  /// How wide its views are to be, without what isn't as large as the text size asks for.
  func layerWidths(_ width: (LayoutElement) -> Double) -> [Double] {
    guard partForTexts != nil else { return present.map(width) }
    return present.map { width($0) * ($0.isTextInFront ? $0.usualFontScale : 1) }
  }

  /// Whether it's a text or an icon, or a few of them below or beside each other.
  private var isTextInFront: Bool {
    guard axis != nil else { return traits.contains(.text) }
    return (axis == .vertical || axis == .horizontal) && leafCount <= 4
      && present.allSatisfy { $0.isSpacer || $0.isTextInFront } && textSize > 0
  }

  /// The scale at which its font has the size it has at the usual text size.
  private var usualFontScale: Double {
    guard axis == nil else { return present.lazy.filter { !$0.isSpacer }.map(\.usualFontScale).min() ?? 1 }
    return min(1, style.usualFontSize / max(1, style.font.size))
  }

  /// A shape takes the space it's given. A circle is as high as it is wide.
  func measureShape(_ shape: Shape, _ proposal: Proposal) -> Measurement {
    let metrics = context.metrics
    let ideal = metrics.quantum?.height ?? Shape.idealSide
    var size = Size(width: proposal.width ?? ideal, height: proposal.height ?? ideal)
    if shape == .circle {
      let side = min(proposal.width ?? .infinity, proposal.height ?? .infinity)
      if side.isFinite {
        size = Size(width: metrics.floorWidth(side), height: metrics.snapHeight(side, minimum: side > 0 ? 1 : 0))
      }
      size.height = min(size.height, proposal.height ?? size.height)
    }
    let result = Measurement(size: size, baseline: size.height)
    result.indicator = result.content
    return result
  }

  /// The alternative text of a drawing with too few cells to be recognized; nil if it doesn't fit either.
  private func measureWords(insteadOf size: Size, _ proposal: Proposal) -> Measurement? {
    guard let cell = context.metrics.quantum, size.height < Self.leastDrawing.height * cell.height,
      size.width < Self.leastDrawing.width * cell.width, let words = wordsOfDrawing, words.isWhole(in: proposal)
    else { return nil }
    let text = words.measure(proposal)
    let result = Measurement(
      size: Size(
        width: min(max(size.width, text.size.width), proposal.width ?? .infinity),
        height: min(max(size.height, text.size.height), proposal.height ?? .infinity)))
    result.children.append(
      Measurement.Child(
        element: words, x: context.metrics.floorWidth((result.size.width - text.size.width) / 2),
        y: context.metrics.floorHeight((result.size.height - text.size.height) / 2), measurement: text))
    result.baseline = text.baseline
    return result
  }

  /// The smallest drawing, in cells.
  private static let leastDrawing = Size(width: 10, height: 5)

  /// The view's alternative text as a view, if it's a drawing on a surface with cells.
  func makeWordsOfDrawing() -> LayoutElement? {
    guard axis == .depth, context.metrics.quantum != nil, node.content == .zstack, !isRedacted, node.isDrawing,
      let text = node.style.accessibility, !text.isEmpty
    else { return nil }
    var words = ViewNode(.text(text))
    words.style.setEffect(\.textAlign, to: .center)
    return child(words)
  }

  /// Whether there are rings here that can't be drawn as rings: bars on top of each other would hide each other.
  private var hasRingsAsBars: Bool {
    !context.hasCurves && present.count > 1 && present.contains { $0.node.isRing }
  }

  /// Whether an image shown as text here has texts in front of it, which then go below it.
  private var isImageAsText: Bool {
    guard let first = present.first, case .image(let source, _) = first.node.content, context.idealSize(of: source) == nil else {
      return false
    }
    return present.dropFirst().contains { $0.node.hasText }
  }
}

extension ViewNode {
  /// The badge next to its icon, for surfaces with cells: in front of it, the text would hide the icon's single cell, or be cut
  /// to it.
  func besideItsBadge() -> ViewNode {
    guard content == .overlay, children.count > 1, case .icon = children[0].content, children[0].style.width == nil,
      children.dropFirst().allSatisfy({ $0.text != nil })
    else { return self }
    let badges = children.dropFirst().map { badge in
      var badge = badge
      if badge.style.effects?.offset != nil { badge.style.setEffect(\.offset, to: nil) }
      return badge
    }
    var row = self
    row.content = .hstack
    row.children = style.align?.horizontalFactor == 0 ? badges + [children[0]] : [children[0]] + badges
    (row.style.spacing, row.style.align) = (0, nil)
    return row
  }
}

extension ViewNode {
  var isRing: Bool {
    if case .progress(_, let shape) = content { return shape == .circle }
    if case .gauge(let gauge) = content { return gauge.shape.isRound }
    return false
  }

  /// Whether it, or a view inside, is a shape or a ring.
  fileprivate var isDrawing: Bool {
    if case .shape = content { return true }
    return isRing || children.contains(where: \.isDrawing)
  }
}

extension LayoutElement {
  /// The first view that fits into the space whole, or the last one.
  func measureAlternatives(_ proposal: Proposal) -> Measurement {
    guard let chosen = present.first(where: { $0.isWhole(in: proposal) }) ?? present.last else { return Measurement(size: .zero) }
    let inner = chosen.measure(proposal)
    let result = Measurement(size: inner.size, baseline: inner.baseline)
    result.children = [Measurement.Child(element: chosen, x: 0, y: 0, measurement: inner)]
    result.showsNothing = inner.showsNothing
    return result
  }

  /// Whether its ideal width fits, and then its height.
  func isWhole(in proposal: Proposal) -> Bool {
    if let width = proposal.width, measure(.ideal).size.width > width + 0.001 { return false }
    guard let height = proposal.height else { return true }
    return measure(Proposal(width: proposal.width, height: nil)).size.height <= height + 0.001
  }
}
