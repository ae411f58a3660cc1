import Dispatch
import Synchronization
public import WidgetGraphics
import WidgetHelpers
import WidgetRendering

/// Encodes images for a terminal. Blocks.
public protocol ImageEncoder: Sendable {
  func encode(_ request: TerminalImageRequest) throws(PaintError) -> Rendering
}

/// The production implementation: the painter process.
extension PainterProcess: ImageEncoder {
  public func encode(_ request: TerminalImageRequest) throws(PaintError) -> Rendering { try paint(.terminalImage(request)) }
}

/// Why an image couldn't be encoded.
struct EncodingFailure: Error, Equatable {
  var reason: String
  /// Whether only this image is affected.
  var concernsOneImage: Bool
}

extension EncodedImage {
  /// Encodes one appearance of an image and checks the reply.
  init(_ key: ImageKey, _ bytes: [UInt8], id: Int, encoder: (any ImageEncoder)?) throws(EncodingFailure) {
    guard let encoder else {
      throw EncodingFailure(
        reason: "images are not shown: \(HelperProgram.painter.missing)", concernsOneImage: false)
    }
    guard let request = TerminalImageRequest(key, bytes, id: id) else {
      throw EncodingFailure(reason: "the terminal shows no images", concernsOneImage: true)
    }
    do throws(PaintError) {
      let rendering = try encoder.encode(request)
      guard request.isValidReply(rendering.bytes) else { throw PaintError.invalidReply("more than an image") }
      self.init(rendering, id: id, graphics: key.graphics)
    } catch {
      switch error {
      case .image(let problem): throw EncodingFailure(reason: "\(problem)", concernsOneImage: true)
      // The next image gets another painter, because this image may have killed this one.
      case .badRequest, .tooLarge, .drawing, .died, .timeout, .invalidReply:
        throw EncodingFailure(reason: terminalSafe("\(error)"), concernsOneImage: true)
      case .cannotStart:
        throw EncodingFailure(reason: "images are not shown: \(terminalSafe("\(error)"))", concernsOneImage: false)
      }
    }
    guard (1...key.columns).contains(columns), (1...key.rows).contains(rows) else {
      throw EncodingFailure(reason: "the painter returned a wrong size", concernsOneImage: true)
    }
  }
}

/// The painter for all images in one terminal, and the images' ids there.
public final class SharedPainter: Sendable {
  /// nil if no painter is installed.
  let encoder: (any ImageEncoder)?
  /// Encoding blocks, and a painter handles one request at a time.
  let queue = DispatchQueue(label: "luawidget.images")
  private let lastID: Mutex<Int>

  /// - Parameter firstID: The first image id. Other programs may be using the same terminal, so choose it by process.
  public init(encoder: (any ImageEncoder)?, firstID: Int) {
    self.encoder = encoder
    lastID = Mutex(firstID & 0xFFFFFF)
  }

  /// The installed painter. It starts with the first image.
  public convenience init(environment: [String: String], firstID: Int) {
    let executable = HelperProgram.painter.path
    self.init(encoder: executable.map { PainterProcess(executable: $0, environment: environment) }, firstID: firstID)
  }

  deinit { (encoder as? PainterProcess)?.stop() }

  /// An id no other image in this terminal has.
  func nextImageID() -> Int {
    lastID.withLock { id in
      id = id % 0xFFFFFF + 1
      return id
    }
  }
}
