import WidgetModel

/// An image as a `data:` URL (RFC 2397), when browsers can draw it and it cannot hold code.
struct ImageData: Sendable, Equatable {
  let type: ImageType
  let bytes: [UInt8]

  /// - Returns: nil for anything that does not start like a PNG, JPEG, GIF or WebP file.
  init?(_ bytes: [UInt8]) {
    guard let type = ImageType(startOf: bytes) else { return nil }
    self.type = type
    self.bytes = bytes
  }

  var url: String { "data:\(type.mediaType);base64," + Base64.text(bytes) }
}
