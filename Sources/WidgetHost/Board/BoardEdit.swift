public import WidgetModel

/// A change of a board by the user.
public enum BoardEdit: Sendable, Equatable {
  /// - at: The position; nil appends.
  case add(BoardEntry, at: Int?)
  case remove(id: String)
  /// - to: The position after the move.
  case move(id: String, to: Int)
  case setHidden(id: String, Bool)
  /// - value: nil removes the setting.
  case setSetting(id: String, name: String, value: String?)
  case setFamily(id: String, WidgetFamily?)
}
