import WidgetGraphics
import WidgetModel

/// The images in a view with available bytes, and the properties known without decoding them.
struct ViewImages: Sendable {
  struct Image: Sendable {
    /// Stays the same while the source has the same bytes.
    var id: Int
    var source: ImageSource
    var bytes: [UInt8]
    /// Pixels.
    var width: Int
    var height: Int
  }

  /// The most images to show. Further ones appear as alternative text.
  static let limit = 64

  private(set) var images: [Image] = []
  /// Images from the last views that aren't in this one. They may return.
  private var retired: [Image] = []
  /// The sources that can't be shown, and why.
  private(set) var problems: [(source: ImageSource, problem: ImageProblem)] = []
  private var nextID = 1

  var isEmpty: Bool { images.isEmpty }

  /// Replaces the images with those of another view, or of the same view with other bytes.
  ///
  /// - Parameter files: The named images' bytes. A source without bytes isn't shown.
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
        case .pair: throw .missing  // Its images are sources of their own.
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
    // Comparing the counts first avoids comparing megabytes.
    images.first { image in
      switch (image.source, source) {
      case (.reference(let one), .reference(let other)): one == other
      case (.bytes(let one), .bytes(let other)): one.count == other.count && one == other
      case (.reference, _), (.bytes, _), (.pair, _): false
      }
    }
  }

  func image(id: Int) -> Image? { images.first { $0.id == id } }
}

extension ViewNode {
  /// The view's distinct image sources, up to ``ViewImages/limit``.
  var distinctImages: [ImageSource] {
    var sources: [ImageSource] = []
    collect(&sources)
    return sources
  }

  private func collect(_ sources: inout [ImageSource]) {
    if sources.count >= ViewImages.limit { return }
    if case .image(let source, _) = content {
      for image in source.images where !sources.contains(image) { sources.append(image) }
    }
    for child in children { child.collect(&sources) }
  }
}
