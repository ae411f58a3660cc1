/// A user's gesture on a widget in a bar, by the names of `luawidget tap NAME GESTURE`.
///
/// A control with the same `id` handles it. Without one, a click presses the first control, the right button the second one, and the
/// middle button refreshes.
public enum Gesture: String, Sendable, Hashable, CaseIterable {
  case click
  case middleClick = "middle_click"
  case rightClick = "right_click"
  case scrollUp = "scroll_up"
  case scrollDown = "scroll_down"
  case refresh

  /// The gesture of a button, by X11's number.
  public init?(button: Int) {
    switch button {
    case 1: self = .click
    case 2: self = .middleClick
    case 3: self = .rightClick
    case 4: self = .scrollUp
    case 5: self = .scrollDown
    default: return nil
    }
  }

  func isUseful(among controls: BarControls) -> Bool { TapTarget.gesture(self).resolve(among: controls) != .missing }
}
