/// A picture of a frame, in the language of the terminal.
public struct FrameImage: Sendable, Equatable {
  /// What is shown: two pictures with the same number, size and protocol are the same.
  public var id: Int
  /// Cells of the frame, from 0.
  public var column: Int
  public var row: Int
  public var columns: Int
  public var rows: Int
  /// Draws it at the cursor. May leave the cursor anywhere.
  public var bytes: [UInt8]
  /// Draws it at the cursor when the terminal remembers it; nil when it never does.
  public var again: [UInt8]?
  /// Makes the terminal forget it; empty when it is gone with the cells that it covers.
  public var removal: [UInt8]

  public init(
    id: Int, column: Int, row: Int, columns: Int, rows: Int, bytes: [UInt8], again: [UInt8]? = nil, removal: [UInt8] = []
  ) {
    self.id = id
    self.column = column
    self.row = row
    self.columns = columns
    self.rows = rows
    self.bytes = bytes
    self.again = again
    self.removal = removal
  }

  /// The same picture in the same place. What it is made of is not looked at: it may be megabytes.
  func isSame(as other: FrameImage) -> Bool {
    id == other.id && column == other.column && row == other.row && columns == other.columns && rows == other.rows
  }

  func overlaps(_ other: FrameImage) -> Bool {
    column < other.column + other.columns && other.column < column + columns && row < other.row + other.rows
      && other.row < row + rows
  }
}
