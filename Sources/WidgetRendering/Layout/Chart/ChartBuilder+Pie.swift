import WidgetModel

extension ChartBuilder {
  private typealias Key = (index: Int, text: String, color: Color)

  private var parts: [PiePart] {
    PiePart.parts(of: chart).map { part in
      var part = part
      part.name = label(part.name)
      return part
    }
  }

  private func keys(_ parts: [PiePart]) -> [Key] {
    guard chart.showsAxes ?? true else { return [] }
    return parts.enumerated().map { index, part in
      let percent = "\(part.percent)%"
      return (index, part.name.isEmpty ? percent : part.name + " " + percent, part.color)
    }
  }

  /// The rows of keys that fit. If not all do, the last one counts the parts without a key.
  private func shown(_ rows: [KeyRow], lines: Int, width: Double) -> [KeyRow] {
    guard rows.count > lines, lines > 0 else { return rows }
    let kept = rows.prefix(max(0, lines - 1))
    let left = rows.reduce(0) { $0 + $1.count } - kept.reduce(0) { $0 + $1.count }
    let key: Key = (-1, "+\(left) more", .named(.secondary))
    return kept + [[(key, fitted(key.text, width), 0)]]
  }

  /// A pie whose keys get smaller before some of them are left out.
  func pie(in frame: Frame, allowsDisc: Bool) -> ChartLayout {
    let whole = pieOfOwnSize(in: frame, allowsDisc: allowsDisc)
    guard context.metrics.quantum == nil, context.measurer.scalesText, case let wanted = keys(parts).count, wanted > 0,
      !whole.keys.isEmpty
    else { return whole }
    var best = whole
    // Another shape only if that's not enough.
    for keepsShape in [true, false] {
      for step in 1...Self.steps where best.keys.count < wanted {
        let scale = 1 - (1 - Self.smallestKey) * Double(step) / Double(Self.steps)
        guard font.size * scale >= Self.smallestFont else { break }
        let next = scaled(by: scale).pieOfOwnSize(in: frame, allowsDisc: allowsDisc && (whole.isDisc || !keepsShape))
        if next.keys.count > best.keys.count, next.isDisc == whole.isDisc || !keepsShape { best = next }
      }
    }
    return best
  }

  private static let steps = 6
  /// The smallest scale of the keys' font, and its smallest size in points.
  private static let smallestKey = 0.5
  private static let smallestFont = 8.0

  /// A disc with its keys next to it if it's high enough, otherwise a bar with its keys below.
  private func pieOfOwnSize(in frame: Frame, allowsDisc: Bool) -> ChartLayout {
    let parts = self.parts
    guard !parts.isEmpty else { return empty(in: frame) }
    var layout = ChartLayout(.pie, plot: frame)
    var start = 0.0
    for (index, part) in parts.enumerated() {
      let end = index == parts.count - 1 ? 1 : min(1, start + part.fraction)
      layout.slices.append(.init(color: part.color, start: start, end: end))
      start = end
    }
    let minimum = context.metrics.quantum.map { $0.height * 5 } ?? 40
    let keys = keys(parts)
    layout.isDisc =
      allowsDisc && context.hasCurves && min(frame.height, frame.width) >= minimum && !needsBar(keys, frame)
    if layout.isDisc { disc(keys, frame, &layout) } else { bar(keys, frame, &layout) }
    return layout
  }

  /// The side of a disc, in points: smaller than the frame allows if the keys beside it then have space for their words.
  private func discSide(_ keys: [Key], _ frame: Frame) -> Double {
    let side = context.metrics.floorHeight(min(frame.height, frame.width))
    guard context.metrics.quantum == nil, let words = keys.map({ width($0.text) }).max() else { return side }
    let free = frame.width - words - swatchSize - 3 * context.metrics.iconGap
    return free < side && free >= max(36, side * 0.4) ? free : side
  }

  /// Whether a wide frame has space for at least two lines of keys below a bar, and for none beside a disc.
  private func needsBar(_ keys: [Key], _ frame: Frame) -> Bool {
    guard context.metrics.quantum == nil, !keys.isEmpty, frame.width > 1.3 * frame.height else { return false }
    return !hasKeysBeside(frame.width - discSide(keys, frame) - 2 * context.metrics.iconGap)
      && frame.height >= barHeight + barGap + 2 * lineHeight
  }

  private func hasKeysBeside(_ width: Double) -> Bool { width >= swatchSize + context.metrics.iconGap + self.width("100%") }

  private func disc(_ keys: [Key], _ frame: Frame, _ layout: inout ChartLayout) {
    let metrics = context.metrics
    let side = discSide(keys, frame)
    layout.plot = Frame(
      x: frame.x, y: frame.y + metrics.floorHeight((frame.height - side) / 2), width: side, height: side)
    let x = layout.plot.maxX + 2 * metrics.iconGap
    let width = frame.maxX - x
    guard !keys.isEmpty, hasKeysBeside(width) else {
      layout.plot.x = frame.x + metrics.floorWidth((frame.width - side) / 2)
      return
    }
    let rows = shown(
      keys.flatMap { keyRows([$0], width: width) }, lines: Int(saturating: frame.height / lineHeight), width: width)
    place(rows, at: x, frame.y + metrics.floorHeight((frame.height - Double(rows.count) * lineHeight) / 2), in: &layout)
  }

  private func bar(_ keys: [Key], _ frame: Frame, _ layout: inout ChartLayout) {
    layout.plot.height = min(frame.height, barHeight)
    guard !keys.isEmpty else { return }
    let most = max(0, Int(saturating: (frame.height - layout.plot.height - barGap) / lineHeight))
    guard most > 0 else { return }
    place(
      shown(keyRows(keys, width: frame.width), lines: most, width: frame.width), at: frame.x, layout.plot.maxY + barGap,
      in: &layout)
  }

  private var barHeight: Double { context.metrics.quantum?.height ?? 12 }
  private var barGap: Double { context.metrics.quantum == nil ? 6 : 0 }

  /// The height of a pie drawn as a bar, with its keys.
  func pieBarHeight(width: Double) -> Double {
    let keys = keys(parts)
    return barHeight + (keys.isEmpty ? 0 : barGap + Double(keyRows(keys, width: width).count) * lineHeight)
  }
}

/// A part of a pie, the same in every format.
struct PiePart: Sendable, Equatable {
  var name: String
  var color: Color
  /// The share of the whole, 0 to 1.
  var fraction: Double
  /// A whole percentage. All parts add up to 100.
  var percent = 0

  /// With one series the parts are its values, with several the sums of each. Values that aren't positive are ignored.
  ///
  /// - Returns: No parts if nothing is positive.
  static func parts(of chart: Chart) -> [PiePart] {
    let isOne = chart.series.count == 1
    // Divided first: the sum of huge numbers is infinite.
    let largest = max(1e-300, chart.series.flatMap { $0.values.compactMap { $0 } }.max() ?? 0)
    func scaled(_ value: Double?) -> Double { max(0, value ?? 0) / largest }
    let values = isOne ? chart.series[0].values.map(scaled) : chart.series.map { $0.values.reduce(0) { $0 + scaled($1) } }
    let total = values.reduce(0, +)
    guard total > 0 else { return [] }
    var parts: [PiePart] = values.enumerated().compactMap { index, value in
      guard value > 0 else { return nil }
      let name = isOne ? (chart.labels.indices.contains(index) ? chart.labels[index] : "") : chart.series[index].name ?? ""
      let own = isOne && values.count > 1 ? nil : chart.series[isOne ? 0 : index].color
      let color = own ?? .named(ChartLayout.palette[index % ChartLayout.palette.count])
      return PiePart(name: name, color: color, fraction: value / total)
    }
    // The rest from rounding down goes to the parts that lost most.
    let exact = parts.map { min(1, max(0, $0.fraction)) * 100 }
    for index in parts.indices { parts[index].percent = Int(saturating: exact[index]) }
    let order = exact.indices.sorted {
      (Double(parts[$0].percent) - exact[$0], $0) < (Double(parts[$1].percent) - exact[$1], $1)
    }
    for index in order.prefix(max(0, 100 - parts.reduce(0) { $0 + $1.percent })) { parts[index].percent += 1 }
    return parts
  }
}
