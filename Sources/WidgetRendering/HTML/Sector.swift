import WidgetSystem

/// A sector of the disc around (50, 50) with a radius of 50, as SVG path data.
enum Sector {
  /// - Parameter start: From the top, clockwise: 0.25 is at the right.
  static func path(from start: Double, to end: Double) -> String {
    // An arc from a point to itself is empty: a whole disc is drawn as two halves.
    if end - start >= 0.9999 { return path(from: start, to: start + 0.5) + path(from: start + 0.5, to: start + 0.9999) }
    func point(_ turn: Double) -> String {
      "\(CSSNumber.text(50 + 50 * sin(turn * 2 * .pi))) \(CSSNumber.text(50 - 50 * cos(turn * 2 * .pi)))"
    }
    return "M50 50L\(point(start))A50 50 0 \(end - start > 0.5 ? 1 : 0) 1 \(point(end))Z"
  }
}
