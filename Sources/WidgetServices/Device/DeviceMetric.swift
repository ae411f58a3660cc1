/// The system metrics that a widget may request, under the names that `permissions.device` uses.
public enum DeviceMetric: String, Sendable, CaseIterable {
  case disk, memory, cpu, load, battery, uptime, network, processes, info

  /// Grants every metric: `device = true` in a manifest.
  public static let wildcard = "*"

  /// Whether a manifest or `--allow` may name this.
  public static func isValidPermission(_ name: String) -> Bool { name == wildcard || DeviceMetric(rawValue: name) != nil }
}
