import WidgetModel

/// The options table at the end of a call. The function's declaration has already checked names and types.
struct CallOptions {
  private let name: String
  private let fields: LuaValue

  init(_ call: HostCall, _ index: Int) {
    name = call.name
    fields = call[index]
  }

  func integer(_ option: String) -> Int? { fields[option].integer.flatMap { Int(exactly: $0) } }

  func boolean(_ option: String) -> Bool? { fields[option].boolean }

  func choice<Choice: RawRepresentable<String>>(_ option: String, of: Choice.Type) -> Choice? {
    fields[option].string.flatMap(Choice.init(rawValue:))
  }

  var sign: SignDisplay { choice("sign", of: SignDisplay.self) ?? .auto }

  /// Seconds since 1970.
  func time(_ option: String) -> Double? { fields[option].double }

  /// One ASCII character other than these.
  func character(_ option: String, except: String) throws(HostError) -> UInt8? {
    let value = fields[option]
    if value.isNull { return nil }
    guard let bytes = value.stringBytes, bytes.count == 1, bytes[0] < 128, !except.utf8.contains(bytes[0]) else {
      throw HostError("\(name): \(option) must be one character, neither a quote nor a line end, got \(value.shown)")
    }
    return bytes[0]
  }
}
