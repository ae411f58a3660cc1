/// Braille dots, two by four in a cell (U+2800), for drawing curves.
struct BrailleGrid {
  let columns: Int
  let rows: Int
  private var bits: [UInt8]
  /// The owner of most dots in a cell, and its lead: a cell has a single colour.
  private var owners: [(index: Int, lead: Int)]

  var width: Int { columns * 2 }
  var height: Int { rows * 4 }

  init(columns: Int, rows: Int) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
    bits = Array(repeating: 0, count: self.columns * self.rows)
    owners = Array(repeating: (0, 0), count: bits.count)
  }

  mutating func set(_ x: Int, _ y: Int, owner: Int) {
    guard x >= 0, y >= 0, x < width, y < height else { return }
    let cell = y / 4 * columns + x / 2
    let bit = Self.bit(x % 2, y % 4)
    guard bits[cell] & bit == 0 || owners[cell].index != owner else { return }
    bits[cell] |= bit
    if owners[cell].index == owner {
      owners[cell].lead += 1
    } else if owners[cell].lead == 0 {
      owners[cell] = (owner, 1)
    } else {
      owners[cell].lead -= 1
    }
  }

  /// A line between two dots, both included (Bresenham).
  mutating func line(_ from: (x: Int, y: Int), _ to: (x: Int, y: Int), owner: Int) {
    var (x, y) = from
    let (dx, dy) = (abs(to.x - x), -abs(to.y - y))
    let (stepX, stepY) = (x < to.x ? 1 : -1, y < to.y ? 1 : -1)
    var error = dx + dy
    while true {
      set(x, y, owner: owner)
      if x == to.x, y == to.y { return }
      let twice = 2 * error
      if twice >= dy {
        error += dy
        x += stepX
      }
      if twice <= dx {
        error += dx
        y += stepY
      }
    }
  }

  /// A cell's character and owner; nil for a cell without dots.
  func cell(_ column: Int, _ row: Int) -> (text: String, owner: Int)? {
    let cell = row * columns + column
    guard bits[cell] != 0, let scalar = Unicode.Scalar(0x2800 + UInt32(bits[cell])) else { return nil }
    return (String(Character(scalar)), owners[cell].index)
  }

  private static func bit(_ x: Int, _ y: Int) -> UInt8 {
    y == 3 ? (x == 0 ? 0x40 : 0x80) : 1 << UInt8(y + 3 * x)
  }
}
