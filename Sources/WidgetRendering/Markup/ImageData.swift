<<<<<<< HEAD
import WidgetModel
=======
/// An image as a `data:` URL (RFC 2397), if it has a format that browsers draw and that cannot contain code.
///
/// SVG is not among them: it may contain scripts and load other files.
struct ImageData: Sendable, Equatable {
  enum Kind: String, Sendable { case png, jpeg, gif, webp }
>>>>>>> 3106e4d (Rendering and painter: comments and names in plain English)

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
