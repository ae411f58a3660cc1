import WidgetHelpers
import WidgetModel

/// A request to a painter.
public enum PaintRequest: Sendable, Equatable {
  case rendering(RenderingRequest)
  case sheet(SheetRequest)
  case terminalImage(TerminalImageRequest)
  case pixels(PixelsRequest)
}

extension PaintRequest {
  static let version = 1
  /// The longest request in bytes, images included.
  public static let maximumSize = 64 << 20

  /// The header before the images of a request.
  private struct Header: Codable {
    var version = PaintRequest.version
    var rendering: RenderingRequest?
    var sheet: SheetRequest?
    var terminalImage: TerminalImageRequest?
    /// Whether to decode the image.
    var pixels: Bool?
    /// The blobs that follow, in order.
    var resources: [Entry] = []

    struct Entry: Codable {
      var src: String
      var length: Int
    }

    private enum CodingKeys: String, CodingKey {
      case version, rendering, sheet, resources, pixels
      case terminalImage = "terminal_image"
    }
  }

  /// The payload of a frame.
  public func encoded() -> [UInt8] {
    var header = Header()
    var resources: [RenderingRequest.Resource]
    switch self {
    case .rendering(var request):
      resources = request.resources
      request.snapshot.view?.moveBytes(to: &resources)
      header.rendering = request
    case .sheet(var request):
      resources = request.resources
      for row in request.rows.indices {
        for cell in request.rows[row].cells.indices {
          request.rows[row].cells[cell].rendering.snapshot.view?.moveBytes(to: &resources)
        }
      }
      header.sheet = request
    case .terminalImage(let request):
      header.terminalImage = request
      resources = [RenderingRequest.Resource(src: "", bytes: request.image)]
    case .pixels(let request):
      header.pixels = true
      resources = [RenderingRequest.Resource(src: "", bytes: request.image)]
    }
    header.resources = resources.map { Header.Entry(src: $0.src, length: $0.bytes.count) }
    return PaintFrame.payload(header, resources.map(\.bytes))
  }

  /// Decodes the payload of a frame.
  ///
  /// - Throws: Only ``PaintError/badRequest(_:)``.
  public init(decoding payload: [UInt8]) throws(PaintError) {
    let header: Header
    let blob: ArraySlice<UInt8>
    do {
      let frame = try PaintFrame(payload)
      header = try frame.decode(Header.self)
      blob = frame.blob
    } catch { throw .badRequest(error.reason) }
    guard header.version == Self.version else { throw .badRequest(HelperProblem.upgraded) }
    var rest = blob
    var resources: [RenderingRequest.Resource] = []
    for entry in header.resources {
      guard entry.length >= 0, entry.length <= rest.count else { throw .badRequest("a resource is longer than the frame") }
      resources.append(RenderingRequest.Resource(src: entry.src, bytes: Array(rest.prefix(entry.length))))
      rest = rest.dropFirst(entry.length)
    }
    guard rest.isEmpty else { throw .badRequest("\(rest.count) bytes after the last resource") }
    switch (header.rendering, header.sheet, header.terminalImage, header.pixels ?? false) {
    case (var request?, nil, nil, false):
      request.resources = resources
      self = .rendering(request)
    case (nil, var request?, nil, false):
      request.resources = resources
      self = .sheet(request)
    case (nil, nil, var request?, false):
      guard let image = resources.first, resources.count == 1 else {
        throw .badRequest("a terminal_image takes exactly one image")
      }
      request.image = image.bytes
      self = .terminalImage(request)
    case (nil, nil, nil, true):
      guard let image = resources.first, resources.count == 1 else { throw .badRequest("pixels takes exactly one image") }
      self = .pixels(PixelsRequest(image: image.bytes))
    default: throw .badRequest("expected one of rendering, sheet, terminal_image and pixels")
    }
  }
}

extension ViewNode {
  /// Moves image bytes behind the header, where they're neither encoded nor decoded.
  fileprivate mutating func moveBytes(to resources: inout [RenderingRequest.Resource]) {
    visitImages { source in
      guard case .bytes(let bytes) = source else { return }
      let src = "bytes:\(resources.count)"
      resources.append(RenderingRequest.Resource(src: src, bytes: bytes))
      source = .reference(src)
    }
  }
}

/// A request to decode an image into pixels (``DecodedImage``).
public struct PixelsRequest: Sendable, Equatable {
  /// The image as supplied by the widget: untrusted bytes.
  public var image: [UInt8]

  public init(image: [UInt8]) { self.image = image }
}
