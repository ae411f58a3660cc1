import WidgetModel

extension ViewNode {
  /// Whether it's a row ending in a text after a spacer, such as a label and its value.
  var endsWithValue: Bool {
    guard case .hstack = content, children.count > 1, let last = children.last, last.text != nil else { return false }
    return children[children.count - 2].isSpacer && last.style.align == nil
  }

  /// The padding in effect. A border without padding keeps a distance from text.
  ///
  /// - Parameter sparesFixedSides: Whether to leave a fixed width and height to the content.
  func effectivePadding(sparesFixedSides: Bool) -> EdgeInsets {
    if let padding = style.padding { return padding }
    guard style.hasBorder else { return .zero }
    if case .image = content, sparesFixedSides { return .zero }
    let across = sparesFixedSides && style.width != nil ? 0 : 6.0
    let down = sparesFixedSides && style.height != nil ? 0 : 3.0
    return EdgeInsets(top: down, left: across, bottom: down, right: across)
  }

  /// The view with its text's height, if it's an image shown as text.
  func fitted(to context: LayoutContext) -> ViewNode {
    guard case .image(let source, _) = content, context.idealSize(of: source) == nil else { return self }
    var node = self
    node.style.maxHeight = [style.maxHeight, style.height].compactMap { $0 }.min()
    node.style.height = nil
    node.style.minHeight = nil
    node.style.aspectRatio = nil
    // It has no words, so it takes no space.
    if style.effects?.isDecorative == true { (node.style.width, node.style.minWidth) = (nil, nil) }
    return node
  }
}

extension ViewNode {
  /// Whether its alignment is also that of its cell in a grid: a drawing aligns only its shapes, and a baseline only its views.
  var alignsCell: Bool {
    switch content.traits.axis {
    case nil: true
    case .depth: style.align != .firstBaseline && (style.width == nil || style.height == nil)
    default: style.align != .firstBaseline
    }
  }

  /// How many columns the view takes in a grid.
  func columnSpan(in columns: Int) -> Int { max(1, min(style.effects?.columnSpan ?? 1, columns)) }
}

extension [GridColumn] {
  /// How many cells of a row stay empty, so that a cell of several columns fits into the next one.
  func cellsLeft(after filled: Int, before span: Int) -> Int {
    let used = filled % Swift.max(1, count)
    return used + span > count ? count - used : 0
  }
}

extension ViewStyle {
  /// Whether a field determines the size, or makes it depend on the proposal.
  var changesSize: Bool {
    self.width != nil || self.height != nil || self.minWidth != nil || self.maxWidth != nil || self.minHeight != nil
      || self.maxHeight != nil || self.aspectRatio != nil || self.minScale != nil || hasRelativeSize
  }

  var hasRelativeSize: Bool { effects.map { $0.relativeWidth != nil || $0.relativeHeight != nil } ?? false }

  var hasBorder: Bool { self.border != nil && self.border != .named(.clear) }
}

extension Frame {
  func moved(_ x: Double, _ y: Double) -> Frame { Frame(x: self.x + x, y: self.y + y, width: width, height: height) }
}
