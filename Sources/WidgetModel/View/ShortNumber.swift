extension Double {
  /// A number as users write it, without the noise of sums of fractions: `0.3`, `-5`. A dash for what isn't one, as in a damaged store.
  public var shortText: String {
    guard isFinite else { return "–" }
    return Int(exactly: tidied).map(String.init) ?? String(tidied)
  }

  /// The number rounded to 12 significant digits.
  var tidied: Double {
    guard isFinite, self != 0 else { return isFinite ? 0 : self }
    var scale = 1.0
    // Without the C library's logarithm.
    while abs(self) * scale < 1e11, scale < 1e300 { scale *= 10 }
    let rounded = (self * scale).rounded() / scale
    return rounded.isFinite && rounded != 0 ? rounded : self
  }
}
