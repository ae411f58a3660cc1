public import WidgetModel

/// How an update ended.
public enum Update: Sendable, Equatable {
  /// The view changed.
  case newData(Presentation)
  /// Nothing new. A presentation is there only when the host asked for one because it had nothing to show.
  case noData(Presentation?, refreshAfter: Double?)
  /// The widget said so, or something went wrong; `failure` tells which.
  case failed(Failure, refreshAfter: Double?)

  public var result: UpdateResult {
    switch self {
    case .newData: .newData
    case .noData: .noData
    case .failed: .failed
    }
  }
}
