import WidgetModel
import WidgetPainting

/// The images of a view whose bytes are known, and what can be known of them without a decoder.
struct ViewImages: Sendable {
  struct Image: Sendable {
    /// Stays the same as long as the source has the same bytes.
    var id: Int
    var source: ImageSource
    var bytes: [UInt8]
    /// Pixels.
    var width: Int
    var height: Int
  }

  /// A view may have thousands; those beyond are words.
  static let most = 64

  private(set) var images: [Image] = []
  /// Those that the newest views had and this one has not: they may come back.
  private var retired: [Image] = []
  /// What is wrong with the others.
  private(set) var problems: [(source: ImageSource, problem: ImageProblem)] = []
  private var nextID = 1

  var isEmpty: Bool { images.isEmpty }

  /// Takes over the images of another view, or of the same one with other bytes.
  ///
  /// - Parameter files: The bytes of those that the view names. One that is not there is not shown.
  mutating func update(_ sources: [ImageSource], files: [String: [UInt8]]) {
    let old = images + retired
    images = []
    problems = []
    for source in sources {
      do throws(ImageProblem) {
        let bytes: [UInt8]
        switch source {
        case .bytes(let own): bytes = own
        case .reference(let name):
          guard let file = files[name] else { throw .missing }
          bytes = file
        }
        if let same = old.first(where: { $0.bytes.count == bytes.count && $0.source == source && $0.bytes == bytes }) {
          images.append(same)
        } else {
          let header = try ImageHeader(bytes)
          images.append(Image(id: nextID, source: source, bytes: bytes, width: header.width, height: header.height))
          nextID += 1
        }
      } catch { problems.append((source, error)) }
    }
    let kept = Set(images.map(\.id))
    retired = Array(old.filter { !kept.contains($0.id) }.prefix(8))
  }

  func image(_ source: ImageSource) -> Image? {
    // Bytes are compared by their count first: the same array is then the same at once.
    images.first { image in
      switch (image.source, source) {
      case (.reference(let one), .reference(let other)): one == other
      case (.bytes(let one), .bytes(let other)): one.count == other.count && one == other
      default: false
      }
    }
  }

  func image(id: Int) -> Image? { images.first { $0.id == id } }
}

extension ViewNode {
  /// The first images of the view, each once.
  var imageSources: [ImageSource] {
    var sources: [ImageSource] = []
    collect(&sources)
    return sources
  }

  private func collect(_ sources: inout [ImageSource]) {
    if sources.count >= ViewImages.most { return }
    if case .image(let source, _) = content, !sources.contains(source) { sources.append(source) }
    for child in children { child.collect(&sources) }
  }
}
