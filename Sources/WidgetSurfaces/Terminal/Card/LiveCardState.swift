import WidgetModel
import WidgetRendering

/// What a host knows about a widget besides its snapshot, as far as its card shows it.
struct LiveCardState: Sendable, Equatable {
  /// The card has the focus among several.
  var isFocused = false
  var isUpdating = false
  /// The data are older than they should be.
  var isStale = false
  /// Why the widget cannot be used, in place of the failure of its last update.
  var failure: Failure?
  var notices: [CardNotice] = []
  /// A notice asks for the permission that the last update lacked, so its failure is not shown.
  var hidesDenial = false
  /// On a board every card has its age, and Show More only if it is clipped.
  var isOnBoard = false
}
