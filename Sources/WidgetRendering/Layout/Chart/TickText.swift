/// An axis' numbers: short, with the same unit and the same number of decimals.
struct TickText {
  private let unit: Double
  private let suffix: String
  private let decimals: Int
  private let isPlain: Bool

  init(_ scale: ChartScale) {
    let largest = max(abs(scale.low), abs(scale.high))
    let units: [(size: Double, suffix: String)] = [(1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")]
    let unit = largest >= 10_000 ? units.first { $0.size <= largest } : nil
    self.unit = unit?.size ?? 1
    suffix = unit?.suffix ?? ""
    // Otherwise the numbers need an exponent.
    isPlain = largest < 1e16 && scale.step >= 1e-6
    var decimals = 0
    var step = scale.step / self.unit
    while isPlain, decimals < 6, abs(step - step.rounded()) > 1e-6 * max(1, step) {
      step *= 10
      decimals += 1
    }
    self.decimals = decimals
  }

  func text(_ value: Double) -> String {
    isPlain ? Self.fixed(value / unit, decimals: decimals) + (value == 0 ? "" : suffix) : Self.exponent(value)
  }

  /// `1.50`. For less than 1e15.
  static func fixed(_ value: Double, decimals: Int) -> String {
    var power = 1.0
    for _ in 0..<decimals { power *= 10 }
    let scaled = (abs(value) * power).rounded()
    guard scaled < 1e18, let whole = Int(exactly: scaled) else { return exponent(value) }
    var digits = String(whole)
    if decimals > 0 {
      digits = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
      digits.insert(".", at: digits.index(digits.endIndex, offsetBy: -decimals))
      if whole == 0 { digits = "0" }
    }
    return (value < 0 && whole != 0 ? "-" : "") + digits
  }

  /// `-2.5e300`
  private static func exponent(_ value: Double) -> String {
    let size = abs(value)
    guard size < 1e301 else { return value < 0 ? "-1e300" : "1e300" }
    guard size > 1e-300 else { return "0" }
    let power = ChartScale.powerOfTen(notAbove: size)
    var exponent = 0
    var rest = power
    while rest >= 10, exponent < 400 { (rest, exponent) = (rest / 10, exponent + 1) }
    while rest < 0.5, exponent > -400 { (rest, exponent) = (rest * 10, exponent - 1) }
    return fixed(value / power, decimals: 1) + "e\(exponent)"
  }
}
