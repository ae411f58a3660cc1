public import WidgetModel
import WidgetRuntime
public import WidgetServices

/// A change of a board by the user.
public enum BoardEdit: Sendable, Equatable {
  /// Adds a widget. A second entry for a widget gets an explicit id.
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

  /// Changes the entries of a board and its text alike.
  ///
  /// - Throws: ``BoardFileError/Problem`` if the board has no such widget or position, or the text has a form that cannot be edited.
  func apply(to entries: inout [BoardEntry], _ text: inout BoardText) throws(BoardEditError) {
    if case .add(let entry, let position) = self { return try Self.add(entry, at: position, to: &entries, &text) }
    let id = id ?? ""
    guard let index = entries.firstIndex(where: { $0.id == id }) else {
      throw BoardEditError(.unknownWidget(id: id, known: entries.map(\.id)))
    }
    switch self {
    case .add: break
    case .remove:
      entries.remove(at: index)
      try text.remove(index)
    case .move(_, let position):
      guard entries.indices.contains(position) else {
        throw BoardEditError(.invalidPosition(position, count: entries.count))
      }
      entries.insert(entries.remove(at: index), at: position)
      try text.move(index, to: position)
    case .setHidden(_, let isHidden):
      guard entries[index].isHidden != isHidden else { return }
      entries[index].isHidden = isHidden
      try text.setHidden(isHidden, of: index)
    case .setSetting(_, let name, let value):
      entries[index].settings.removeAll { $0.name == name }
      if let value { entries[index].settings.append(.init(name, value)) }
      entries[index].settings.sort { $0.name < $1.name }
      try text.set(name, to: value, of: index)
    case .setFamily(_, let family):
      entries[index].family = family
      try text.set(.family, to: family.map { TOMLValueText.string($0.rawValue) }, of: index)
    case .setRefresh(_, let refresh):
      entries[index].refresh = refresh
      try text.set(.refresh, to: refresh.map(TOMLValueText.refresh), of: index)
    case .setAllowed(_, let permissions):
      entries[index].allow = try text.setAllowed(permissions, of: index)
    case .setID(_, let new):
      if let new { try Self.check(new, entries.filter { $0.id != id }) }
      entries[index].hasExplicitID = new != nil
      entries[index].id = new ?? ""
      try text.set(.id, to: new.map(TOMLValueText.string), of: index)
    case .setPlacement(_, let placement):
      let old = entries[index].placement
      entries[index].placement = placement
      for (key, value) in TOMLValueText.placement(placement) where value != TOMLValueText.placement(old)[key] ?? nil {
        try text.set(key, to: value, of: index)
      }
    }
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
    try text.add(entry, at: position)
    BoardEntry.deriveIDs(&entries)
  }

  /// - Parameter others: The other entries of the board.
  private static func check(_ id: String, _ others: [BoardEntry]) throws(BoardEditError) {
    guard BoardEntry.isValidID(id) else {
      throw BoardEditError(.invalid(message: "\"\(id)\" is not an id; one must have \(BoardEntry.idRule)"))
    }
    if others.contains(where: { $0.id == id }) { throw BoardEditError(.duplicateID(id, line: nil)) }
  }
}

/// A problem of a change, without the file.
struct BoardEditError: Error {
  let problem: BoardFileError.Problem

  init(_ problem: BoardFileError.Problem) { self.problem = problem }
}
