import WidgetHost
import WidgetRendering
import WidgetTerminal

extension LiveView {
  /// Queries the terminal's features: for many frames, or for the first view with an image.
  mutating func queryFeatures() {
    guard !hasQueried else { return }
    hasQueried = true
    var subjects: TerminalQueries.Subjects = options.isWatching ? .modes : []
    if images != nil { subjects.formUnion(options.graphics.subjects) }
    if let features = terminal.query(options.graphics, subjects) { use(features) }
  }

  mutating func use(_ features: TerminalFeatures) {
    self.features = features
    images?.use(features)
    invalidate()
  }

  /// Whether images of the shown view are still being prepared.
  var awaitsImages: Bool { images?.isBusy == true }

  /// Whether the cursor is positioned after each grapheme cluster, because the terminal may give it another width.
  var anchors: Bool { !features.graphemeClusters && options.view.capabilities.movesCursor && options.view.capabilities.isUTF8 }

  /// Puts the images into the visible part of a drawing.
  ///
  /// - Returns: The images, positioned in the visible part.
  func placeImages(in drawing: inout TerminalDrawing, visible: Range<Int>, encoding: OutputEncoding) -> [FrameImage] {
    guard let images else { return [] }
    return images.place(in: &drawing, rows: visible, encoding: encoding).map { image in
      var image = image
      image.row -= visible.lowerBound
      return image
    }
  }

  /// Another drawing would show more or fewer images.
  mutating func imagesChanged() {
    let notes = images?.takeNotes() ?? []
    if options.console.isVerbose { for note in notes { print("luawidget: \(note)\n") } }
    invalidate()
  }
}
