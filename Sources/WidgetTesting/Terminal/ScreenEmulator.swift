public import WidgetSurfaces
import WidgetSystem

/// A minimal terminal emulator for tests: a screen with scrollback, changed by bytes and new window sizes.
public struct ScreenEmulator {
  private struct Row {
    /// nil if nothing was written: rewrapping a line drops these cells, but not written blanks.
    var cells: [Character?]
    /// The text continues in the next row.
    var wraps = false
  }

  private var size: TerminalSize
  private var all: [Row]
  private var cursor = (row: 0, column: 0)
  private var isPastEnd = false
  private var autowraps = true
  public private(set) var isSynchronizing = false
  /// Whether clicks are reported (mode 1000).
  public private(set) var reportsMouse = false
  /// Complete control strings (APC, DCS, OSC) drawing images, and the cell where each was written; rows as in ``rows``.
  public private(set) var images: [(row: Int, column: Int, text: String)] = []
  private var saved = (row: 0, column: 0)
  /// A sequence whose end hasn't arrived yet.
  private var unfinished: [Unicode.Scalar] = []
  /// The normal screen's rows and cursor, while the alternate screen is shown (mode 1049).
  private var normal: (rows: [Row], cursor: (row: Int, column: Int))?
  public var isAlternate: Bool { normal != nil }
  /// Unsupported sequences.
  public private(set) var unknown: [String] = []

  public init(_ size: TerminalSize) {
    self.size = size
    all = [Row(cells: Array(repeating: nil, count: size.columns))]
  }

  /// Scrollback and screen, without trailing blanks, at least down to the cursor's row.
  public var rows: [String] {
    var rows = all.map(Self.text)
    while rows.count > cursor.row + 1, rows.last == "" { rows.removeLast() }
    return rows
  }

  public var cursorRow: Int { cursor.row }
  public var cursorColumn: Int { cursor.column }
  public var wrapsAutomatically: Bool { autowraps }
  /// The number of rows that have scrolled off the screen.
  public var scrolledOff: Int { top }

  private var top: Int { max(0, all.count - size.rows) }

  public mutating func write(_ bytes: [UInt8]) {
    var characters = (unfinished + Array(String(decoding: bytes, as: UTF8.self).unicodeScalars))[...]
    unfinished = []
    while let scalar = characters.popFirst() {
      switch scalar {
      case "\r": (cursor.column, isPastEnd) = (0, false)
      case "\n": lineFeed()
      case "\u{1B}": control(&characters)
      default: put(Character(scalar))
      }
    }
  }

  private mutating func lineFeed() {
    isPastEnd = false
    if isAlternate, cursor.row == size.rows - 1 { return }
    cursor.row += 1
    if cursor.row == all.count { all.append(Row(cells: Array(repeating: nil, count: size.columns))) }
  }

  private mutating func put(_ character: Character) {
    if isPastEnd, autowraps {
      all[cursor.row].wraps = true
      cursor.column = 0
      lineFeed()
    }
    all[cursor.row].cells[cursor.column] = character
    if cursor.column + 1 < size.columns { cursor.column += 1 } else { isPastEnd = true }
  }

  private mutating func control(_ rest: inout ArraySlice<Unicode.Scalar>) {
    let whole = rest
    switch rest.popFirst() {
    case "[":
      var parameter = ""
      while let scalar = rest.popFirst() {
        if ("@"..."~").contains(scalar) { return apply(parameter, scalar) }
        parameter.unicodeScalars.append(scalar)
      }
      unfinished = ["\u{1B}"] + whole
    case "7": saved = cursor
    case "8": (cursor, isPastEnd) = (saved, false)
    case "_", "P", "]":
      // Ends at BEL, or at ESC and a backslash; inside tmux's, an ESC is doubled.
      var previous: Unicode.Scalar?
      while let scalar = rest.popFirst() {
        if scalar == "\u{7}" || (previous == "\u{1B}" && scalar == "\\") {
          var text = String.UnicodeScalarView()
          text.append(contentsOf: whole[..<rest.startIndex])
          let isQuery = String(text).contains("a=q") || String(text).hasPrefix("]11;?")
          if !isQuery { images.append((cursor.row, cursor.column, String(text))) }
          return
        }
        previous = previous == "\u{1B}" && scalar == "\u{1B}" ? nil : scalar
      }
      unfinished = ["\u{1B}"] + whole
    case nil: unfinished = ["\u{1B}"]
    default: unknown.append("ESC")
    }
  }

  private mutating func apply(_ parameter: String, _ final: Unicode.Scalar) {
    let count = max(Int(parameter) ?? 1, 1)
    switch (parameter, final) {
    case (_, "A"): (cursor.row, isPastEnd) = (max(cursor.row - count, top), false)
    case (_, "B"): (cursor.row, isPastEnd) = (min(cursor.row + count, all.count - 1), false)
    case (_, "C"): (cursor.column, isPastEnd) = (min(cursor.column + count, size.columns - 1), false)
    case (_, "G"): (cursor.column, isPastEnd) = (min(count, size.columns) - 1, false)
    case (_, "X"):
      for column in cursor.column..<min(cursor.column + count, size.columns) { all[cursor.row].cells[column] = nil }
    case ("", "K"): eraseLine()
    case ("", "J"):
      eraseLine()
      for row in all.indices.dropFirst(cursor.row + 1) { all[row] = Row(cells: Array(repeating: nil, count: size.columns)) }
    case (_, "H"):
      let numbers = parameter.split(separator: ";").map { Int($0) ?? 1 }
      let row = (numbers.first ?? 1) - 1 + top
      cursor = (min(max(row, 0), all.count - 1), min(max((numbers.count > 1 ? numbers[1] : 1) - 1, 0), size.columns - 1))
      isPastEnd = false
    case ("2", "J"): for row in all.indices.dropFirst(top) { all[row] = blankRow }
    case ("?1049", "h") where !isAlternate:
      normal = (all, cursor)
      (all, cursor, isPastEnd) = (Array(repeating: blankRow, count: size.rows), (0, 0), false)
    case ("?1049", "l"):
      if let normal { (all, cursor, isPastEnd) = (normal.rows, normal.cursor, false) }
      normal = nil
    case (_, "m"): break
    case ("?7", "h"): autowraps = true
    case ("?7", "l"): autowraps = false
    case (">0", "q"), ("?2026$", "p"), ("?2027$", "p"), ("?2031$", "p"), ("16", "t"), ("", "c"), ("?2027", _), ("?2031", _),
      ("?25", _), ("?2004", _),
      ("6", "n"):
      break
    case ("?1000", "h"): reportsMouse = true
    case ("?1000", "l"): reportsMouse = false
    case ("?1006", _), ("?1002", _): break
    case ("?2026", "h"): isSynchronizing = true
    case ("?2026", "l"): isSynchronizing = false
    default: unknown.append(parameter + String(Character(final)))
    }
  }

  /// Erases from the cursor's cell on, even if that cell has just been written at the end of a line.
  private mutating func eraseLine() {
    for column in cursor.column..<size.columns { all[cursor.row].cells[column] = nil }
    all[cursor.row].wraps = false
    if cursor.column == 0, cursor.row > 0 { all[cursor.row - 1].wraps = false }
  }

  /// Rewraps all lines, as most terminals do, and keeps the cursor's line on the screen.
  public mutating func resize(_ new: TerminalSize) {
    if isAlternate { return resizeAlternate(new) }
    var logical: [[Character?]] = [[]]
    var cursorLine = 0
    for (index, row) in all.enumerated() {
      if index == cursor.row { cursorLine = logical.count - 1 }
      logical[logical.count - 1] += row.wraps ? row.cells : Self.written(row)
      if !row.wraps { logical.append([]) }
    }
    logical.removeLast()
    size = new
    all = []
    for (index, line) in logical.enumerated() {
      // In tests, the cursor is at the start of an empty line.
      if index == cursorLine { cursor = (all.count, 0) }
      var left = line[...]
      repeat {
        let part = left.prefix(new.columns)
        left = left.dropFirst(new.columns)
        let blanks = [Character?](repeating: nil, count: new.columns - part.count)
        all.append(Row(cells: part + blanks, wraps: !left.isEmpty))
      } while !left.isEmpty
    }
    while all.count > cursor.row + 1, Self.written(all[all.count - 1]).isEmpty { all.removeLast() }
  }

  private var blankRow: Row { Row(cells: Array(repeating: nil, count: size.columns)) }

  /// Cuts the alternate screen without wrapping. The normal one behind it, which tests don't resize, stays as it is.
  private mutating func resizeAlternate(_ new: TerminalSize) {
    size = new
    all = (0..<new.rows).map { index in
      let cells = index < all.count ? Array(all[index].cells.prefix(new.columns)) : []
      return Row(cells: cells + Array(repeating: nil, count: new.columns - cells.count))
    }
    cursor = (min(cursor.row, new.rows - 1), min(cursor.column, new.columns - 1))
  }

  private static func written(_ row: Row) -> [Character?] {
    Array(row.cells.reversed().drop { $0 == nil }.reversed())
  }

  private static func text(_ row: Row) -> String {
    let text = row.cells.map { $0 ?? " " }
    let end = text.lastIndex { $0 != " " }.map { $0 + 1 } ?? 0
    return String(text[..<end])
  }
}
