public import WidgetModel

/// A view with its position on the surface: everything drawing needs.
public struct LaidOutView: Sendable, Equatable {
  /// The node as the script wrote it, without any content if the view is redacted. Its texts are in ``lines``, ``symbol`` and
  /// ``chart``, safe to draw. Never draw a string from the node itself.
  public var node: ViewNode
  /// Absolute, in points.
  public var frame: Frame
  /// The frame without padding and, where a border takes space, without the border.
  public var contentFrame: Frame
  /// The style, with the font to draw with, which `min_scale` may have made smaller.
  public var style: ResolvedStyle
  /// The text's lines from the top, or a gauge's texts. Their frames are absolute.
  public var lines: [LaidOutText]
  /// An icon or a spinner.
  public var symbol: LaidOutText?
  /// The box of a toggle, the bar or ring of a progress or gauge, or an image.
  public var indicator: Frame?
  public var indicatorShape = IndicatorShape.bar
  public var chart: ChartLayout? {
    get { boxedChart?.value }
    set { boxedChart = newValue.map { .value($0) } }
  }
  /// On the heap: few views are charts, and every view would be as large.
  var boxedChart: Indirect<ChartLayout>?
  /// Whether the view has lost its content: draw bars in the frames of its lines, symbol and indicator.
  public var isRedacted = false
  /// Whether it's a divider in a row, which is vertical.
  public var isInRow = false
  public var children: [LaidOutView]
  /// Below 1, the children are drawn smaller: their positions are relative to this view's corner, and in its units.
  public var scale = 1.0
}

/// How to draw a progress or a gauge in its ``LaidOutView/indicator``.
public enum IndicatorShape: Sendable, Equatable {
  case bar
  /// Filled clockwise from the top.
  case ring
  /// Three quarters of a ring, open at the bottom, filled clockwise from the lower left.
  case arc
}

/// A line of text with its position.
public struct LaidOutText: Sendable, Equatable {
  public var text: String
  public var frame: Frame
  /// nil uses the view's own.
  public var font: ResolvedFont?
  /// Drawn in the secondary colour: labels of axes and gauges.
  public var isSecondary: Bool

  public init(_ text: String, frame: Frame, font: ResolvedFont? = nil, isSecondary: Bool = false) {
    self.text = text
    self.frame = frame
    self.font = font
    self.isSecondary = isSecondary
  }

  func moved(_ x: Double, _ y: Double) -> LaidOutText {
    LaidOutText(text, frame: frame.moved(x, y), font: font, isSecondary: isSecondary)
  }
}

extension LaidOutView {
  /// Whether the second of its two views is a mask. The node can't tell on a redacted surface, where it has no children.
  public var isMasked: Bool { node.style.effects?.isMasked == true && children.count == 2 }

  /// The colours of the image that it is, for the views in front of it.
  public var imageColors: Gradient? {
    if isRedacted { return nil }
    if case .image = node.content { return node.style.effects?.imageColors }
    return isMasked || scale != 1 ? children.first?.imageColors : nil
  }

  /// A view whose only child is drawn smaller.
  ///
  /// - Parameters:
  ///   - content: Relative to this view's corner.
  ///   - x, y: The corner.
  init(_ content: LaidOutView, scale: Double, x: Double, y: Double) {
    let frame = Frame(x: x, y: y, width: content.frame.maxX * scale, height: content.frame.maxY * scale)
    self.init(
      node: ViewNode(.group), frame: frame, contentFrame: frame, style: content.style, lines: [], children: [content],
      scale: scale)
  }

  /// Whether readers see any of it.
  public var showsContent: Bool {
    guard !style.isHidden, frame.width > 0, frame.height > 0 else { return false }
    return lines.contains { $0.frame.width > 0 } || (symbol?.frame.width ?? 0) > 0 || (indicator?.width ?? 0) > 0 || chart != nil
      || children.contains(where: \.showsContent)
  }
}

extension LaidOutView {
  /// Mirrors everything inside the view, but not the view itself. Texts, images and charts keep their direction.
  ///
  /// - Parameter axis: The sum of the mirrored space's left and right edges.
  mutating func mirrorContent(around axis: Double) {
    contentFrame = contentFrame.mirrored(around: axis)
    lines = lines.map { $0.mirrored(around: axis) }
    symbol = symbol?.mirrored(around: axis)
    indicator = indicator?.mirrored(around: axis)
    guard scale == 1 else {
      // The child is relative to this view, which has moved as a whole.
      let own = frame.width / scale
      for index in children.indices {
        children[index].frame = children[index].frame.mirrored(around: own)
        children[index].mirrorContent(around: own)
      }
      return
    }
    if let chart { self.chart = chart.moved(contentFrame.x - (axis - contentFrame.maxX)) }
    for index in children.indices {
      children[index].frame = children[index].frame.mirrored(around: axis)
      children[index].mirrorContent(around: axis)
    }
  }
}

extension LaidOutText {
  fileprivate func mirrored(around axis: Double) -> LaidOutText {
    LaidOutText(text, frame: frame.mirrored(around: axis), font: font, isSecondary: isSecondary)
  }
}

extension Frame {
  public func mirrored(around axis: Double) -> Frame { Frame(x: axis - maxX, y: y, width: width, height: height) }
}

extension ChartLayout {
  fileprivate func moved(_ x: Double) -> ChartLayout {
    var chart = self
    chart.plot = plot.moved(x, 0)
    chart.keys = keys.map { Key(color: $0.color, frame: $0.frame.moved(x, 0), index: $0.index) }
    chart.texts = texts.map { $0.moved(x, 0) }
    for index in rules.indices { chart.rules[index].label = rules[index].label?.moved(x, 0) }
    chart.rightAxis?.texts = rightAxis?.texts.map { $0.moved(x, 0) } ?? []
    return chart
  }
}

extension Array {
  /// Calls a function with each element in place: a loop would copy it, counting references to everything in it.
  @inline(__always)
  func forEachInPlace(_ body: (Element) -> Void) {
    withUnsafeBufferPointer { buffer in
      guard let first = buffer.baseAddress else { return }
      for index in 0..<buffer.count { body((first + index).pointee) }
    }
  }
}
