import WidgetModel

extension LayoutElement {
  /// The width below which words are broken and controls truncated. A row gives its views at least this if it can.
  ///
  /// - Parameter yields: Ignores fixed and minimum widths.
  func computePreferredMinimumWidth(yields: Bool = false) -> Double {
    let style = node.style
    let metrics = context.metrics
    let minimum = yields ? compressedMinimumWidth : minimum.width
    if style.width != nil && !yields { return minimum }
    var width = padding.left + padding.right
    if let axis {
      let widths = present.map { yields ? $0.compressedPreferredMinimumWidth : $0.preferredMinimumWidth }
      switch axis {
      case .horizontal: width += widths.reduce(gaps.reduce(0, +), +)
      case .vertical, .depth: width += widths.max() ?? 0
      case .grid:
        width += gridMinimum(yields: yields) { yields ? $0.compressedPreferredMinimumWidth : $0.preferredMinimumWidth }.width
      }
    } else {
      switch node.content {
      case .text, .label, .icon, .date, .link, .image, .activityIndicator:
        // A text of one line is meant to be truncated.
        if style.lineLimit == 1 { return minimum }
        width += unbrokenWidth
      case .button, .toggle: width += unbrokenWidth
      case .vstack, .hstack, .zstack, .grid, .group, .private, .gauge, .chart, .spacer, .divider, .progress: return minimum
      }
    }
    if !yields { width = max(width, style.minWidth.map(metrics.snapWidth) ?? 0) }
    return SurfaceMetrics.sane(min(width, style.maxWidth.map(metrics.snapWidth) ?? width))
  }
}
