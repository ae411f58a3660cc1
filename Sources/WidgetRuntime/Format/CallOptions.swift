import WidgetModel

/// The table of options at the end of a call.
struct CallOptions {
  private let name: String
  private let fields: [String: LuaValue]

  /// - Throws: For an option that does not exist: `format.bytes has no option "stile"; did you mean "style"?`
  init(_ call: HostCall, _ index: Int, _ known: [String]) throws(HostError) {
    name = call.name
    fields = call[index].table ?? [:]
    for key in fields.keys.sorted() where !known.contains(key) {
      let hint =
        NearestName.of(key, among: known).map { "; did you mean \"\($0)\"?" } ?? "; options are \(known.joined(separator: ", "))"
      throw HostError("\(name) has no option \(key.quoted)\(hint)")
    }
  }

  func integer(_ option: String, in range: ClosedRange<Int>) throws(HostError) -> Int? {
    guard let value = value(option) else { return nil }
    guard let integer = value.integer.flatMap({ Int(exactly: $0) }), range.contains(integer) else {
      throw fail(option, "a whole number from \(range.lowerBound) to \(range.upperBound)", value)
    }
    return integer
  }

  func boolean(_ option: String) throws(HostError) -> Bool? {
    guard let value = value(option) else { return nil }
    guard let boolean = value.boolean else { throw fail(option, "true or false", value) }
    return boolean
  }

  func choice<Choice: RawRepresentable<String> & CaseIterable>(_ option: String, of: Choice.Type) throws(HostError) -> Choice? {
    guard let value = value(option) else { return nil }
    guard let choice = value.string.flatMap(Choice.init(rawValue:)) else {
      throw fail(option, alternatives(of.allCases.map(\.rawValue)), value)
    }
    return choice
  }

  /// Seconds since 1970.
  func time(_ option: String) throws(HostError) -> Double? {
    guard let value = value(option) else { return nil }
    guard let time = value.double, time.isFinite else { throw fail(option, HostType.time.words, value) }
    return time
  }

  /// One ASCII character that is not among some others.
  func character(_ option: String, except: String) throws(HostError) -> UInt8? {
    guard let value = value(option) else { return nil }
    guard let bytes = value.stringBytes, bytes.count == 1, bytes[0] < 128, !except.utf8.contains(bytes[0]) else {
      throw fail(option, "one character, neither a quote nor a line end", value)
    }
    return bytes[0]
  }

  private func value(_ option: String) -> LuaValue? {
    guard let value = fields[option], !value.isNull else { return nil }
    return value
  }

  private func fail(_ option: String, _ words: String, _ value: LuaValue) -> HostError {
    HostError("\(name): \(option) must be \(words), got \(value.shown)")
  }
}
