import WidgetHelpers
import WidgetModel

/// A request to a painter.
public enum PaintRequest: Sendable, Equatable {
  case rendering(RenderingRequest)
  case sheet(SheetRequest)
  case terminalImage(TerminalImageRequest)
  /// An image to decode into pixels (``DecodedImage``): the untrusted bytes that a widget supplied.
  case pixels([UInt8])
}

extension PaintRequest {
  static let version: Int64 = 2
  /// The longest request in bytes, images included.
  public static let maximumSize = 64 << 20

  /// The kinds of request.
  private enum Kind: String {
    case rendering, sheet, pixels
    case terminalImage = "terminal_image"
  }

  /// The payload of a frame: its header has the version, the kind, the fields of the request, and the names and lengths of the images.
  public func encoded() -> [UInt8] {
    let kind: Kind
    let fields: LuaValue
    var resources: [RenderingRequest.Resource]
    switch self {
    case .rendering(var request):
      resources = request.resources
      request.snapshot.view?.moveBytes(to: &resources)
      (kind, fields) = (.rendering, request.stored)
    case .sheet(var request):
      resources = request.resources
      for row in request.rows.indices {
        for cell in request.rows[row].cells.indices {
          request.rows[row].cells[cell].rendering.snapshot.view?.moveBytes(to: &resources)
        }
      }
      (kind, fields) = (.sheet, request.stored)
    case .terminalImage(let request):
      (kind, fields) = (.terminalImage, request.stored)
      resources = [RenderingRequest.Resource(src: "", bytes: request.image)]
    case .pixels(let image):
      (kind, fields) = (.pixels, .null)
      resources = [RenderingRequest.Resource(src: "", bytes: image)]
    }
    let list = resources.map { LuaValue.array([.string($0.src), .integer(Int64($0.bytes.count))]) }
    return PaintFrame.payload(
      .array([.integer(Self.version), .string(kind.rawValue), fields, .array(list)]), resources.map(\.bytes))
  }

  /// Decodes the payload of a frame.
  ///
  /// - Throws: Only ``PaintError/badRequest(_:)``.
  public init(decoding payload: [UInt8]) throws(PaintError) {
    let header: LuaValue
    let blob: ArraySlice<UInt8>
    do {
      let frame = try PaintFrame(payload)
      header = try frame.decode()
      blob = frame.blob
    } catch { throw .badRequest(error.reason) }
    // The headers of version 1 were tables.
    let parts = header.array ?? []
    guard let version = parts.first?.integer ?? header["version"].integer else { throw .badRequest("no version") }
    guard version == Self.version else { throw .badRequest(HelperProblem.upgraded) }
    guard parts.count == 4, let kind = parts[1].string.flatMap(Kind.init), let list = parts[3].array else {
      throw .badRequest("expected one of rendering, sheet, terminal_image and pixels")
    }
    let resources = try Self.resources(list, blob)
    let fields = parts[2]
    switch kind {
    case .rendering:
      guard var request = RenderingRequest(stored: fields) else { throw .badRequest("not a rendering") }
      request.resources = resources
      self = .rendering(request)
    case .sheet:
      guard var request = SheetRequest(stored: fields) else { throw .badRequest("not a sheet") }
      request.resources = resources
      self = .sheet(request)
    case .terminalImage:
      guard var request = TerminalImageRequest(stored: fields) else { throw .badRequest("not a terminal_image") }
      guard let image = resources.first, resources.count == 1 else {
        throw .badRequest("a terminal_image takes exactly one image")
      }
      request.image = image.bytes
      self = .terminalImage(request)
    case .pixels:
      guard let image = resources.first, resources.count == 1 else { throw .badRequest("pixels takes exactly one image") }
      self = .pixels(image.bytes)
    }
  }

  private static func resources(
    _ list: [LuaValue], _ blob: ArraySlice<UInt8>
  ) throws(PaintError) -> [RenderingRequest.Resource] {
    var rest = blob
    var resources: [RenderingRequest.Resource] = []
    for entry in list {
      guard let pair = entry.array, pair.count == 2, let src = pair[0].string, let length = pair[1].integer else {
        throw .badRequest("a resource without a name and a length")
      }
      guard length >= 0, length <= rest.count else { throw .badRequest("a resource is longer than the frame") }
      resources.append(RenderingRequest.Resource(src: src, bytes: Array(rest.prefix(Int(length)))))
      rest = rest.dropFirst(Int(length))
    }
    guard rest.isEmpty else { throw .badRequest("\(rest.count) bytes after the last resource") }
    return resources
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
