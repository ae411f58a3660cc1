import WidgetModel

/// Gives equal texts one size where some of them had to get smaller than others: the days of a month, the badges of a list, the
/// readings of gauges, the names of a table's columns.
///
/// Texts are equal if they have the same place in views made alike (``Likeness``) of the same container.
struct EqualSizes {
  /// A place in a container, the same in each of the views made alike.
  private struct Place: Hashable {
    var container: ObjectIdentifier
    var path: [Step]
    /// The column of a grid's cells, or -1 for its heading and -2 for numbers.
    var column = 0
  }

  private struct Step: Hashable {
    var likeness: Likeness
    /// Its position among its siblings; 0 for the container's own child.
    var position = 0
  }

  private struct Text {
    let container: LayoutElement
    let parent: Measurement
    let index: Int
    let places: [Place]
    /// The size of its letters, relative to its font's.
    var scale: Double
  }

  private struct Ancestor {
    let element: LayoutElement
    /// From the container's child down to the text.
    var path: [Step] = []
    var column = 0
  }

  private var texts: [Text] = []

  /// Makes texts smaller in place.
  static func apply(to element: LayoutElement, _ measurement: Measurement) {
    guard element.context.metrics.quantum == nil, element.context.measurer.scalesText, hasSmaller(element, measurement) else {
      return
    }
    var sizes = EqualSizes()
    sizes.collect(element, measurement, [])
    sizes.shrink()
  }

  /// Whether a text is smaller than its font.
  private static func hasSmaller(_ element: LayoutElement, _ whole: Measurement) -> Bool {
    let measurement = whole.scaled?.inner ?? whole
    if element.scaleOfText(measurement) ?? 1 < 0.999 { return true }
    return measurement.children.contains { hasSmaller($0.element, $0.measurement) }
  }

  private mutating func collect(_ element: LayoutElement, _ whole: Measurement, _ ancestors: [Ancestor]) {
    let measurement = whole.scaled?.inner ?? whole
    let columns = element.axis == .grid ? max(1, element.node.content.columns.count) : 0
    let heading = element.headingCells
    for (index, child) in measurement.children.enumerated() where !child.element.isSpacer {
      let view = child.element
      var column = 0
      if columns > 0, view.axis == nil {
        column = index < heading ? -1 : view.isFigure || view.traits.contains(.control) ? -2 : index % columns
      }
      var inner = (ancestors + [Ancestor(element: element, column: column)]).suffix(Self.mostAncestors)
      for ancestor in inner.indices {
        inner[ancestor].path.append(Step(likeness: view.likeness, position: inner[ancestor].path.isEmpty ? 0 : index))
      }
      if view.axis != nil {
        collect(view, child.measurement, Array(inner))
      } else if let scale = view.scaleOfText(child.measurement) {
        let places = inner.filter { $0.element.arrangesEqualTexts || $0.path.count > 1 || view.likeness.isDistinct }.map {
          Place(container: ObjectIdentifier($0.element), path: $0.path, column: $0.column)
        }
        texts.append(Text(container: element, parent: measurement, index: index, places: places, scale: scale))
      }
    }
  }

  private static let mostAncestors = 6

  private mutating func shrink() {
    // A text has places in several containers, so a smaller one makes others smaller in turn.
    var changed = texts.map(\.scale)
    for _ in 0..<3 {
      var smallest: [Place: Double] = [:]
      for (text, scale) in zip(texts, changed) {
        for place in text.places { smallest[place] = min(scale, smallest[place] ?? 1) }
      }
      let next = zip(texts, changed).map { text, scale in text.places.reduce(scale) { min($0, smallest[$1] ?? 1) } }
      if next == changed { break }
      changed = next
    }
    for (text, scale) in zip(texts, changed) where scale < text.scale - 0.001 {
      let child = text.parent.children[text.index]
      let smaller = child.element.measured(child.measurement, textScale: scale)
      let (old, new) = (child.measurement.size, smaller.size)
      let fall =
        text.container.alignsBaselines
        ? child.measurement.baseline - smaller.baseline
        : (old.height - new.height) * child.element.verticalAlignment(in: text.container)
      text.parent.children[text.index] = Measurement.Child(
        element: child.element, x: child.x + (old.width - new.width) * child.element.alignmentOfText, y: child.y + max(0, fall),
        measurement: smaller)
    }
  }
}

extension LayoutElement {
  /// The size of a text's letters, relative to the view's font; nil for a paragraph and anything without text.
  fileprivate func scaleOfText(_ measurement: Measurement) -> Double? {
    guard axis == nil, measurement.scaled == nil, !measurement.showsNothing, style.font.size > 0 else { return nil }
    if case .gauge = node.content {
      guard let reading = measurement.lines.first, reading.isSecondary != true else { return nil }
      return (reading.font ?? style.font).size / style.font.size
    }
    guard traits.contains(.text), measurement.lines.count == 1, spanMeasurer == nil else { return nil }
    return (measurement.font ?? style.font).size / style.font.size
  }

  /// Whether texts directly in it are equal if they're alike. A label isn't equal to the value beside it.
  fileprivate var arrangesEqualTexts: Bool { axis == .vertical || axis == .grid }

  /// The view measured in its own frame, with smaller letters.
  fileprivate func measured(_ measurement: Measurement, textScale: Double) -> Measurement {
    self.textScale = textScale
    return computeMeasurement(Proposal(width: measurement.size.width, height: measurement.size.height))
  }

  fileprivate var alignsBaselines: Bool { axis != .vertical && node.style.align == .firstBaseline }

  /// Where a view is beside higher ones: a fraction of the free space.
  fileprivate func verticalAlignment(in container: LayoutElement) -> Double {
    container.axis == .vertical ? 0.5 : node.style.align?.verticalFactor ?? container.node.style.align?.verticalFactor ?? 0.5
  }

  /// Where a text is in a frame wider than it is: a fraction of the free space.
  fileprivate var alignmentOfText: Double {
    if endsRow { return 1 }
    return node.style.align?.horizontalFactor ?? columnAlignment ?? style.textAlign?.factor ?? parentAlignment ?? 0
  }
}

extension Likeness {
  /// Whether views beside each other are equal if they're like this: numbers, badges and gauges.
  fileprivate var isDistinct: Bool { isFigure || hasBackground || kind == .gauge }
}
