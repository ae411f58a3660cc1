/// Widgets of a board shown together, below a heading.
public struct BoardGroup: Sendable, Equatable {
  /// nil for the widgets without a group.
  public var title: String?
  public var widgets: [BoardWidget]

  /// Whether it's the one card in front of the others.
  public var isInFront: Bool { widgets.contains(where: \.isInFront) }

  /// Whether the cards form a grid of cells: at least one has a size of its own.
  public var isGrid: Bool { widgets.contains { $0.entry.family != nil } }

  /// A board's shown widgets by group. One in front of the others comes first, then those without a group; groups are in the order of their first widgets.
  ///
  /// - Parameter includingHidden: Whether hidden widgets are listed too.
  public static func groups(of widgets: [BoardWidget], includingHidden: Bool = false) -> [BoardGroup] {
    let shown = widgets.filter { includingHidden || !$0.entry.isHidden }
    var groups = [BoardGroup(title: nil, widgets: shown.filter(\.isInFront)), BoardGroup(title: nil, widgets: [])]
    var indices: [String: Int] = [:]
    for widget in shown where !widget.isInFront {
      guard let title = widget.entry.group else {
        groups[1].widgets.append(widget)
        continue
      }
      if indices[title] == nil {
        indices[title] = groups.count
        groups.append(BoardGroup(title: title, widgets: []))
      }
      if let index = indices[title] { groups[index].widgets.append(widget) }
    }
    return groups.filter { !$0.widgets.isEmpty }
  }

  /// The edits that move a widget to a position in the order of the groups. It joins the group of the widget it takes the place of.
  ///
  /// - Returns: Nothing if there's no such position.
  public static func move(
    _ id: String, to position: Int, in widgets: [BoardWidget], includingHidden: Bool = false
  ) -> [BoardEdit] {
    let shown = groups(of: widgets, includingHidden: includingHidden).flatMap(\.widgets)
    guard let widget = shown.first(where: { $0.id == id }), shown.indices.contains(position),
      let target = widgets.firstIndex(where: { $0.id == shown[position].id }), shown[position].id != id
    else { return [] }
    let group = shown[position].entry.group
    let move = BoardEdit.move(id: id, to: target)
    return group == widget.entry.group ? [move] : [move, .setGroup(id: id, group)]
  }
}
