import WidgetModel

/// The beginnings of texts that are too long for one message of the worker: they come by `document.part`, before the call whose
/// arguments are their ends.
struct LongTexts {
  /// Bytes of all beginnings of one call. A little more than any function takes: that a text is too large is the function's to say.
  static let maximumSize = 5 << 20

  /// By the argument's position from 1; in `fetch` and `fetch.all`, by that of the request whose body it is.
  private var parts: [Int: [UInt8]] = [:]
  private var size = 0

  var isEmpty: Bool { parts.isEmpty }

  mutating func add(_ part: [UInt8], at position: Int) throws(HostError) {
    size += part.count
    guard size <= Self.maximumSize else {
      self = LongTexts()
      throw HostError("document.part: the text is too large")
    }
    parts[position, default: []] += part
  }

  /// The arguments of a call with their texts whole.
  func joined(to arguments: [LuaValue], of name: String) -> [LuaValue] {
    switch name {
    case "fetch": return arguments.enumerated().map { body($0.element, at: $0.offset + 1) }
    case "fetch.all":
      guard let requests = arguments.first?.array else { return arguments }
      return [.array(requests.enumerated().map { body($0.element, at: $0.offset + 1) })] + arguments.dropFirst()
    default: return arguments.enumerated().map { text($0.element, at: $0.offset + 1) }
    }
  }

  private func text(_ value: LuaValue, at position: Int) -> LuaValue {
    guard let part = parts[position], let end = value.stringBytes else { return value }
    return LuaValue(stringBytes: part + end)
  }

  private func body(_ request: LuaValue, at position: Int) -> LuaValue {
    guard case .table(var fields) = request, let body = fields["body"] else { return request }
    fields["body"] = text(body, at: position)
    return .table(fields)
  }
}
