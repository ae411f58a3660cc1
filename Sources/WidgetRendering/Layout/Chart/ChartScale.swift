/// The value axis of a chart: its ends, and ticks at numbers that people count in (1, 2 and 5 times a power of ten).
struct ChartScale: Equatable {
  var low: Double
  var high: Double
  var step: Double
  var ticks: [Double]

  /// - Parameters:
  ///   - values: Finite; none gives 0...1.
  ///   - minimum: A wanted end; nil is found, and rounded to a tick.
  ///   - mostTicks: At least 2; the ends do not depend on it.
  init(_ values: [Double], minimum: Double?, maximum: Double?, includesZero: Bool, mostTicks: Int) {
    // Beyond these a difference of two could not be computed.
    func sane(_ value: Double) -> Double { min(1e300, max(-1e300, value)) }
    var low = sane(minimum ?? values.min() ?? 0)
    var high = sane(maximum ?? values.max() ?? 1)
    if includesZero {
      if minimum == nil { low = min(low, 0) }
      if maximum == nil { high = max(high, 0) }
    }
    // The same number throughout stands in the middle, zeros at the bottom; an end that was asked for stays.
    if high - low < max(1e-290, max(abs(low), abs(high)) * 1e-9) {
      let room = low == 0 && high == 0 ? 1 : max(abs(low), abs(high)) * 0.1
      switch (minimum, maximum) {
      case (nil, nil) where low == 0 && high == 0 && includesZero: high = room
      case (nil, nil): (low, high) = (low - room, high + room)
      case (nil, _): low = high - room
      default: high = low + room
      }
    }
    let isWhole = values.allSatisfy { $0 == $0.rounded() }
    var step = Self.nice((high - low) / 5)
    if isWhole, step < 1 { step = 1 }
    func ends(_ step: Double) -> (low: Double, high: Double) {
      (
        minimum == nil ? (low / step + 1e-9).rounded(.down) * step : low,
        maximum == nil ? (high / step - 1e-9).rounded(.up) * step : high
      )
    }
    (self.low, self.high) = ends(step)
    if !(self.high > self.low) { (self.low, self.high) = (low, high) }
    self.step = step
    let first = (self.low / step - 1e-6).rounded(.up)
    let last = (self.high / step + 1e-6).rounded(.down)
    let count = Int(max(0, min(50, last - first))) + 1
    // Every one, or as many of them at equal distances as there is room for, both ends included.
    func fits(_ stride: Int) -> Bool { (count - 1) % stride == 0 && (count - 1) / stride < max(2, mostTicks) }
    let stride = (1...count).first(where: fits) ?? 1
    ticks = Swift.stride(from: 0, to: count, by: stride).map { (first + Double($0)) * step }
  }

  /// The fraction of the axis; what lies beyond an end is at the end.
  func fraction(_ value: Double) -> Double { min(1, max(0, (value - low) / (high - low))) }

  /// The least of 1, 2 and 5 times a power of ten that is not less.
  static func nice(_ value: Double) -> Double {
    guard value > 1e-299 else { return 1e-299 }
    let power = powerOfTen(notAbove: value)
    let digit = value / power
    return (digit <= 1 + 1e-9 ? 1 : digit <= 2 + 1e-9 ? 2 : digit <= 5 + 1e-9 ? 5 : 10) * power
  }

  /// - Parameter value: More than 1e-300, finite.
  static func powerOfTen(notAbove value: Double) -> Double {
    var power = 1.0
    while power * 10 <= value { power *= 10 }
    while power > value, power > 1e-300 { power /= 10 }
    return power
  }
}
