/// What an update brought (`NCUpdateResult`; raw values in Apple's order).
public enum UpdateResult: String, Sendable, Equatable, Codable, CaseIterable {
  /// The view changed: take a new snapshot.
  case newData = "new_data"
  /// Nothing new: keep the old snapshot, do no work.
  case noData = "no_data"
  /// An error: keep showing what there was.
  case failed
}

/// Why the host asks for data now.
public enum UpdateReason: String, Sendable, Equatable, Codable, CaseIterable {
  case launch, schedule, manual, reload, action, wake, network, retry
}
