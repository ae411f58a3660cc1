import WidgetModel

extension ViewNode {
  /// For surfaces of cells: a text in front of an icon would hide the one cell that the icon has, or be cut to it. It is next to it.
  func besideItsBadge() -> ViewNode {
    guard content == .overlay, children.count > 1, case .icon = children[0].content, children[0].style.width == nil,
      children.dropFirst().allSatisfy({ $0.text != nil })
    else { return self }
    let badges = children.dropFirst().map { badge in
      var badge = badge
      if badge.style.effects?.offset != nil { badge.style.setEffect(\.offset, to: nil) }
      return badge
    }
    var row = self
    row.content = .hstack
    row.children = style.align?.horizontalFactor == 0 ? badges + [children[0]] : [children[0]] + badges
    (row.style.spacing, row.style.align) = (0, nil)
    return row
  }
}
