import WidgetRendering
import WidgetTerminal

extension LiveDisplay {
  /// Asks the terminal what it can do: when there will be many frames, or a picture to show.
  mutating func ask() {
    guard !hasAsked else { return }
    hasAsked = true
    var subjects: TerminalQueries.Subjects = options.watch ? .modes : []
    if pictures != nil { subjects.formUnion(options.graphics.subjects) }
    if let features = terminal.ask(options.graphics, subjects) { use(features) }
  }

  mutating func use(_ features: TerminalFeatures) {
    self.features = features
    pictures?.use(features)
    invalidate()
  }

  /// Whether the view that is shown will have more pictures soon.
  var awaitsPictures: Bool { pictures?.isBusy == true }

  /// Where a terminal may give clusters other widths than we do, each is followed by where the cursor is.
  var anchors: Bool { !features.graphemeClusters && options.capabilities.movesCursor && options.capabilities.isUTF8 }

  func place(in drawing: inout TerminalDrawing, footer: Int, encoding: OutputEncoding) -> [FrameImage] {
    guard let pictures else { return [] }
    // The row below the frame is the cursor's, and of a frame that is too high the last row says so.
    let room = max(1, terminal.size.rows - 1)
    let isCut = drawing.canvas.rowCount + footer > room
    return pictures.place(in: &drawing, rows: isCut ? room - 1 : .max, encoding: encoding)
  }

  /// Another drawing would show more, or less: with ``RunOptions/verbose``, why.
  mutating func picturesChanged() {
    let notes = pictures?.takeNotes() ?? []
    if options.verbose { for note in notes { print("luawidget: \(note)\n") } }
    invalidate()
  }
}
