import WidgetModel

/// Replaces a view whose layout would take too long: why, and what its author can do.
enum WorkNotice {
  /// - Parameter isLow: Whether there's only space for two lines.
  static func view(_ words: HostWords, isLow: Bool) -> ViewNode {
    var view = StatusView.view(
      icon: "exclamationmark.triangle.fill", color: .yellow, reason: words("This view is too much work to lay out"),
      remedy: words(
        "It takes more than {limit} measurements: show fewer views, shorter texts, or fewer stacks inside each other.",
        ["limit": .integer(Int64(MeasuringWork.most))]),
      isLow: isLow)
    if words.isRightToLeft { view.style.layoutDirection = .rightToLeft }
    return view
  }
}
