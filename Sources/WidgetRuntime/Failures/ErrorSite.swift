import WidgetHelpers

/// A Lua runtime error and the source around it.
struct ErrorSite {
  /// Without the position: `attempt to index a nil value (local 'data')`.
  let message: String
  /// From 1; nil if unknown.
  let line: Int?
  let source: LuaSource
  /// Why an API function returned nil before the error.
  let latestFailure: CallFailure?

  /// The code of the failing line.
  var code: String { line.map(source.code) ?? "" }

  /// The variable in `attempt to index a nil value (field 'x')`.
  var variable: Variable? {
    guard let match = message.firstMatch(of: #/\((global|local|upvalue|field|method|constant) '([^']*)'\)$/#),
      let scope = Variable.Scope(rawValue: String(match.1))
    else { return nil }
    return Variable(scope: scope, name: String(match.2))
  }

  struct Variable {
    enum Scope: String { case global, local, upvalue, field, method, constant }

    var scope: Scope
    var name: String
  }

  /// The last value assigned to a variable before the error: `fetch(url)` in `local response = fetch(url)`.
  func assignment(to name: String) -> (line: Int, value: String)? {
    guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) else { return nil }
    for number in stride(from: min(line ?? source.lines.count, source.lines.count), through: 1, by: -1) {
      let code = source.code(number)
      guard let equals = code.firstMatch(of: #/[^=~<>]=(?!=)/#) else { continue }
      let names = code[..<equals.range.lowerBound.next(in: code)].split(whereSeparator: {
        !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "."
      })
      guard names.contains(Substring(name)) else { continue }
      return (number, code[equals.range.upperBound...].trimmingSpaces)
    }
    return nil
  }

  /// The expressions a field or method is read from in the line: `data.user` for `name` in `data.user.name`.
  func owners(of field: String) -> [String] {
    code.matches(of: #/[A-Za-z_]\w*(?:\s*[.:]\s*[A-Za-z_]\w*)+/#).compactMap { match in
      let names = match.output.split(whereSeparator: { ".: ".contains($0) })
      guard let index = names.dropFirst().firstIndex(of: Substring(field)) else { return nil }
      return names[..<index].joined(separator: ".")
    }
  }
}

extension String.Index {
  fileprivate func next(in text: String) -> String.Index { text.index(after: self) }
}

extension StringProtocol {
  /// The text without spaces at its ends.
  var trimmingSpaces: String {
    var rest = Substring(self).drop(while: \.isWhitespace)
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }
}
