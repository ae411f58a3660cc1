import WidgetModel

/// Padding is space, which shrinks before anything else does.
extension LayoutElement {
  /// The padding left under compression: half of it, and never much. In cells, none but the border.
  func computeLeastPadding() -> Size {
    func least(_ first: Double, _ second: Double, _ border: Double) -> Double {
      let whole = first + second
      // Without words, it's part of a drawing. Without a limit, it's meant to take all the space.
      guard textSize > 0, whole < SurfaceMetrics.everything else { return whole }
      guard context.metrics.quantum == nil else { return node.style.hasBorder ? min(whole, 2 * border) : 0 }
      // As spacing does.
      return min(whole / 2, 4 * context.metrics.verticalSpacing)
    }
    let border = context.metrics.border
    return Size(
      width: least(padding.left, padding.right, border.width), height: least(padding.top, padding.bottom, border.height))
  }

  /// The padding at both sides, as much as the content leaves.
  func paddingInside(_ space: Proposal) -> Size {
    var pads = Size(width: padding.left + padding.right, height: padding.top + padding.bottom)
    guard pads.width > 0 || pads.height > 0 else { return pads }
    if let width = space.width, pads.width > leastPadding.width {
      pads.width = max(leastPadding.width, min(pads.width, context.metrics.floorWidth(max(0, width - wordsInside))))
    }
    if let height = space.height, pads.height > leastPadding.height {
      let content = heightInside(space.width.map { max(0, $0 - pads.width) })
      pads.height = max(leastPadding.height, min(pads.height, context.metrics.floorHeight(max(0, height - content))))
    }
    if node.style.hasBorder {
      // A border is compressed before the content.
      let border = context.metrics.border
      if let width = space.width { pads.width = min(pads.width, max(0, width - border.width)) }
      if let height = space.height { pads.height = min(pads.height, max(0, height - border.height)) }
    }
    return pads
  }

  /// The width at which no word inside is broken.
  private var wordsInside: Double {
    guard axis == nil else { return max(0, computePreferredMinimumWidth(yields: true) - leastPadding.width) }
    return traits.contains(.text) ? unbrokenWidth : 0
  }

  private func heightInside(_ width: Double?) -> Double {
    if expandsVertically { return max(0, minimum.height - leastPadding.height) }
    return measureContent(Proposal(width: width, height: nil)).size.height
  }

  /// The part of the padding that's at the left, and above.
  func paddingBefore(_ pads: Size) -> (left: Double, top: Double) {
    let whole = Size(width: padding.left + padding.right, height: padding.top + padding.bottom)
    let metrics = context.metrics
    guard !node.style.hasBorder else { return (padding.left, padding.top) }
    return (
      pads.width < whole.width ? metrics.floorWidth(padding.left * pads.width / whole.width) : padding.left,
      pads.height < whole.height ? metrics.floorHeight(padding.top * pads.height / whole.height) : padding.top
    )
  }
}
