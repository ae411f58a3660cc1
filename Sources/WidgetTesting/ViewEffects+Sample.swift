public import WidgetModel

extension ViewEffects {
  /// Every field has a value that is not its default.
  public static var sample: ViewEffects {
    var effects = ViewEffects()
    (effects.isTabular, effects.textAlign, effects.lineSpacing) = (true, .trailing, 2.5)
    effects.tint = .translucent(.named(.red), opacity: 0.5)
    (effects.offset, effects.rotation) = (Size(width: 3, height: -4.5), 45)
    (effects.relativeWidth, effects.relativeHeight) = (0.5, 0.25)
    effects.shadow = Shadow(color: .named(.blue), radius: 8, x: 1, y: -2)
    effects.corners = CornerRadii(topLeft: 1, topRight: 2, bottomLeft: 3, bottomRight: 4)
    (effects.clips, effects.backgroundImage) = (true, .reference("sea.png"))
    (effects.fill, effects.stroke, effects.lineWidth) = (.named(.green), .pair(light: .rgb(1), dark: .rgb(2)), 3)
    effects.fillGradient = Gradient([.named(.red), .named(.blue)], direction: .right)
    effects.interval = Interval(from: 1000, to: 2000.5)
    return effects
  }
}
