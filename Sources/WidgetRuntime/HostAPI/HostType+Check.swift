import WidgetModel

extension HostType {
  /// Checks a value passed by a script.
  /// - Parameter path: The value's path inside the argument: `timeout.connect`.
  /// - Returns: `digits must be an integer from 0 to 20, got number 21`; nil for a value of this type.
  func problem(with value: LuaValue, at path: String) -> String? {
    switch self {
    case .optional(let type): return value.isNull ? nil : type.problem(with: value, at: path)
    case .duration(let range): return Self.durationProblem(value, range, at: path)
    case .choice(let names, let ignoresCase):
      if let text = value.string, names.contains(ignoresCase ? text.uppercased() : text) { return nil }
      guard let text = value.string else { return "\(path) must be \(words), got \(value.typeName)" }
      return "\(path) must be \(words), got \(text.quoted)\(NearestName.hint(text, among: names))"
    case .list(let type):
      guard let elements = value.array else { return mismatch(value, at: path) }
      for (index, element) in elements.enumerated() {
        if let problem = type.problem(with: element, at: "\(path)[\(index + 1)]") { return problem }
      }
      return nil
    case .record(let fields):
      guard let table = value.table else { return mismatch(value, at: path) }
      return Self.recordProblem(table, fields, at: path)
    case .either(let types):
      // A table is described by the alternative that takes tables, so the message names the field.
      if value.table != nil, let record = types.first(where: { if case .record = $0 { true } else { false } }) {
        return record.problem(with: value, at: path)
      }
      if types.contains(where: { $0.problem(with: value, at: path) == nil }) { return nil }
      // A duration has a more specific description than its type.
      if case .duration? = types.first { return types[0].problem(with: value, at: path) }
      return mismatch(value, at: path)
    default: return accepts(value) ? nil : mismatch(value, at: path)
    }
  }

  /// Types without parts.
  private func accepts(_ value: LuaValue) -> Bool {
    switch self {
    case .any, .function, .named: true
    case .boolean: value.boolean != nil
    case .number: value.double != nil
    case .numbers(let range): value.double.map(range.contains) ?? false
    case .integer: value.integer != nil
    case .integers(let range): value.integer.flatMap { Int(exactly: $0) }.map(range.contains) ?? false
    case .string: value.stringBytes != nil
    case .time: value.double.map(\.isFinite) ?? false
    case .table: value.table != nil
    case .choice, .duration, .list, .record, .either, .optional: problem(with: value, at: "") == nil
    }
  }

  private func mismatch(_ value: LuaValue, at path: String) -> String { "\(path) must be \(words), got \(value.shown)" }

  private static func recordProblem(_ table: [String: LuaValue], _ fields: [HostField], at path: String) -> String? {
    let names = fields.map(\.name)
    for name in table.keys.sorted() where !names.contains(name) {
      let prefix = path.isEmpty ? "" : "\(path): "
      let remedy = NearestName.hint(name, among: names, otherwise: "fields are \(names.joined(separator: ", "))")
      return "\(prefix)unknown field \(name.quoted)\(remedy)"
    }
    for field in fields {
      let inner = path.isEmpty ? field.name : path.hasSuffix("]") ? "\(path): \(field.name)" : "\(path).\(field.name)"
      if let problem = field.type.problem(with: table[field.name] ?? .null, at: inner) { return problem }
    }
    return nil
  }

  private static func durationProblem(_ value: LuaValue, _ range: ClosedRange<Double>?, at path: String) -> String? {
    do throws(DurationError) {
      let seconds = try DurationText.seconds(value)
      guard let range, !range.contains(seconds) else { return nil }
      return "\(path) must be \(HostType.duration(range).words), got \(value.string?.quoted ?? value.shown)"
    } catch {
      return "\(path): \(error)"
    }
  }
}
