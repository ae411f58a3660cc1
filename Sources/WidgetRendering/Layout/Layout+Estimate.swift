public import WidgetModel

extension Layout {
  /// The height of a view in points, from average widths of letters: for a program without fonts.
  ///
  /// - Parameter width: The width to fill, in points.
  public static func estimatedHeight(of view: ViewNode, width: Double, textSize: TextSize) -> Double {
    Layout(LayoutContext(measurer: EstimatedMeasurer(), metrics: .points, textSize: textSize)).layout(view, width: width)
      .frame.height
  }
}
