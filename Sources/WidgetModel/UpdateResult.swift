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
  case launch, schedule, manual, reload, action, wake, network, retry
}
