import WidgetModel

extension ViewNode {
  /// Whether nothing of the view can be seen.
  var isBlank: Bool {
    guard style.background == nil, style.border == nil else { return false }
    return isContainer ? children.allSatisfy(\.isBlank) : content.traits.contains(.blank)
  }
}
