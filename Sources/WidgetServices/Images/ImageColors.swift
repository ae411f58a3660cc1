/// Finds the colours of images that widgets refer to. Images are untrusted, so a helper decodes them.
public protocol ImageColors: Sendable {
  /// The colour that an image is remembered by, 0xRRGGBB.
  ///
  /// - Parameter seconds: The time limit.
  /// - Returns: nil if the image can't be shown, or not in time.
  func mainColor(of image: [UInt8], within seconds: Double) -> UInt32?

  /// The colours of an image from its top to its bottom, 0xRRGGBB, for text in front of it; nil like the main colour.
  func bands(of image: [UInt8], within seconds: Double) -> [UInt32]?
}
