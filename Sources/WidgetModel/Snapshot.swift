/// A widget's last good state, complete: you can draw any format from it later and elsewhere, without Lua.
///
/// Times are seconds since 1970.
public struct Snapshot: Sendable, Equatable {
  /// Raised when an older reader could no longer draw what is stored.
  public static let currentVersion = 1

  public var version = Snapshot.currentVersion
  public var widget: WidgetIdentity
  /// The context the view was made for. Not encoded: stores keep it next to the snapshot.
  public var context = SnapshotContext()
  /// nil only for a widget that has never shown anything.
  public var view: ViewNode?
  /// The insets returned by `margin_insets`.
  public var insets: EdgeInsets
  /// The size requested by the script; 0 lets the host decide.
  public var preferredSize: Size
  /// false hides the widget (`has_content(false)`).
  public var hasContent: Bool
  public var result: UpdateResult
  public var reason: UpdateReason
  /// When the view last changed.
  public var updatedAt: Double
  /// The earliest next update, if the script asked for one.
  public var refreshAfter: Double?
  /// The largest mode the widget has a view for, unless that's expanded.
  public var largestDisplayMode: DisplayMode?
  /// Why the newest update failed; the view is older then.
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
}

extension Snapshot {
  /// The display mode a host gets when asking for another one.
  public func displayMode(asked: DisplayMode) -> DisplayMode { largestDisplayMode == .compact ? .compact : asked }
}

extension Snapshot: FieldCoded {
  public init() {
    self.init(
      widget: WidgetIdentity(), view: nil, insets: .zero, hasContent: false, result: .noData, reason: .launch, updatedAt: 0)
  }

  /// Stores no context and no failure: they have columns of their own.
  public mutating func code(_ coder: inout some FieldCoder) {
    coder.code("version", &version)
    coder.code("widget", &widget)
    coder.code("view", &view)
    coder.code("insets", &insets)
    coder.code("preferred_size", spread: &preferredSize)
    coder.code("has_content", &hasContent)
    coder.code("result", &result)
    coder.code("reason", &reason)
    coder.code("updated_at", &updatedAt)
    coder.code("refresh_after", &refreshAfter)
    coder.code("largest_display_mode", &largestDisplayMode)
  }
}

/// The result of an update (`NCUpdateResult`; raw values in Apple's order).
public enum UpdateResult: String, Sendable, Equatable, FieldValue, CaseIterable {
  /// The view changed: a new snapshot is taken.
  case newData = "new_data"
  /// Nothing is new; the old snapshot stays.
  case noData = "no_data"
  /// An error; the last content stays.
  case failed
}

/// Why the host requests an update.
public enum UpdateReason: String, Sendable, Equatable, FieldValue, CaseIterable {
  case launch, schedule, manual, reload, action
  /// The machine was suspended when the update was due.
  case wake
  /// The latest update failed, and the network is back.
  case network
  /// The latest update failed.
  case retry
  /// A control was tapped after the worker had ended.
  case restart
  /// Something has arrived on a stream, or was pushed. `on_event` runs instead of `perform_update`.
  case event
}

/// A widget's identity. Stores use ``id`` as the key of the script's own data and ``instance`` for data that depends on the settings.
public struct WidgetIdentity: Sendable, Equatable, Hashable {
  /// The file's stem and a hash of its path: two `flight.lua` in two folders never share a store. An entry of a board with an explicit
  /// `id` has that instead of the stem, and it is a part of what is hashed.
  public var id: String
  /// The `id` and a hash of the settings that differ from their defaults. Snapshots and cached values belong to an instance,
  /// because flight LY315 isn't flight LY316; defaults belong to the `id`.
  public var instance: String
  /// The manifest's name, else the file's stem.
  public var name: String
  public var icon: String?
  /// The script's absolute path. Not encoded: it reveals where the user keeps files, and other machines have other paths.
  public var path: String?

  public init(id: String, instance: String, name: String, icon: String? = nil, path: String? = nil) {
    self.id = id
    self.instance = instance
    self.name = name
    self.icon = icon
    self.path = path
  }
}

extension WidgetIdentity: FieldCoded {
  public init() { self.init(id: "", instance: "", name: "") }

  /// Leaves out the path, which has a column.
  public mutating func code(_ coder: inout some FieldCoder) {
    coder.code("id", &id)
    coder.code("instance", &instance)
    coder.code("name", &name)
    coder.code("icon", &icon)
  }
}
