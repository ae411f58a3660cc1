import WidgetHelpers
import WidgetSystem

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
    guard let match = TextPattern(#"\((global|local|upvalue|field|method|constant) '([^']*)'\)$"#).firstMatch(in: message),
      let scope = Variable.Scope(rawValue: match[1])
    else { return nil }
    return Variable(scope: scope, name: match[2])
  }

  struct Variable {
    enum Scope: String { case global, local, upvalue, field, method, constant }

    var scope: Scope
    var name: String
  }

  /// The last value assigned to a variable before the error: `fetch(url)` in `local response = fetch(url)`.
  func assignment(to name: String) -> (line: Int, value: String)? {
    guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) else { return nil }
    let assignment = TextPattern("[^=~<>](=)([^=]|$)")
    for number in stride(from: min(line ?? source.lines.count, source.lines.count), through: 1, by: -1) {
      let code = source.code(number)
      guard let equals = assignment.firstMatch(in: code)?.range(1) else { continue }
      let names = code[..<equals.lowerBound].split(whereSeparator: {
        !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "."
      })
      guard names.contains(Substring(name)) else { continue }
      return (number, code[equals.upperBound...].trimmingSpaces)
    }
    return nil
  }

  /// The expressions a field or method is read from in the line: `data.user` for `name` in `data.user.name`.
  func owners(of field: String) -> [String] {
    TextPattern(#"[A-Za-z_]\w*(\s*[.:]\s*[A-Za-z_]\w*)+"#).matches(in: code).compactMap { match in
      let names = match[0].split(whereSeparator: { ".: ".contains($0) })
      guard let index = names.dropFirst().firstIndex(of: Substring(field)) else { return nil }
      return names[..<index].joined(separator: ".")
    }
  }
}

extension StringProtocol {
  /// The text without spaces at its ends.
  var trimmingSpaces: String {
    var rest = Substring(self).drop(while: \.isWhitespace)
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }
}
