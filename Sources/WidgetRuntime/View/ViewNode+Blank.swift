import WidgetModel

extension ViewNode {
  /// Whether nothing of the view can be seen.
  var isBlank: Bool {
    guard style.background == nil, style.border == nil else { return false }
    switch content {
    case .vstack, .hstack, .zstack, .overlay, .fits, .grid, .group, .card, .private: return children.allSatisfy(\.isBlank)
    case .spacer: return true
    case .text, .label, .icon, .date, .link, .image, .divider, .progress, .button, .toggle, .activityIndicator, .gauge, .chart,
      .shape:
      return false
    }
  }
}
