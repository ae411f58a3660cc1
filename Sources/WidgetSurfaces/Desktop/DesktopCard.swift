import WidgetGraphics
import WidgetHost
import WidgetModel
import WidgetRuntime

/// What the host knows about a card on the desktop.
struct DesktopCard: Sendable {
  /// A view that the card shows or has just shown, so that its taps are understood.
  struct ShownView: Sendable {
    var generation: Int64
    var view: ViewNode?
    var context: WidgetContext
  }

  /// The content that was sent last, to find out whether another one differs.
  struct Content: Sendable, Equatable {
    /// Without the time.
    var request: RenderingRequest
    /// Everything that depends on the time.
    var texts: [String]
    var images: [String: Int64]
    var disclosure: CardWindow.Disclosure?
  }

  /// An image that the program has.
  struct SentImage: Sendable {
    var bytes: [UInt8]
    /// nil if it cannot be shown.
    var number: Int64?
  }

  /// Views whose taps are understood.
  static let maximumViews = 8
  /// Seconds between two views of a card: at least this, and so long that a card takes at most a quarter of the program's time.
  static let shortestInterval = 1.0 / 30
  static let longestInterval = 2.0

  var widget: BoardWidget
  var mode = DisplayMode.expanded
  /// A redraw during an update or a tap.
  var live: Snapshot?
  /// Permissions that the user has not decided about.
  var request: PermissionRequest?
  /// A sentence about the last tap, or about a permission.
  var note: String?

  // What was sent.
  var content: Content?
  var views: [ShownView] = []
  var images: [String: SentImage] = [:]
  var lastImage: Int64 = 0
  /// Whether the view refers to images, even to missing ones.
  var hasImages = false
  /// Whether the card may differ from what was sent.
  var isDirty = true
  /// Whether the content is being made.
  var isBusy = false
  /// When the content was sent that is not on the screen yet, on the monotonic clock.
  var sentAt: Double?
  /// When the next content may be sent.
  var nextSending = 0.0
  /// When the content changes by itself, in seconds since 1970.
  var changesAt: Double?
  /// How often the window was drawn.
  var drawings = 0

  init(_ widget: BoardWidget) { self.widget = widget }

  /// The program has nothing of the card.
  mutating func forgetSent() {
    content = nil
    images = [:]
    sentAt = nil
    isDirty = true
  }

  /// The content is on the screen.
  mutating func drawn(now: Double) {
    guard let sentAt else { return }
    nextSending = now + min(Self.longestInterval, max(Self.shortestInterval, 3 * (now - sentAt)))
    self.sentAt = nil
  }
}
