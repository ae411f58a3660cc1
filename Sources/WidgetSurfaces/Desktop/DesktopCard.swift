import WidgetGraphics
import WidgetHost
import WidgetModel
import WidgetRuntime

/// A card on the desktop, and what has been sent of it.
struct DesktopCard: Sendable {
  /// The content sent last, for finding out whether new content differs.
  struct Content: Sendable, Equatable {
    /// The request, without the time.
    var request: RenderingRequest
    /// Everything that depends on the time.
    var texts: [String]
    var images: [String: Int64]
    var disclosure: CardWindow.Disclosure?
    /// The same words could ask about another manifest.
    var question: PermissionQuestion?
  }

  /// An image the program has.
  struct SentImage: Sendable {
    var bytes: [UInt8]
    /// nil if it can't be shown.
    var number: Int64?
  }

  /// Seconds between two views of a card: at least this, and long enough that a card takes at most a quarter of the program's
  /// time.
  static let shortestInterval = 1.0 / 30
  static let longestInterval = 2.0

  var widget: BoardWidget
  var card = Card()

  // What was sent.
  var content: Content?
  var images: [String: SentImage] = [:]
  var lastImage: Int64 = 0
  /// Whether the view refers to images, even missing ones.
  var hasImages = false
  /// Whether the card may differ from what was sent.
  var isDirty = true
  /// Whether the content is being made.
  var isBusy = false
  /// When the content that isn't on the screen yet was sent, on the monotonic clock.
  var sentAt: Double?
  /// When the next content can be sent.
  var nextSending = 0.0
  /// When the content changes by itself, in seconds since 1970.
  var changesAt: Double?
  /// How often the window has been drawn.
  var drawings = 0
  /// Whether it was one of several cards that the program hadn't drawn yet when it ended. It's sent alone then.
  private(set) var isSuspect = false
  /// The content that the program ended at, and how often it did.
  private var lastKiller: Content?
  private var kills = 0

  init(_ widget: BoardWidget) { self.widget = widget }

  var mode: DisplayMode { card.mode }

  /// Notes that the program has nothing of the card.
  mutating func forgetSent() {
    content = nil
    images = [:]
    sentAt = nil
    isDirty = true
  }

  /// Notes that the program ended before it had drawn the content.
  ///
  /// - Parameter isOnly: Whether it had drawn everything else.
  mutating func programEnded(isOnly: Bool) {
    isSuspect = !isOnly
    guard isOnly else { return }
    lastKiller = content
    kills += 1
  }

  /// Whether drawing this would end the program again: it did so before, or other content of the card did so twice.
  func isDeadly(_ content: Content) -> Bool { kills > 1 || lastKiller == content }

  /// Tries again to draw everything.
  mutating func trustAgain() {
    lastKiller = nil
    kills = 0
  }

  /// Notes that the content is on the screen.
  mutating func drawn(now: Double) {
    guard let sentAt else { return }
    isSuspect = false
    nextSending = now + min(Self.longestInterval, max(Self.shortestInterval, 3 * (now - sentAt)))
    self.sentAt = nil
  }
}
