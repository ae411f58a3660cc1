import WidgetHost
import WidgetModel
import WidgetRuntime

/// The views of one card that may still be on a screen, so that a tap means what the user saw.
struct ShownViews: Sendable {
  struct View: Sendable {
    /// Names the view in taps.
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

  /// nil for a view that is long gone.
  subscript(generation: Int64) -> View? { views.first { $0.generation == generation } }
}

extension ShownViews.View {
  /// The control with a number in this view.
  func control(_ action: Int) -> ControlReference? { view?.control(action: action) }
}
