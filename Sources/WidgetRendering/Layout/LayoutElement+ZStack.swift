import WidgetModel

extension LayoutElement {
  /// Views on top of each other: as large as the largest, aligned, centred by default.
  func measureZStack(_ proposal: Proposal) -> Measurement {
    let metrics = context.metrics
    let measurements = present.map { $0.measure(proposal) }
    let size = Size(
      width: measurements.map(\.size.width).max() ?? 0, height: measurements.map(\.size.height).max() ?? 0)
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
}
