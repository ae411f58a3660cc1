import WidgetModel

extension ViewNode {
  /// Whether it's never divided: it gets smaller with everything inside.
  var scalesAsOne: Bool {
    if style.effects?.fit == .scale { return true }
    if style.width != nil, style.height != nil { return true }
    return content.traits.axis == .depth
  }
}

extension LayoutElement {
  /// Whether it may get smaller on its own now: as the script says, or because nothing else helped.
  var scalesAsOne: Bool {
    guard context.metrics.quantum == nil, context.measurer.scalesText else { return false }
    if isScalingGroup { return true }
    guard node.scalesAsOne else { return false }
    return node.style.effects?.fit == .scale || scalesParts
  }

  /// The view smaller as a whole, with its proportions; nil if that doesn't help.
  ///
  /// - Parameter least: The smallest scale, if it's not the one of the view.
  func scaled(_ cut: Measurement, _ proposal: Proposal, least: Double? = nil) -> Measurement? {
    if let width = node.style.width, let height = node.style.height {
      let size = Size(width: SurfaceMetrics.sane(width), height: SurfaceMetrics.sane(height))
      let scale = min(1, (proposal.width ?? size.width) / size.width, (proposal.height ?? size.height) / size.height)
      guard scale < 1 else { return nil }
      guard scale > 0 else { return .nothing }
      return Measurement(computeMeasurement(Proposal(width: size.width, height: size.height)), scale: scale, isCut: true)
    }
    let isWanted = isScaledFirst
    let least = least ?? (isWanted ? leastScale(Fitting.usualScale) : Self.smallestPart)
    let best = largest(from: least, proposal) { !$0.isCut }
    return Measurement(best.inner, scale: best.scale, isCut: !isWanted || best.inner.isCut)
  }

  /// The measurement at the largest scale that's good, or at the smallest one.
  func largest(
    from least: Double, _ proposal: Proposal, _ isGood: (Measurement) -> Bool
  ) -> (inner: Measurement, scale: Double) {
    let steps = 8
    func measurement(_ step: Int) -> (inner: Measurement, scale: Double) {
      let scale = 1 - (1 - least) * Double(step) / Double(steps)
      return (computeMeasurement(proposal.divided(by: scale)), scale)
    }
    var best = measurement(steps)
    guard isGood(best.inner) else { return best }
    var (low, high) = (0, steps)
    while low + 1 < high {
      let middle = (low + high) / 2
      let next = measurement(middle)
      if isGood(next.inner) { (high, best) = (middle, next) } else { low = middle }
    }
    return best
  }

  /// The smallest scale of a view that can't be divided.
  static let smallestPart = 0.4
}

extension Measurement {
  /// A view without any space.
  static var nothing: Measurement {
    let nothing = Measurement(size: .zero)
    (nothing.showsNothing, nothing.isCut) = (true, true)
    return nothing
  }

  /// The smallest scale of a view inside that's drawn smaller.
  var leastScaleInside: Double {
    let (inner, scale) = scaled ?? (self, 1)
    return scale * inner.children.reduce(1) { min($0, $1.measurement.leastScaleInside) }
  }

  /// A view drawn smaller.
  convenience init(_ inner: Measurement, scale: Double, isCut: Bool) {
    self.init(
      size: Size(width: inner.size.width * scale, height: inner.size.height * scale), baseline: inner.baseline * scale)
    scaled = (inner, scale)
    showsNothing = inner.showsNothing
    pads = Size(width: inner.pads.width * scale, height: inner.pads.height * scale)
    self.isCut = isCut
  }
}
