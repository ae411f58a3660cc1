import WidgetModel

/// Reads `permissions = { net = { "api.example.com" }, ... }`: what a widget asks for, not what it gets.
enum PermissionReader {
  private static let keys = ["net", "run", "env", "groups", "notify", "open_url", "device", "private_net"]
  private static let readings = ["disk", "memory", "cpu", "load", "battery", "uptime", "network", "info"]

  static func permissions(_ value: LuaValue) throws(ManifestError) -> PermissionSet {
    let reader = try RecordReader(value, path: "permissions", words: "a table of permissions")
    try reader.check(names: keys)
    var permissions = PermissionSet()
    permissions.net = try reader.list("net", of: "hosts", problem: hostProblem) ?? []
    permissions.privateNet = try reader.list("private_net", of: "hosts", problem: hostProblem) ?? []
    permissions.run = try reader.list("run", of: "programs", problem: { _ in nil }) ?? []
    permissions.env =
      try reader.list("env", of: "names of variables") { name in
        name.contains("=") ? "\(name.quoted) is not the name of a variable" : nil
      } ?? []
    permissions.groups = try reader.list("groups", of: "groups", problem: { _ in nil }) ?? []
    permissions.notify = try reader.flag("notify") ?? false
    permissions.openURL =
      try reader.list("open_url", of: "URL schemes") { scheme in
        if !URLScheme.isValid(scheme) { return "\(scheme.quoted) is not a URL scheme; write it without the colon" }
        return URLScheme.dangerous.contains(scheme.lowercased()) ? "\(scheme): URLs are never opened" : nil
      }?.map { $0.lowercased() } ?? []
    permissions.device = try device(reader)
    return permissions
  }

  /// `true` asks for everything.
  private static func device(_ reader: RecordReader) throws(ManifestError) -> [String] {
    if let all = reader["device"]?.boolean { return all ? ["*"] : [] }
    return try reader.list("device", of: "strings") { name in
      if readings.contains(name) || name == "*" { return nil }
      return "must be \(alternatives(readings)), got \(name.quoted)\(NearestName.hint(name, among: readings))"
    } ?? []
  }

  /// The usual slips; the network's own rules are checked where it is used.
  private static func hostProblem(_ host: String) -> String? {
    if host.contains("://") { return "write the host alone, without \"https://\": \(host.quoted)" }
    if host.contains("/") { return "write the host alone, without a path: \(host.quoted)" }
    return host.contains(where: \.isWhitespace) ? "a host has no spaces: \(host.quoted)" : nil
  }
}
