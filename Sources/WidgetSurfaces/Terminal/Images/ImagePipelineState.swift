import WidgetModel
import WidgetRendering

/// The current view's images, and the work in progress.
struct ImagePipelineState {
  /// nil until the terminal's features are known.
  var features: TerminalFeatures?
  var images = ViewImages()
  var sources: [ImageSource] = []
  var files: [String: [UInt8]] = [:]
  var loadedNames: Set<String> = []
  var updatedAt: Double?
  var isLoading = false
  var viewToLoad: ViewNode?
  /// Whether there's a result no drawing contains yet.
  var hasChanged = false

  var encoded: [ImageKey: EncodedImage] = [:]
  /// Indexed by position in the last drawing.
  var shown: [CellFrame: EncodedImage] = [:]
  /// Images that can't be shown.
  var failed: Set<Int> = []
  /// Appearances to encode for the last drawing.
  var queue: [ImageKey] = []
  var isEncoding = false
  /// Whether images can't be shown at all, because there's no painter.
  var isUnavailable = false
  var notes: [String] = []
}

extension ImagePipelineState {
  func key(_ placed: TerminalDrawing.Image, occurrences used: Set<ImageKey>) -> ImageKey? {
    guard !isUnavailable, let features, features.graphics != .none, let image = images.image(placed.source) else { return nil }
    if failed.contains(image.id) { return nil }
    var key = ImageKey(
      image: image.id, columns: min(256, placed.frame.columns.count), rows: min(256, placed.frame.rows.count),
      fills: placed.mode == .fill, occurrence: 0, graphics: features.graphics, cell: features.cell ?? .usual)
    while used.contains(key) { key.occurrence += 1 }
    return key
  }

  /// The next appearance to encode, with a new id.
  mutating func next(_ painter: SharedPainter) -> (ImageKey, ViewImages.Image, Int)? {
    while let key = queue.first {
      queue.removeFirst()
      guard !isUnavailable, encoded[key] == nil, !failed.contains(key.image), let image = images.image(id: key.image) else {
        continue
      }
      return (key, image, painter.nextImageID())
    }
    isEncoding = false
    return nil
  }

  mutating func note(_ source: ImageSource, _ problem: String) {
    guard notes.count < ViewImages.limit else { return }
    let name = if case .reference(let name) = source { "the image \(terminalSafe(name, limit: 200))" } else { "an image" }
    notes.append("\(name) is not shown: \(problem)")
  }
}
