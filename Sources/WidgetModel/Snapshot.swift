/// A widget's last good state, complete: any format can be drawn from it, later, elsewhere, without Lua.
///
/// Times are seconds since 1970.
public struct Snapshot: Sendable, Equatable, Codable {
  /// Raised when an older reader could no longer draw what is stored.
  public static let currentVersion = 1

  public var version = Snapshot.currentVersion
  public var widget: WidgetIdentity
  /// The context that the view was made for. Not encoded: stores keep it beside the snapshot.
  public var context = SnapshotContext()
  /// nil only for a widget that has never shown anything.
  public var view: ViewNode?
  /// The insets that `margin_insets` returned.
  public var insets: EdgeInsets
  /// As the script asked for; 0 = the host decides.
  public var preferredSize: Size
  /// false hides the widget (`has_content(false)`).
  public var hasContent: Bool
  public var result: UpdateResult
  public var reason: UpdateReason
  /// When the view last changed.
  public var updatedAt: Double
  /// Earliest next update, when the script asked for one.
  public var refreshAfter: Double?
  /// The largest mode that the widget has a view for, where that is not expanded.
  public var largestDisplayMode: DisplayMode?
  /// Why the newest update failed; the view is then older than that.
  public var failure: Failure?

  public init(
    widget: WidgetIdentity, context: SnapshotContext = SnapshotContext(), view: ViewNode?, insets: EdgeInsets = .single,
    preferredSize: Size = .zero, hasContent: Bool = true,
    result: UpdateResult, reason: UpdateReason, updatedAt: Double, refreshAfter: Double? = nil,
    largestDisplayMode: DisplayMode? = nil, failure: Failure? = nil
  ) {
    self.widget = widget
    self.context = context
    self.view = view
    self.insets = insets
    self.preferredSize = preferredSize
    self.hasContent = hasContent
    self.result = result
    self.reason = reason
    self.updatedAt = updatedAt
    self.refreshAfter = refreshAfter
    self.largestDisplayMode = largestDisplayMode
    self.failure = failure
  }

  private enum CodingKeys: String, CodingKey {
    case version, widget, view, insets, result, reason, failure
    case preferredSize = "preferred_size"
    case hasContent = "has_content"
    case updatedAt = "updated_at"
    case refreshAfter = "refresh_after"
    case largestDisplayMode = "largest_display_mode"
  }
}

extension Snapshot {
  /// The mode in which a host that asks for one gets the view.
  public func displayMode(asked: DisplayMode) -> DisplayMode { largestDisplayMode == .compact ? .compact : asked }
}

extension Snapshot: FieldCoded {
  public init() {
    self.init(
      widget: WidgetIdentity(), view: nil, insets: .zero, hasContent: false, result: .noData, reason: .launch, updatedAt: 0)
  }

  /// Without the context and the failure, which have columns.
  public mutating func code(_ coder: inout some FieldCoder) {
    coder.code(&version)
    coder.code(&widget)
    coder.code(&view)
    coder.code(&insets)
    coder.code(&preferredSize.width)
    coder.code(&preferredSize.height)
    coder.code(&hasContent)
    coder.code(&result)
    coder.code(&reason)
    coder.code(&updatedAt)
    coder.code(&refreshAfter)
    coder.code(&largestDisplayMode)
  }
}
