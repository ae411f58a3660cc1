public import WidgetModel
import WidgetRuntime
public import WidgetServices

/// A change the user makes to a board.
public enum BoardEdit: Sendable, Equatable {
  /// Adds a widget. A second entry for the same widget gets an explicit id.
  ///
  /// - at: The position; nil appends.
  case add(BoardEntry, at: Int?)
  case remove(id: String)
  /// - to: The position after the move.
  case move(id: String, to: Int)
  case setHidden(id: String, Bool)
  /// - value: nil removes the setting.
  case setSetting(id: String, name: String, value: String?)
  case setFamily(id: String, WidgetFamily?)
  case setRefresh(id: String, Refresh?)
  /// Replaces the list.
  case setAllowed(id: String, [Permission])
  /// - to: nil removes the explicit id.
  case setID(id: String, to: String?)
  case setPlacement(id: String, CardPlacement)
}

extension BoardEdit {
  /// The id of the changed widget; nil for a new one.
  var id: String? {
    switch self {
    case .add: nil
    case .remove(let id), .move(let id, _), .setHidden(let id, _), .setSetting(let id, _, _), .setFamily(let id, _),
      .setRefresh(let id, _), .setAllowed(let id, _), .setID(let id, _), .setPlacement(let id, _):
      id
    }
  }

  /// Changes a board's entries and its text alike.
  ///
  /// - Throws: If the board has no such widget or position, or its text's layout can't be edited.
  func apply(to entries: inout [BoardEntry], _ text: inout BoardText) throws(BoardEditError) {
    if case .add(let entry, let position) = self { return try Self.add(entry, at: position, to: &entries, &text) }
    let id = id ?? ""
    guard let index = entries.firstIndex(where: { $0.id == id }) else {
      throw BoardEditError(.unknownWidget(id: id, known: entries.map(\.id)))
    }
    var entry = entries[index]
    switch self {
    case .add: break
    case .remove:
      entries.remove(at: index)
      text.remove(index)
      return BoardEntry.deriveIDs(&entries)
    case .move(_, let position):
      guard entries.indices.contains(position) else {
        throw BoardEditError(.invalidPosition(position, count: entries.count))
      }
      entries.insert(entries.remove(at: index), at: position)
      text.move(index, to: position)
      return BoardEntry.deriveIDs(&entries)
    case .setHidden(_, let isHidden): entry.isHidden = isHidden
    case .setSetting(_, let name, let value):
      entry.settings.removeAll { $0.name == name }
      if let value { entry.settings.append(.init(name, value)) }
      entry.settings.sort { $0.name < $1.name }
    case .setFamily(_, let family): entry.family = family
    case .setRefresh(_, let refresh): entry.refresh = refresh
    case .setAllowed(_, let permissions): entry.allow = permissions
    case .setID(_, let new):
      if let new { try Self.check(new, entries.filter { $0.id != id }) }
      entry.hasExplicitID = new != nil
      entry.id = new ?? ""
    case .setPlacement(_, let placement): entry.placement = placement
    }
    try text.update(index, from: entries[index], to: entry)
    entries[index] = entry
    BoardEntry.deriveIDs(&entries)
  }

  private static func add(
    _ entry: BoardEntry, at position: Int?, to entries: inout [BoardEntry], _ text: inout BoardText
  ) throws(BoardEditError) {
    guard entries.count < BoardFile.maximumEntries else {
      throw BoardEditError(.tooManyWidgets(limit: BoardFile.maximumEntries))
    }
    if let position, !(0...entries.count).contains(position) {
      throw BoardEditError(.invalidPosition(position, count: entries.count))
    }
    var entry = entry
    let base = BoardEntry.derivedID(entry.file)
    if entry.hasExplicitID {
      try check(entry.id, entries)
    } else if entries.contains(where: { $0.id == base || BoardEntry.derivedID($0.file) == base }) {
      entry.hasExplicitID = true
      entry.id = BoardEntry.unusedID(base, besides: Set(entries.map(\.id)))
    } else {
      entry.id = base
    }
    entries.insert(entry, at: position ?? entries.count)
    text.add(entry, at: position)
    BoardEntry.deriveIDs(&entries)
  }

  /// - Parameter others: The board's other entries.
  private static func check(_ id: String, _ others: [BoardEntry]) throws(BoardEditError) {
    guard BoardEntry.isValidID(id) else {
      throw BoardEditError(.invalid(message: "\"\(id)\" is not an id; one must have \(BoardEntry.idRule)"))
    }
    if others.contains(where: { $0.id == id }) { throw BoardEditError(.duplicateID(id, line: nil)) }
  }
}

/// The problem with a change, without the file.
struct BoardEditError: Error {
  let problem: BoardFileError.Problem

  init(_ problem: BoardFileError.Problem) { self.problem = problem }
}
