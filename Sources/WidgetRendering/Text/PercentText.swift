/// The text of a fraction: `40%`.
enum PercentText {
  static func text(_ fraction: Double) -> String {
    "\(Int(((fraction.isNaN ? 0 : min(1, max(0, fraction))) * 100).rounded()))%"
  }
}
