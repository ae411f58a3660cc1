public import WidgetModel
import WidgetRuntime
public import WidgetServices

/// A change the user makes to a board.
public enum BoardEdit: Sendable, Equatable {
  /// Adds a widget. Without an explicit id it shares the defaults, secrets and permissions of its widget's other entries.
  ///
  /// - at: The position; nil appends.
  case add(BoardEntry, at: Int?)
  case remove(id: String)
  /// - to: The position after the move.
  case move(id: String, to: Int)
  case setHidden(id: String, Bool)
  /// - value: nil removes the setting.
  case setSetting(id: String, name: String, value: String?)
  /// A family has its own width, so it ends the full width.
  case setFamily(id: String, WidgetFamily?)
  /// The full width ends the family.
  case setFullWidth(id: String, Bool)
  case setGroup(id: String, String?)
  case setRefresh(id: String, Refresh?)
  /// Replaces the list.
  case setAllowed(id: String, [Permission])
  /// - to: nil removes the explicit id.
  case setID(id: String, to: String?)
  case setPlacement(id: String, CardPlacement)
}

extension BoardEdit {
  /// Changes a board's entries and its text alike.
  ///
  /// - Throws: If the board has no such widget or position.
  func apply(to entries: inout [BoardEntry], _ text: inout BoardText) throws(BoardFileError.Problem) {
    func index(_ id: String) throws(BoardFileError.Problem) -> Int {
      if let index = entries.firstIndex(where: { $0.id == id }) { return index }
      throw .unknownWidget(id: id, known: entries.map(\.id))
    }
    func change(_ id: String, _ body: (inout BoardEntry) -> Void) throws(BoardFileError.Problem) {
      let index = try index(id)
      let old = entries[index]
      body(&entries[index])
      text.update(index, from: old, to: entries[index])
    }
    switch self {
    case .add(let entry, let position):
      let position = position ?? entries.count
      guard entries.count < BoardFile.maximumEntries else { throw .tooManyWidgets(limit: BoardFile.maximumEntries) }
      guard (0...entries.count).contains(position) else { throw .invalidPosition(position, count: entries.count) }
      if entry.hasExplicitID { try Self.check(entry.id, entries) }
      entries.insert(entry, at: position)
      text.add(entry, at: position)
    case .remove(let id):
      let index = try index(id)
      entries.remove(at: index)
      text.remove(index)
    case .move(let id, let position):
      let index = try index(id)
      guard entries.indices.contains(position) else { throw .invalidPosition(position, count: entries.count) }
      entries.insert(entries.remove(at: index), at: position)
      text.move(index, to: position)
    case .setSetting(let id, let name, let value):
      try change(id) { entry in
        entry.settings.removeAll { $0.name == name }
        if let value { entry.settings.append(.init(name, value)) }
        entry.settings.sort { $0.name < $1.name }
      }
    case .setID(let id, let new):
      if let new { try Self.check(new, entries.filter { $0.id != id }) }
      try change(id) { ($0.hasExplicitID, $0.id) = (new != nil, new ?? "") }
    case .setHidden(let id, let isHidden): try change(id) { $0.isHidden = isHidden }
    case .setFamily(let id, let family):
      try change(id) { ($0.family, $0.isFullWidth) = (family, $0.isFullWidth && family == nil) }
    case .setFullWidth(let id, let isFullWidth):
      try change(id) { ($0.family, $0.isFullWidth) = (isFullWidth ? nil : $0.family, isFullWidth) }
    case .setGroup(let id, let group):
      if let group, !BoardEntry.isValidGroup(group) { throw .invalid(message: "a group must have \(BoardEntry.groupRule)") }
      try change(id) { $0.group = group }
    case .setRefresh(let id, let refresh): try change(id) { $0.refresh = refresh }
    case .setAllowed(let id, let permissions): try change(id) { $0.allow = permissions }
    case .setPlacement(let id, let placement): try change(id) { $0.placement = placement }
    }
    BoardEntry.deriveIDs(&entries)
  }

  /// - Parameter others: The board's other entries.
  private static func check(_ id: String, _ others: [BoardEntry]) throws(BoardFileError.Problem) {
    guard BoardEntry.isValidID(id) else {
      throw .invalid(message: "\"\(id)\" is not an id; one must have \(BoardEntry.idRule)")
    }
    if others.contains(where: { $0.id == id }) { throw .duplicateID(id, line: nil) }
  }
}
