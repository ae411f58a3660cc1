extension LaidOutView {
  /// Mirrors what is inside the view, but not the view itself. Texts, images and charts keep their own direction.
  ///
  /// - Parameter axis: The sum of the left and the right edge of the mirrored space.
  mutating func mirrorContent(around axis: Double) {
    contentFrame = contentFrame.mirrored(around: axis)
    lines = lines.map { $0.mirrored(around: axis) }
    symbol = symbol?.mirrored(around: axis)
    indicator = indicator?.mirrored(around: axis)
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
    return chart
  }
}
