public import WidgetModel

/// A widget's view and its requests to the host, decoded from a worker's record.
public struct Presentation: Sendable, Equatable {
  /// nil only for a hidden widget.
  public var view: ViewNode?
  public var insets: EdgeInsets
  public var preferredSize: Size
  public var hasContent: Bool
  /// Seconds from now; nil if the script didn't call `refresh_after`.
  public var refreshAfter: Double?
  /// The handlers the view's action numbers belong to. A tap on an older view is refused.
  public var generation: Int64
  /// Whether the script has no `perform_update`: a view equal to the last one is then no new data.
  public var isContentOnly: Bool
  /// Likely mistakes in the view.
  var warnings: [ViewError] = []

  /// - Parameters:
  ///   - proposed: Insets the script didn't change.
  ///   - locale: Decides the layout direction of a view without one.
  ///   - zone: The time zone of date fields.
  /// - Throws: ``Failure`` of kind `view`, with the path of the wrong field.
  init(_ record: LuaValue, proposed: EdgeInsets, locale: String = "en", zone: String = "UTC") throws(Failure) {
    hasContent = record["has_content"].boolean ?? true
    do {
      let content = record["content"]
      view = content.isNull && !hasContent ? nil : try ViewDecoder.decode(content, zone: zone, warnings: &warnings)
    } catch {
      throw Failure(.view, error.path.isEmpty ? error.message : "\(error.path): \(error.message)", at: error.location)
    }
    if view?.style.layoutDirection == nil, LayoutDirection(locale: locale) == .rightToLeft {
      view?.style.layoutDirection = .rightToLeft
    }
    insets = Self.insets(record["insets"], proposed: proposed)
    preferredSize = Size(
      width: Self.length(record["preferred_size"]["width"]), height: Self.length(record["preferred_size"]["height"]))
    refreshAfter = record["refresh_after"].double.flatMap { $0.isFinite && $0 >= 0 ? min($0, 366 * 86400) : nil }
    generation = record["generation"].integer ?? 0
    isContentOnly = record["content_only"].boolean ?? false
  }

  /// Removes the links whose scheme the widget may not open. Their texts stay.
  ///
  /// - Parameter isAllowed: Asked once about each scheme.
  mutating func restrictLinks(_ isAllowed: (_ scheme: String) -> Bool) {
    var schemes: Set<String> = []
    view?.collectLinkSchemes(&schemes)
    schemes = schemes.filter { !isAllowed($0) }
    if !schemes.isEmpty { view?.removeLinks(schemes) }
  }

  /// The view of a stored snapshot. Its handlers don't exist here.
  public init(_ snapshot: Snapshot) {
    view = snapshot.view
    insets = snapshot.insets
    preferredSize = snapshot.preferredSize
    hasContent = snapshot.hasContent
    refreshAfter = snapshot.refreshAfter.map { max(0, $0 - snapshot.updatedAt) }
    generation = 0
    isContentOnly = false
  }

  private static func insets(_ value: LuaValue, proposed: EdgeInsets) -> EdgeInsets {
    func side(_ name: String, _ fallback: Double) -> Double {
      guard let side = value[name].double, side.isFinite else { return fallback }
      return min(max(side, 0), 1000)
    }
    return EdgeInsets(
      top: side("top", proposed.top), left: side("left", proposed.left), bottom: side("bottom", proposed.bottom),
      right: side("right", proposed.right))
  }

  private static func length(_ value: LuaValue) -> Double {
    guard let length = value.double, length.isFinite else { return 0 }
    return min(max(length, 0), 100_000)
  }
}

extension ViewNode {
  /// The schemes of links.
  fileprivate func collectLinkSchemes(_ schemes: inout Set<String>) {
    func collect(_ url: String) {
      if let scheme = URLScheme.of(url) { schemes.insert(scheme) }
    }
    if case .link(_, let url) = content { collect(url) }
    for span in spans { if let url = span.link { collect(url) } }
    for child in children { child.collectLinkSchemes(&schemes) }
  }

  fileprivate mutating func removeLinks(_ schemes: Set<String>) {
    func isRemoved(_ url: String) -> Bool { URLScheme.of(url).map(schemes.contains) ?? false }
    if case .link(let text, let url) = content, isRemoved(url) { content = .text(text) }
    for index in spans.indices where spans[index].link.map(isRemoved) == true { spans[index].link = nil }
    for index in children.indices { children[index].removeLinks(schemes) }
  }
}

extension EdgeInsets {
  /// The table the script sees.
  var luaValue: LuaValue {
    ["top": .number(top), "left": .number(left), "bottom": .number(bottom), "right": .number(right)]
  }
}

/// The result of an update.
public enum Update: Sendable, Equatable {
  /// The view changed.
  case newData(Presentation)
  /// There's no new data. The presentation is nil unless the host needed one because it had nothing to show.
  case noData(Presentation?, refreshAfter: Double?)
  /// The script returned `failed`, or something went wrong; see the kind of the failure.
  case failed(Failure, refreshAfter: Double?)

  public var result: UpdateResult {
    switch self {
    case .newData: .newData
    case .noData: .noData
    case .failed: .failed
    }
  }
}
