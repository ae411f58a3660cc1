/// The result of an update (`NCUpdateResult`; raw values in Apple's order).
public enum UpdateResult: String, Sendable, Equatable, Codable, CaseIterable {
  /// The view changed: a new snapshot is taken.
  case newData = "new_data"
  /// Nothing new: the old snapshot stays and nothing is done.
  case noData = "no_data"
  /// An error: the last content stays.
  case failed
}

/// Why the host requests an update.
public enum UpdateReason: String, Sendable, Equatable, Codable, CaseIterable {
  case launch, schedule, manual, reload, action
  /// The machine was suspended when the update was due.
  case wake
  /// The latest update failed, and the network is back.
  case network
  /// The latest update failed.
  case retry
  /// The worker had ended when a control was tapped.
  case restart
}
