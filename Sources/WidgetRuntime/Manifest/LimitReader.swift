import WidgetModel

/// Reads `limits = { memory = "16MB", cpu = "500ms", time = "10s", fetches = 5 }`. Whether one lowers the host's own limit is the
/// host's to say; here it only has to be a sensible amount.
enum LimitReader {
  private static let memory = 1 << 20...128 << 20

  static func limits(_ value: LuaValue) throws(ManifestError) -> ManifestLimits {
    let reader = try RecordReader(value, path: "limits", words: "a table of limits")
    try reader.check(names: ["memory", "cpu", "time", "fetches"])
    var limits = ManifestLimits()
    if let value = reader["memory"] {
      guard let bytes = bytes(value) else {
        throw reader.fail("memory", "must be bytes or text such as \"16MB\", got \(value.shown)")
      }
      guard memory.contains(bytes) else { throw reader.fail("memory", "must be from 1MB to 128MB, got \(value.shown)") }
      limits.memory = bytes
    }
    limits.cpu = try reader.duration("cpu", in: 0.001...60, words: "from 1ms to 60s")
    limits.time = try reader.duration("time", in: 0.1...300, words: "from 100ms to 5m")
    if let value = reader["fetches"] {
      guard let count = value.integer, (0...1000).contains(count) else {
        throw reader.fail("fetches", "must be a whole number from 0 to 1000, got \(value.shown)")
      }
      limits.fetches = Int(count)
    }
    return limits
  }

  /// Memory is counted in powers of 1024, whatever the unit is called.
  private static func bytes(_ value: LuaValue) -> Int? {
    if let number = value.integer { return Int(exactly: number) }
    guard let text = value.string else { return nil }
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let unit = text.dropFirst(digits.count).drop { $0 == " " }.uppercased()
    let shifts = ["B": 0, "KB": 10, "KIB": 10, "MB": 20, "MIB": 20, "GB": 30, "GIB": 30]
    guard let shift = shifts[unit], let number = Int(digits), number <= 1 << 30 else { return nil }
    return number << shift
  }
}
