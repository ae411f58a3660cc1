#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A part of a disc or a ring around (50, 50), as SVG path data.
enum Sector {
  /// - Parameters:
  ///   - start: From the top, clockwise: 0.25 is at the right.
  ///   - inner: The radius of the hole; 0 has none.
  static func path(from start: Double, to end: Double, outer: Double, inner: Double) -> String {
    // An arc from a point to itself is nothing: a whole disc is drawn as two halves.
    if end - start >= 0.9999 {
      return path(from: start, to: start + 0.5, outer: outer, inner: inner)
        + path(from: start + 0.5, to: start + 0.9999, outer: outer, inner: inner)
    }
    func point(_ turn: Double, _ radius: Double) -> String {
      "\(CSSNumber.text(50 + radius * sin(turn * 2 * .pi))) \(CSSNumber.text(50 - radius * cos(turn * 2 * .pi)))"
    }
    func arc(_ radius: Double, _ sweep: Int, to end: String, isLarge: Bool) -> String {
      "A\(CSSNumber.text(radius)) \(CSSNumber.text(radius)) 0 \(isLarge ? 1 : 0) \(sweep) \(end)"
    }
    let isLarge = end - start > 0.5
    let edge = "M\(point(start, outer))" + arc(outer, 1, to: point(end, outer), isLarge: isLarge)
    if inner <= 0 { return edge + "L50 50Z" }
    return edge + "L\(point(end, inner))" + arc(inner, 0, to: point(start, inner), isLarge: isLarge) + "Z"
  }
}
