import WidgetHost
import WidgetModel

/// The controls of a bar's views, each view searched once.
struct BarControls {
  /// The moment carried in tap ids.
  private let number: UInt64
  private let inline: ViewControls?
  private let full: ViewControls?

  init(_ snapshots: BarSnapshots) {
    number = snapshots.number
    inline = snapshots.inline?.view.map { ViewControls($0) }
    full = snapshots.full.view.map { ViewControls($0) }
  }

  /// The views to search, starting with the one in the bar.
  var views: [(isInline: Bool, controls: ViewControls)] {
    [inline.map { (true, $0) }, full.map { (false, $0) }].compactMap { $0 }
  }

  /// The id of the control with a handler.
  func tap(_ action: Int?, isInline: Bool) -> TapID? {
    guard let action, let control = (isInline ? inline : full)?.control(action: action) else { return nil }
    return TapID(number: number, control: control.digest)
  }

  /// The first control of the full view, which a click presses if there's no other view.
  var firstOfFull: ControlReference? { full?.pressable.first }
}
