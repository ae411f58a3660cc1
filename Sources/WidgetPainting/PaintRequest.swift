import WidgetModel

/// What a painter can be asked for.
public enum PaintRequest: Sendable, Equatable {
  case picture(PictureRequest)
  case sheet(SheetRequest)
  case terminalPicture(TerminalPictureRequest)
}

extension PaintRequest {
  static let version = 1
  /// Bytes of a request, images included.
  public static let maximumSize = 64 << 20

  /// The JSON of a request.
  private struct Header: Codable {
    var version = PaintRequest.version
    var picture: PictureRequest?
    var sheet: SheetRequest?
    var terminalPicture: TerminalPictureRequest?
    /// What follows the JSON, in order.
    var resources: [Entry] = []

    struct Entry: Codable {
      var src: String
      var length: Int
    }

    private enum CodingKeys: String, CodingKey {
      case version, picture, sheet, resources
      case terminalPicture = "terminal_picture"
    }
  }

  /// As a frame's payload.
  public func encoded() -> [UInt8] {
    var header = Header()
    var resources: [PictureRequest.Resource]
    switch self {
    case .picture(var request):
      resources = request.resources
      request.snapshot.view?.moveBytes(to: &resources)
      header.picture = request
    case .sheet(var request):
      resources = request.resources
      for row in request.rows.indices {
        for cell in request.rows[row].cells.indices {
          request.rows[row].cells[cell].picture.snapshot.view?.moveBytes(to: &resources)
        }
      }
      header.sheet = request
    case .terminalPicture(let request):
      header.terminalPicture = request
      resources = [PictureRequest.Resource(src: "", bytes: request.image)]
    }
    header.resources = resources.map { Header.Entry(src: $0.src, length: $0.bytes.count) }
    return PaintFrame.payload(header, resources.map(\.bytes))
  }

  /// Reads a frame's payload.
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
    guard header.version == Self.version else { throw .badRequest("version \(header.version)") }
    var rest = blob
    var resources: [PictureRequest.Resource] = []
    for entry in header.resources {
      guard entry.length >= 0, entry.length <= rest.count else { throw .badRequest("a resource is longer than the frame") }
      resources.append(PictureRequest.Resource(src: entry.src, bytes: Array(rest.prefix(entry.length))))
      rest = rest.dropFirst(entry.length)
    }
    guard rest.isEmpty else { throw .badRequest("\(rest.count) bytes that no resource owns") }
    switch (header.picture, header.sheet, header.terminalPicture) {
    case (var request?, nil, nil):
      request.resources = resources
      self = .picture(request)
    case (nil, var request?, nil):
      request.resources = resources
      self = .sheet(request)
    case (nil, nil, var request?):
      guard let image = resources.first, resources.count == 1 else { throw .badRequest("no image, or more than one") }
      request.image = image.bytes
      self = .terminalPicture(request)
    default: throw .badRequest("not one of a picture, a sheet and a terminal_picture")
    }
  }
}

extension ViewNode {
  /// Bytes in JSON would be four times as long, and slow.
  fileprivate mutating func moveBytes(to resources: inout [PictureRequest.Resource]) {
    visitPictures { source in
      guard case .bytes(let bytes) = source else { return }
      let src = "bytes:\(resources.count)"
      resources.append(PictureRequest.Resource(src: src, bytes: bytes))
      source = .reference(src)
    }
  }

  private mutating func visitPictures(_ visit: (inout ImageSource) -> Void) {
    if case .image(var source, let mode) = content {
      visit(&source)
      content = .image(source, mode: mode)
    }
    for index in children.indices { children[index].visitPictures(visit) }
  }
}
