import WidgetHost
import WidgetModel
import WidgetRuntime

/// One card's views that may still be on a screen, so a tap means what the user saw.
struct ShownViews: Sendable {
  struct View: Sendable {
    /// Identifies the view in taps.
    var generation: Int64
    var view: ViewNode?
    var context: WidgetContext
    /// The question below the view.
    var question: PermissionQuestion?
  }

  private static let limit = 24
  private var views: [View] = []

  mutating func add(_ view: View) { views = views.suffix(Self.limit - 1) + [view] }

  /// The newest view.
  var last: View? { views.last }

  /// The newest view for a context.
  func last(for context: WidgetContext) -> View? { views.last { $0.context == context } }

  /// A view by its number; nil if it's long gone.
  subscript(generation: Int64) -> View? { views.first { $0.generation == generation } }
}

extension ShownViews.View {
  /// The control with a number in this view.
  func control(_ action: Int) -> ControlReference? { view?.control(action: action) }
}
