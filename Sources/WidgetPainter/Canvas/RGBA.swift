/// A colour with components of 0...1, not premultiplied.
struct RGBA: Equatable {
  var red: Double
  var green: Double
  var blue: Double
  var alpha: Double

  init(_ value: UInt32, alpha: Double = 1) {
    red = Double(value >> 16 & 0xFF) / 255
    green = Double(value >> 8 & 0xFF) / 255
    blue = Double(value & 0xFF) / 255
    self.alpha = alpha
  }

  func faded(_ factor: Double) -> RGBA {
    var faded = self
    faded.alpha *= factor
    return faded
  }
}
