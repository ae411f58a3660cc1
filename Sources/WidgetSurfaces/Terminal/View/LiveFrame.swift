/// The lines and images of a frame, or of a part of one.
struct LiveFrame: Sendable, Equatable {
  /// Styled rows. Each starts and ends in the terminal's own style.
  private(set) var lines: [String] = []
  /// The width of each line in cells.
  private(set) var widths: [Int] = []
  /// Images in cells that the lines step over.
  private(set) var images: [FrameImage] = []

  init() {}

  /// - Parameters:
  ///   - width: The width of every line in cells.
  ///   - images: Positioned in this frame.
  init(lines: [String], width: Int, images: [FrameImage] = []) {
    self.lines = lines
    widths = lines.map { _ in width }
    self.images = images
  }

  /// Adds a line below the others.
  mutating func append(_ line: String, width: Int) {
    lines.append(line)
    widths.append(width)
  }

  /// Adds another frame, whose upper left corner is at a cell of this one.
  ///
  /// Frames must not overlap, and those with common rows are added from left to right.
  mutating func add(_ part: LiveFrame, column: Int = 0, row: Int = 0) {
    for (index, line) in part.lines.enumerated() {
      while lines.count <= row + index { append("", width: 0) }
      let space = max(0, column - widths[row + index])
      lines[row + index] += String(repeating: " ", count: space) + line
      widths[row + index] += space + part.widths[index]
    }
    for var image in part.images {
      image.column += column
      image.row += row
      images.append(image)
    }
  }
}
