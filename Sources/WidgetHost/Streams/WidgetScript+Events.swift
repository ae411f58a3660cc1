import WidgetRuntime
import WidgetSystem

extension WidgetScript {
  /// Whether the script may define `on_event`. Only running it tells for certain.
  var mayReceiveEvents: Bool { source.contains(Array("on_event".utf8)) }
}
