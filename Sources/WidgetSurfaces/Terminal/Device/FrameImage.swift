/// An image in a frame, encoded for the terminal.
public struct FrameImage: Sendable, Equatable {
  /// Images with the same id, size and protocol are the same.
  public var id: Int
  /// The position in cells of the frame, from 0.
  public var column: Int
  public var row: Int
  public var columns: Int
  public var rows: Int
  /// Draws the image at the cursor. May leave the cursor anywhere.
  public var bytes: [UInt8]
  /// Draws the image at the cursor if the terminal has stored it; nil if terminals do not store it.
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

  /// Whether it is the same image at the same position. The bytes are not compared: there may be megabytes of them.
  func isSame(as other: FrameImage) -> Bool {
    id == other.id && column == other.column && row == other.row && columns == other.columns && rows == other.rows
  }

  func overlaps(_ other: FrameImage) -> Bool {
    column < other.column + other.columns && other.column < column + columns && row < other.row + other.rows
      && other.row < row + rows
  }
}
