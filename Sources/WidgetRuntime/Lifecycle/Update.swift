public import WidgetModel

/// The result of an update.
public enum Update: Sendable, Equatable {
  /// The view changed.
  case newData(Presentation)
  /// No new data. The presentation is nil unless the host needed one because it had nothing to show.
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
