import WidgetModel

/// A state of a card that a preview shows.
enum PreviewState: CaseIterable {
  case stale, failed, unavailable, redacted, rightToLeft

  var caption: String {
    switch self {
    case .stale: "stale"
    case .failed: "failed"
    case .unavailable: "failed, without a view"
    case .redacted: "redacted"
    case .rightToLeft: "right to left"
    }
  }

  /// How long ago the view of a stale or failed widget was made, in seconds.
  private static let age = 7200.0

  /// The same widget in this state.
  func applied(to snapshot: Snapshot) -> Snapshot {
    var shown = snapshot
    switch self {
    case .stale: shown.updatedAt -= Self.age
    case .failed:
      shown.failure = shown.failure ?? Self.failure
      shown.updatedAt -= Self.age
    case .unavailable:
      shown.failure = shown.failure ?? Self.failure
      shown.view = nil
    case .redacted: break
    case .rightToLeft: shown.view?.style.layoutDirection = .rightToLeft
    }
    return shown
  }

  private static let failure = Failure(.reported, "the server does not respond")
}
