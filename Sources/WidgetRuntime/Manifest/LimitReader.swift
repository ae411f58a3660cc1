public import WidgetModel
import WidgetSystem

/// Decodes `limits = { memory = "16MB", cpu = "500ms", time = "10s", fetches = 5 }`. The host decides whether a limit lowers its
/// own; the decoder only checks the range.
enum LimitReader {
  private static let memory = 1 << 20...128 << 20

  static func limits(_ value: LuaValue) throws(ManifestError) -> ManifestLimits {
    var limits = ManifestLimits()
    try RecordReader(value, path: "limits", words: "a table of limits").decode(fields, into: &limits)
    return limits
  }

  static let fields: [DeclaredField<ManifestLimits>] = [
    DeclaredField(
      "memory", .either([.string, .integer]), "Lua memory, from 1MB to 128MB: bytes, or text such as `\"16MB\"`",
      default: "\"32MB\"",
      example: "16MB"
    ) { reader, name, limits throws(ManifestError) in
      guard let value = reader[name] else { return }
      guard let bytes = bytes(value) else {
        throw reader.fail(name, "must be bytes or text such as \"16MB\", from 1MB to 128MB, got \(value.shown)")
      }
      guard memory.contains(bytes) else { throw reader.fail(name, "must be from 1MB to 128MB, got \(value.shown)") }
      limits.memory = bytes
    },
    DeclaredField(
      "cpu", .duration(0.001...60), "processor time of an update; loading and taps get half of it, a view a tenth",
      default: "\"1s\"",
      example: "500ms"
    ) { reader, name, limits throws(ManifestError) in
      limits.cpu = try reader.duration(name, in: 0.001...60, words: "from 1ms to 60s")
    },
    DeclaredField(
      "time", .duration(0.1...300), "like `timeout` of the manifest: the lower of both applies", default: "\"30s\"",
      example: "10s"
    ) {
      reader, name, limits throws(ManifestError) in
      limits.time = try reader.duration(name, in: 0.1...300, words: "from 100ms to 5m")
    },
    DeclaredField("fetches", .integers(0...1000), "fetches of an update", default: "20", example: 5) {
      reader, name, limits throws(ManifestError) in
      guard let value = reader[name] else { return }
      guard let count = value.integer, (0...1000).contains(count) else {
        throw reader.fail(name, "must be an integer from 0 to 1000, got \(value.shown)")
      }
      limits.fetches = Int(count)
    },
  ]

  /// Units are powers of 1024.
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

extension ManifestLimits {
  /// Adds a limit as a user writes it: `memory=64MB`, `cpu=2s`, `time=60s`, `fetches=40`. Names and ranges are those of a
  /// manifest.
  ///
  /// - Throws: A ``Failure`` of kind `usage`.
  public mutating func apply(argument: String) throws(Failure) {
    guard let equals = argument.firstIndex(of: "=") else {
      throw Failure(.usage, "a limit is written name=value, such as memory=64MB")
    }
    let name = String(argument[..<equals])
    let text = String(argument[argument.index(after: equals)...])
    let value: LuaValue = Int64(text).map { .integer($0) } ?? .string(text)
    let limits: ManifestLimits
    do { limits = try LimitReader.limits(.table([name: value])) } catch {
      // Users don't know Lua's types: `got "2GB"`, not `got string "2GB"`.
      let message = error.message.replacing(", got \(value.shown)", with: ", got \(text.quoted)")
      throw Failure(.usage, "\(error.path): \(message)")
    }
    memory = limits.memory ?? memory
    cpu = limits.cpu ?? cpu
    time = limits.time ?? time
    fetches = limits.fetches ?? fetches
  }
}
