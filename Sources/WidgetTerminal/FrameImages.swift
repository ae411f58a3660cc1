/// The pictures of the last frame, and what the terminal remembers of pictures.
struct FrameImages: Sendable {
  private var drawn: [FrameImage] = []
  /// What makes the terminal forget the pictures that it remembers, by their numbers.
  private var remembered: [Int: [UInt8]] = [:]

  /// The steps from the last frame's pictures to the next one's.
  ///
  /// - Parameters:
  ///   - rows: Of the frame, without a line that says how many there are more.
  ///   - columns: Of the terminal.
  ///   - isErased: The whole frame is drawn anew, on blank cells.
  mutating func changes(to next: [FrameImage], rows: Int, columns: Int, isErased: Bool) -> FrameImageChanges {
    if next.isEmpty, drawn.isEmpty { return FrameImageChanges() }
    let next = next.filter { picture in
      picture.row >= 0 && picture.column >= 0 && picture.rows > 0 && picture.columns > 0
        && picture.row + picture.rows <= rows && picture.column + picture.columns <= columns
    }
    var changes = FrameImageChanges()
    let removed = drawn.filter { old in !next.contains { $0.isSame(as: old) } }
    var added = next.filter { new in isErased || !drawn.contains { $0.isSame(as: new) } }
    if !isErased {
      // A picture that is gone with its cells is erased there; where a new one comes there may be text, which the lines step over.
      let erased = removed.filter { $0.removal.isEmpty } + added
      for picture in erased { changes.erase(picture) }
      // Others that were there are drawn again, unless the terminal holds them apart from the cells.
      added += next.filter { old in
        old.removal.isEmpty && !added.contains { $0.isSame(as: old) } && erased.contains { $0.overlaps(old) }
      }
    }
    for picture in added {
      let isKnown = remembered[picture.id] != nil
      changes.drawn.append((picture.column, picture.row, (isKnown ? picture.again : nil) ?? picture.bytes))
      if !picture.removal.isEmpty { remembered[picture.id] = picture.removal }
    }
    let kept = Set(next.map(\.id))
    for (id, removal) in remembered.sorted(by: { $0.key < $1.key }) where !kept.contains(id) {
      changes.removals += removal
      remembered[id] = nil
    }
    drawn = next
    return changes
  }

  /// The last frame stays where it is, and is none of ours any more.
  mutating func leave() { drawn = [] }
}

/// What is to be written for pictures besides the lines of a frame.
struct FrameImageChanges {
  /// Cells to blank before a row's line is written.
  private(set) var erased: [Int: [Range<Int>]] = [:]
  var drawn: [(column: Int, row: Int, bytes: [UInt8])] = []
  var removals: [UInt8] = []

  var isEmpty: Bool { erased.isEmpty && removals.isEmpty && drawn.allSatisfy(\.bytes.isEmpty) }

  mutating func erase(_ picture: FrameImage) {
    let columns = picture.column..<(picture.column + picture.columns)
    for row in picture.row..<(picture.row + picture.rows) where erased[row]?.contains(columns) != true {
      erased[row, default: []].append(columns)
    }
  }

  /// ECH, which stays in its row and leaves the cursor; the line begins at its start again.
  func erasure(row: Int) -> [UInt8] {
    guard let ranges = erased[row] else { return [] }
    return Array(ranges.map { "\u{1B}[\($0.lowerBound + 1)G\u{1B}[\($0.count)X" }.joined().utf8) + [0x0D]
  }

  /// With the cursor at the start of the row below the frame, where it is afterwards: pictures move it in ways of their own.
  ///
  /// - Parameter count: Rows of the frame.
  func bytes(below count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    for picture in drawn where !picture.bytes.isEmpty {
      bytes += "\u{1B}7\u{1B}[\(count - picture.row)A\u{1B}[\(picture.column + 1)G".utf8
      bytes += picture.bytes
      bytes += "\u{1B}8".utf8
    }
    // The new ones are there before the old ones go.
    return bytes + removals
  }
}
