package import WidgetHost
package import WidgetModel
package import WidgetRuntime

/// Everything that a card on the page shows.
package struct CardState: Sendable {
  package var widget: BoardWidget
  package var snapshot: Snapshot?
  /// Names the view for taps.
  package var generation: Int
  package var mode: DisplayMode
  /// Why the script cannot be used, with the source around the error.
  package var report: String?
  /// Permissions that the user has not decided about.
  package var request: PermissionRequest?
  /// A note about the last tap.
  package var note: Note?

  package enum Note: Sendable, Equatable {
    case text(String)
    /// A permission that the running script lacked. Not shown while the card asks about permissions.
    case denied(String)
    /// The widget wants to open a URL in the browser that tapped.
    case open(url: String)

    func isAnswered(by request: PermissionRequest?) -> Bool {
      if case .denied = self { request != nil } else { false }
    }
  }

  package init(widget: BoardWidget, snapshot: Snapshot? = nil, generation: Int = 0, mode: DisplayMode = .expanded) {
    self.widget = widget
    self.snapshot = snapshot
    self.generation = generation
    self.mode = mode
  }
}
