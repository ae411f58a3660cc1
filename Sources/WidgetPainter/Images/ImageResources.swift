import WidgetModel
import WidgetPainting

/// The foreign images of one picture: their sizes for the layout, their pixels when they are drawn, and what was wrong with them.
final class ImageResources {
  private let resources: [String: [UInt8]]
  private(set) var notes: [Rendering.Note] = []
  private var noted: Set<String> = []

  init(_ resources: [RenderingRequest.Resource]) {
    self.resources = Dictionary(resources.map { ($0.src, $0.bytes) }, uniquingKeysWith: { first, _ in first })
  }

  /// Sizes in points, one for each pixel; only of those whose header can be read.
  var sizes: [String: Size] {
    resources.compactMapValues { bytes in
      (try? ImageHeader(bytes)).map { Size(width: Double($0.width), height: Double($0.height)) }
    }
  }

  /// - Returns: nil for one that cannot be shown; it is then in ``notes``.
  func pixels(_ source: ImageSource) -> Pixels? {
    let name: String
    let bytes: [UInt8]?
    switch source {
    case .reference(let src): (name, bytes) = (src, resources[src])
    case .bytes(let own): (name, bytes) = ("", own)
    }
    do throws(ImageProblem) {
      guard let bytes else { throw .missing }
      return try Pixels.decode(bytes)
    } catch {
      if noted.insert(name).inserted { notes.append(Rendering.Note(src: name, problem: error)) }
      return nil
    }
  }
}
