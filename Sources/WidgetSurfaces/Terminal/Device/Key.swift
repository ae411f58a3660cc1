/// A decoded event of the keyboard or mouse.
public enum Key: Sendable, Equatable, Hashable {
  /// A printable character: one Unicode scalar, U+FFFD for bytes that are not UTF-8.
  case character(Character)
  /// Ctrl and a key: `control("c")` for Ctrl-C, also `@ [ \ ] ^ _`.
  case control(Character)
  /// Alt or Option and a character, or Esc followed by it.
  case alt(Character)
  /// Text from the clipboard, as the terminal sends it: it may have several lines and control characters.
  case paste(String)
  case enter, tab, backTab, escape, backspace, delete, insert
  case up, down, left, right, home, end, pageUp, pageDown
  case shiftUp, shiftDown, shiftLeft, shiftRight
  /// The left button was pressed. Cells from 0: of the screen from ``KeyDecoder``, of the frame from ``LiveTerminal/events``.
  case click(column: Int, row: Int)
  /// The mouse moved to another cell with the left button held.
  case drag(column: Int, row: Int)
  /// The left button was released. Like ``drag(column:row:)``, only from ``KeyDecoder`` and on the alternate screen.
  case release(column: Int, row: Int)
  case scrollUp, scrollDown
  case focusGained, focusLost
  /// A cursor position report (the response to `ESC[6n`), cells from 0.
  case cursorPosition(column: Int, row: Int)
}
