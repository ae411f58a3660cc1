import WidgetGraphics
import WidgetHost
import WidgetModel
import WidgetRuntime

/// A card on the desktop, and what was sent of it.
struct DesktopCard: Sendable {
  /// The content that was sent last, to find out whether another one differs.
  struct Content: Sendable, Equatable {
    /// Without the time.
    var request: RenderingRequest
    /// Everything that depends on the time.
    var texts: [String]
    var images: [String: Int64]
    var disclosure: CardWindow.Disclosure?
    /// The same words may ask about another manifest.
    var question: PermissionQuestion?
  }

  /// An image that the program has.
  struct SentImage: Sendable {
    var bytes: [UInt8]
    /// nil if it can't be shown.
    var number: Int64?
  }

  /// Seconds between two views of a card: at least this, and so long that a card takes at most a quarter of the program's time.
  static let shortestInterval = 1.0 / 30
  static let longestInterval = 2.0

  var widget: BoardWidget
  var card = Card()

  // What was sent.
  var content: Content?
  var images: [String: SentImage] = [:]
  var lastImage: Int64 = 0
  /// Whether the view refers to images, even to missing ones.
  var hasImages = false
  /// Whether the card may differ from what was sent.
  var isDirty = true
  /// Whether the content is being made.
  var isBusy = false
  /// When the content was sent that isn't on the screen yet, on the monotonic clock.
  var sentAt: Double?
  /// When the next content may be sent.
  var nextSending = 0.0
  /// When the content changes by itself, in seconds since 1970.
  var changesAt: Double?
  /// How often the window was drawn.
  var drawings = 0

  init(_ widget: BoardWidget) { self.widget = widget }

  var mode: DisplayMode { card.mode }

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
