/// Numbers in CSS, SVG and HTML: plain decimals, never an exponent, NaN or an infinity.
package enum CSSNumber {
  /// At most three decimals, clamped to a billion.
  package static func text(_ value: Double) -> String {
    guard value.isFinite else { return value > 0 ? "1000000000" : value < 0 ? "-1000000000" : "0" }
    let thousandths = Int((min(1e9, max(-1e9, value)) * 1000).rounded())
    let whole = thousandths.magnitude / 1000
    var text = (thousandths < 0 ? "-" : "") + String(whole)
    var rest = thousandths.magnitude % 1000
    guard rest > 0 else { return text }
    text += "."
    for unit: UInt in [100, 10, 1] where rest > 0 {
      text += String(rest / unit)
      rest %= unit
    }
    return text
  }

  /// A length in points relative to the reader's text size, which is 16 points by default.
  static func rem(_ points: Double) -> String { text(points / 16) + "rem" }

  static func pixels(_ points: Double) -> String { points == 0 ? "0" : text(points) + "px" }
}
