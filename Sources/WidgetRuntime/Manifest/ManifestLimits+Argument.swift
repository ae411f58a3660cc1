public import WidgetModel

extension ManifestLimits {
  /// Adds one limit as a user writes it: `memory=64MB`, `cpu=2s`, `time=60s`, `fetches=40`. The names and ranges are those of a manifest.
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
      // Users know no types of Lua: `got "2GB"`, not `got string "2GB"`.
      let message = error.message.replacing(", got \(value.shown)", with: ", got \(text.quoted)")
      throw Failure(.usage, "\(error.path): \(message)")
    }
    memory = limits.memory ?? memory
    cpu = limits.cpu ?? cpu
    time = limits.time ?? time
    fetches = limits.fetches ?? fetches
  }
}
