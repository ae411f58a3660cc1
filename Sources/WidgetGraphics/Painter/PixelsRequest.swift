/// A request to decode an image into pixels (``DecodedImage``).
public struct PixelsRequest: Sendable, Equatable {
  /// The image as the widget supplied it: untrusted bytes.
  public var image: [UInt8]

  public init(image: [UInt8]) { self.image = image }
}
