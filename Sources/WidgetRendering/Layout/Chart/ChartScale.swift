import WidgetModel

/// The value axis of a chart: its ends, and ticks at 1, 2 and 5 times a power of ten.
struct ChartScale: Equatable {
  var low: Double
  var high: Double
  var step: Double
  var ticks: [Double]

  /// - Parameters:
  ///   - values: Finite. Without values the axis is 0...1.
  ///   - minimum: The lower end; nil computes it and rounds it to a tick.
  ///   - maximumTicks: At least 2; the ends don't depend on it.
  ///   - ticks: Those requested by the script; nil computes them. The ends aren't rounded to them.
  ///   - allowsTicks: Whether this many ticks are possible. Two always are.
  init(
    _ values: [Double], minimum: Double?, maximum: Double?, includesZero: Bool, maximumTicks: Int,
    ticks own: [Double]? = nil,
    allowsTicks: (_ count: Int) -> Bool = { _ in true }
  ) {
    // Beyond these limits a difference would be infinite.
    func sane(_ value: Double) -> Double { value.isNaN ? 0 : min(1e300, max(-1e300, value)) }
    var low = sane(minimum ?? values.min() ?? 0)
    var high = sane(maximum ?? values.max() ?? 1)
    if includesZero {
      if minimum == nil { low = min(low, 0) }
      if maximum == nil { high = max(high, 0) }
    }
    // Equal values are in the middle, zeros at the bottom. A given end stays.
    if high - low < max(1e-290, max(abs(low), abs(high)) * 1e-9) {
      let margin = low == 0 && high == 0 ? 1 : max(abs(low), abs(high)) * 0.1
      switch (minimum, maximum) {
      case (nil, nil) where low == 0 && high == 0 && includesZero: high = margin
      case (nil, nil): (low, high) = (low - margin, high + margin)
      case (nil, _): low = high - margin
      default: high = low + margin
      }
    }
    if let own {
      let ticks = Set(own.map(sane)).filter { (low...high).contains($0) }.sorted()
      (self.low, self.high, self.ticks) = (low, high, ticks)
      step = Self.step(of: ticks) ?? Self.nice((high - low) / 5)
      return
    }
    var first = Self.nice((high - low) / 5)
    // Whole numbers need no ticks between them.
    if first < 1, values.allSatisfy({ $0 == $0.rounded() }) { first = 1 }
    // A coarser step may fit more ticks, but mustn't leave much of the axis empty.
    var steps = [first]
    while steps.count < 3, let last = steps.last { steps.append(Self.nice(last * 1.5)) }
    func ends(_ step: Double) -> (low: Double, high: Double) {
      (
        minimum == nil ? (low / step + 1e-9).rounded(.down) * step : low,
        maximum == nil ? (high / step - 1e-9).rounded(.up) * step : high
      )
    }
    let finest = ends(first)
    var best: (step: Double, ticks: [Double]) = (first, [])
    for step in steps {
      let range = ends(step)
      guard range.high - range.low <= (finest.high - finest.low) * 1.25 else { continue }
      let ticks = Self.ticks(from: range.low, to: range.high, step, most: max(2, maximumTicks), allowsTicks)
      if ticks.count > best.ticks.count { best = (step, ticks) }
    }
    let range = ends(best.step)
    (self.low, self.high) = range.high > range.low ? range : (low, high)
    step = best.step
    ticks = best.ticks
  }

  /// Every multiple of the step, or as many evenly spaced ones as fit, including both ends.
  private static func ticks(
    from low: Double, to high: Double, _ step: Double, most: Int, _ allowsTicks: (Int) -> Bool
  ) -> [Double] {
    let first = (low / step - 1e-6).rounded(.up)
    let last = (high / step + 1e-6).rounded(.down)
    let count = Int(saturating: max(0, min(50, last - first))) + 1
    func fits(_ stride: Int) -> Bool {
      (count - 1) % stride == 0 && (count - 1) / stride < most && allowsTicks((count - 1) / stride + 1)
    }
    let stride = (1...count).first(where: fits) ?? 1
    return Swift.stride(from: 0, to: count, by: stride).map { (first + Double($0)) * step }
  }

  /// The largest 1, 2 or 5 times a power of ten with all ticks as multiples; nil without one.
  private static func step(of ticks: [Double]) -> Double? {
    let sizes = ticks.map(abs).filter { $0 > 0 }
    guard let largest = sizes.max(), let smallest = sizes.min() else { return nil }
    var step = powerOfTen(notAbove: smallest)
    for _ in 0..<6 where sizes.contains(where: { abs($0 / step - ($0 / step).rounded()) > 1e-6 }) { step /= 10 }
    return step > largest * 1e-9 ? step : nil
  }

  /// The position on the axis, 0 to 1, clamped to its ends.
  func fraction(_ value: Double) -> Double { min(1, max(0, (value - low) / (high - low))) }

  /// The smallest 1, 2 or 5 times a power of ten not below the value.
  static func nice(_ value: Double) -> Double {
    guard value > 1e-299 else { return 1e-299 }
    let power = powerOfTen(notAbove: value)
    let digit = value / power
    return (digit <= 1 + 1e-9 ? 1 : digit <= 2 + 1e-9 ? 2 : digit <= 5 + 1e-9 ? 5 : 10) * power
  }

  /// - Parameter value: From 1e-300 to 1e300; clamped beyond that.
  static func powerOfTen(notAbove value: Double) -> Double {
    var power = 1.0
    while power < 1e300, power * 10 <= value { power *= 10 }
    while power > value, power > 1e-300 { power /= 10 }
    return power
  }
}
