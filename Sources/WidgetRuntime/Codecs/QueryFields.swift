import WidgetModel

/// The fields of a query or a form as a table: `q=a&tag=x&tag=y` is `{ q = "a", tag = { "x", "y" } }`.
///
/// Used for the options `query` and `form` of `fetch` too. Names are in byte order, so equal tables give equal text.
enum QueryFields {
  /// - Throws: ``HostError`` for a value other than text, a number, a boolean or a list of those.
  static func encode(_ fields: [String: LuaValue], what: String) throws(HostError) -> String {
    var parts: [String] = []
    for (name, value) in fields.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      let values = value.array
      for (index, element) in (values ?? [value]).enumerated() {
        guard let bytes = bytes(of: element) else {
          let place = values == nil ? name : "\(name)[\(index + 1)]"
          // Within a table, null is `json.null`.
          let got = element.isNull ? "json.null" : element.shown
          throw HostError("\(what).\(place) must be text, a number, a boolean or a list of them, got \(got)")
        }
        parts.append(PercentCoding.encode(Array(name.utf8)) + "=" + PercentCoding.encode(bytes))
      }
    }
    return parts.joined(separator: "&")
  }

  /// The most fields of a query: more would take seconds to read.
  static let maximumFields = 10_000

  enum Problem: Error, Equatable {
    case damage(PercentCoding.Damage)
    case tooManyFields
    /// A name would take too long to compare.
    case stackedMarks
  }

  static func decode(_ query: some Collection<UInt8>) throws(Problem) -> [String: LuaValue] {
    // Lists grow in place: a name occurring a hundred thousand times mustn't copy its list each time.
    var fields: [String: [LuaValue]] = [:]
    var count = 0
    var start = query.startIndex
    while start < query.endIndex {
      let end = query[start...].firstIndex(of: UInt8(ascii: "&")) ?? query.endIndex
      let pair = query[start..<end]
      start = end < query.endIndex ? query.index(after: end) : end
      guard !pair.isEmpty else { continue }
      count += 1
      guard count <= maximumFields else { throw .tooManyFields }
      let sign = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
      let name: [UInt8]
      let value: [UInt8]
      do throws(PercentCoding.Damage) {
        name = try PercentCoding.decode(pair[..<sign], plusIsSpace: true)
        value = try PercentCoding.decode(pair[sign...].dropFirst(), plusIsSpace: true)
      } catch { throw .damage(error) }
      guard name.count <= StackedMarks.most || !StackedMarks.areIn(name) else { throw .stackedMarks }
      fields[String(decoding: name, as: UTF8.self), default: []].append(LuaValue(stringBytes: value))
    }
    return fields.mapValues { $0.count == 1 ? $0[0] : .array($0) }
  }

  /// Text, a number or a boolean as text: numbers in their shortest exact form. nil for anything else.
  static func bytes(of value: LuaValue) -> [UInt8]? {
    switch value {
    case .boolean(let flag): Array((flag ? "true" : "false").utf8)
    case .integer(let number): Array("\(number)".utf8)
    // An integral float is written as an integer.
    case .number(let number) where !number.isFinite: nil
    case .number(let number): Array((Int64(exactly: number).map { "\($0)" } ?? "\(number)").utf8)
    default: value.stringBytes
    }
  }
}
