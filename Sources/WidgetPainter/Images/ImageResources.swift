import WidgetGraphics
import WidgetModel

/// A rendering's images: sizes for the layout, pixels for drawing, and why some aren't shown.
final class ImageResources {
  private let resources: [String: [UInt8]]
  /// Images decoded by another program, if any. Then nothing is decoded here.
  private let decoded: [String: DecodedImage]?
  private(set) var notes: [Rendering.Note] = []
  private var noted: Set<String> = []
  private let time = DecodingTime()

  init(_ resources: [RenderingRequest.Resource]) {
    self.resources = Dictionary(resources.map { ($0.src, $0.bytes) }, uniquingKeysWith: { first, _ in first })
    decoded = nil
  }

  init(decoded: [String: DecodedImage]) {
    resources = [:]
    self.decoded = decoded
  }

  /// The sizes, in points, of images with a valid header; a pixel is a point.
  var sizes: [String: Size] {
    if let decoded {
      return decoded.mapValues { Size(width: Double($0.originalWidth), height: Double($0.originalHeight)) }
    }
    return resources.compactMapValues { bytes in
      (try? ImageHeader(bytes)).map { Size(width: Double($0.width), height: Double($0.height)) }
    }
  }

  /// - Returns: nil for an image that can't be shown. ``notes`` has the reason.
  func pixels(_ source: ImageSource) -> Pixels? {
    if let decoded {
      if case .reference(let src) = source { return decoded[src].flatMap(Pixels.init) }
      return nil
    }
    let name: String
    let bytes: [UInt8]?
    switch source {
    case .reference(let src): (name, bytes) = (src, resources[src])
    case .bytes(let own): (name, bytes) = ("", own)
    case .pair: return pixels(source.resolved(.light))
    }
    do throws(ImageProblem) {
      guard let bytes else { throw .missing }
      // A rejected image isn't tried again.
      if !name.isEmpty, noted.contains(name) { return nil }
      return try Pixels.decode(bytes, within: time)
    } catch {
      if noted.insert(name).inserted { notes.append(Rendering.Note(src: name, problem: error)) }
      return nil
    }
  }
}
