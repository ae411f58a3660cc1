/// The numbers of a chart's description: at most four significant digits.
enum ChartNumber {
  static func text(_ value: Double) -> String {
    guard value.isFinite else { return "-" }
    let size = abs(value)
    if size >= 1e15 || size > 0 && size < 1e-4 { return value.description }
    if size >= 1000 { return String(Int(value.rounded())) }
    // CSSNumber has three decimals; fewer are significant from 10 on.
    let places = size >= 10 ? 10.0 : size >= 1 ? 100.0 : 1000.0
    if size < 0.01, size > 0 { return String((value * 1e6).rounded() / 1e6) }
    return CSSNumber.text((value * places).rounded() / places)
  }
}
