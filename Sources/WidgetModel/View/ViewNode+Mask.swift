extension ViewNode {
  /// The view, drawn only where another one in the same frame is: an overlay of both, so they're laid out like any other views.
  public func masked(by mask: ViewNode) -> ViewNode {
    var (view, mask) = (self, mask)
    var outer = ViewNode(.overlay)
    // The overlay has the view's place among others. A container's alignment is that of its children.
    if !view.isContainer { (outer.style.align, view.style.align) = (view.style.align, nil) }
    (outer.style.priority, view.style.priority) = (view.style.priority, nil)
    (outer.style.id, view.style.id) = (view.style.id, nil)
    (outer.style.transition, view.style.transition) = (view.style.transition, nil)
    var effects = ViewEffects()
    effects.isMasked = true
    effects.columnSpan = view.style.effects?.columnSpan
    if let own = view.style.effects, own.relativeWidth != nil || own.relativeHeight != nil {
      (effects.relativeWidth, effects.relativeHeight) = (own.relativeWidth, own.relativeHeight)
      view.style.setEffect(\.relativeWidth, to: own.relativeWidth.map { _ in 1 })
      view.style.setEffect(\.relativeHeight, to: own.relativeHeight.map { _ in 1 })
    }
    outer.style.effects = effects
    // A shape seen through a text is that text to a reader.
    if case .shape = view.content, view.style.accessibility == nil { view.style.accessibility = mask.text }
    mask.style.setEffect(\.isDecorative, to: true)
    mask.action = nil
    outer.children = [view, mask]
    return outer
  }

  /// Whether the second of its two views is a mask.
  public var isMasked: Bool { style.effects?.isMasked == true && children.count == 2 }
}
