/// The last frame's images, and those stored by the terminal.
struct FrameImages: Sendable {
  private var drawn: [FrameImage] = []
  /// The bytes for deleting each stored image.
  private var stored: [Int: [UInt8]] = [:]
  /// The stored images that the terminal surely has.
  private var held: Set<Int> = []

  /// The changes from the last frame's images to the next one's.
  ///
  /// - Parameters:
  ///   - rows: The frame's rows without the line counting hidden lines.
  ///   - columns: The terminal's columns.
  ///   - isErased: Whether the whole frame is redrawn on blank cells.
  mutating func changes(to next: [FrameImage], rows: Int, columns: Int, isErased: Bool) -> FrameImageChanges {
    if next.isEmpty, drawn.isEmpty { return FrameImageChanges() }
    let next = next.filter { image in
      image.row >= 0 && image.column >= 0 && image.rows > 0 && image.columns > 0
        && image.row + image.rows <= rows && image.column + image.columns <= columns
    }
    var changes = FrameImageChanges()
    let removed = drawn.filter { old in !next.contains { $0.isSame(as: old) } }
    var added = next.filter { new in isErased || !drawn.contains { $0.isSame(as: new) } }
    if !isErased {
      // Erasing its cells removes an image that isn't stored. Below a new image there may be text, which the lines step over.
      let erased = removed.filter { $0.removal.isEmpty } + added
      for image in erased { changes.erase(image) }
      // Erasing cells can damage other images, unless the terminal stores them apart from the cells.
      added += next.filter { old in
        old.removal.isEmpty && !added.contains { $0.isSame(as: old) } && erased.contains { $0.overlaps(old) }
      }
    }
    for image in added {
      changes.drawn.append((image.column, image.row, (held.contains(image.id) ? image.redisplay : nil) ?? image.bytes))
      if !image.removal.isEmpty {
        stored[image.id] = image.removal
        held.insert(image.id)
      }
    }
    let kept = Set(next.map(\.id))
    for (id, removal) in stored.sorted(by: { $0.key < $1.key }) where !kept.contains(id) {
      changes.removals += removal
      stored[id] = nil
      held.remove(id)
    }
    drawn = next
    return changes
  }

  /// Leaves the last frame's images on the screen.
  mutating func leave() { drawn = [] }

  /// Sends every image again. kitty deletes images with the screen they're on, and when it's erased (ED 2), by any program.
  mutating func forget() { held = [] }

  /// The bytes for deleting all stored images.
  mutating func removeAll() -> [UInt8] {
    defer { (drawn, stored, held) = ([], [:], []) }
    return stored.sorted { $0.key < $1.key }.flatMap(\.value)
  }
}

/// The bytes to write for images, in addition to a frame's lines.
struct FrameImageChanges {
  /// The cells to blank before writing a row.
  private(set) var erased: [Int: [Range<Int>]] = [:]
  var drawn: [(column: Int, row: Int, bytes: [UInt8])] = []
  var removals: [UInt8] = []

  var isEmpty: Bool { erased.isEmpty && removals.isEmpty && drawn.allSatisfy(\.bytes.isEmpty) }

  mutating func erase(_ image: FrameImage) {
    let columns = image.column..<(image.column + image.columns)
    for row in image.row..<(image.row + image.rows) where erased[row]?.contains(columns) != true {
      erased[row, default: []].append(columns)
    }
  }

  /// Blanks cells of a row (ECH) and returns to its start.
  func erasure(row: Int) -> [UInt8] {
    guard let ranges = erased[row] else { return [] }
    return Array(ranges.map { "\u{1B}[\($0.lowerBound + 1)G\u{1B}[\($0.count)X" }.joined().utf8) + [0x0D]
  }

  /// Draws the images, each at its position on the screen.
  func bytes() -> [UInt8] {
    var bytes: [UInt8] = []
    for image in drawn where !image.bytes.isEmpty {
      bytes += "\u{1B}[\(image.row + 1);\(image.column + 1)H".utf8
      bytes += image.bytes
    }
    return bytes + removals
  }

  /// Draws the images. Before and after, the cursor is at the start of the row below the frame, because each protocol moves it
  /// differently.
  ///
  /// - Parameter count: The frame's rows.
  func bytes(below count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    for image in drawn where !image.bytes.isEmpty {
      bytes += "\u{1B}7\u{1B}[\(count - image.row)A\u{1B}[\(image.column + 1)G".utf8
      bytes += image.bytes
      bytes += "\u{1B}8".utf8
    }
    // New images appear before old ones are deleted.
    return bytes + removals
  }
}

/// An image in a frame, encoded for the terminal.
public struct FrameImage: Sendable, Equatable {
  /// Identifies the image: with the same id, size and protocol it's the same.
  public var id: Int
  /// The position in cells of the frame, from 0.
  public var column: Int
  public var row: Int
  public var columns: Int
  public var rows: Int
  /// Draws the image at the cursor, leaving the cursor anywhere.
  public var bytes: [UInt8]
  /// Draws the image at the cursor if the terminal has stored it; nil if terminals don't store it.
  public var redisplay: [UInt8]?
  /// Deletes the stored image. Empty if the image disappears when its cells are erased.
  public var removal: [UInt8]

  public init(
    id: Int, column: Int, row: Int, columns: Int, rows: Int, bytes: [UInt8], redisplay: [UInt8]? = nil, removal: [UInt8] = []
  ) {
    self.id = id
    self.column = column
    self.row = row
    self.columns = columns
    self.rows = rows
    self.bytes = bytes
    self.redisplay = redisplay
    self.removal = removal
  }

  /// Whether it's the same image at the same position. The bytes aren't compared: there may be megabytes of them.
  func isSame(as other: FrameImage) -> Bool {
    id == other.id && column == other.column && row == other.row && columns == other.columns && rows == other.rows
  }

  func overlaps(_ other: FrameImage) -> Bool {
    column < other.column + other.columns && other.column < column + columns && row < other.row + other.rows
      && other.row < row + rows
  }
}

/// Turns frames into the bytes that change the terminal from one to the next.
protocol FrameDrawing: Sendable {
  var size: TerminalSize { get }
  /// Whether the terminal supports synchronized output (mode 2026).
  var synchronizes: Bool { get set }
  /// The last frame's rows on the screen.
  var drawnRows: Int { get }

  mutating func frame(_ lines: [String], widths: [Int], images: [FrameImage]) -> [UInt8]
  mutating func resize(to size: TerminalSize)
  /// Redraws the whole next frame, because something else may have written to the screen.
  mutating func repaint()
  /// The bytes for showing lines of output, if there's a place for them.
  mutating func insert(above text: String) -> [UInt8]
  /// Leaves the last frame on the screen, because another program uses it now.
  mutating func finish()
  /// The bytes for removing whatever the terminal stores.
  mutating func leave() -> [UInt8]
}

extension FrameWriter: FrameDrawing {
  mutating func leave() -> [UInt8] { [] }
}
