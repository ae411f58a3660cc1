public import WidgetModel

extension Setting {
  /// A value of the right type isn't within the setting's limits.
  public enum Problem: Sendable, Equatable {
    case range(minimum: Double?, maximum: Double?)
    case pattern(String)

    /// `be 5 or more`, for the end of "must ...".
    var words: String {
      switch self {
      case .range(let minimum?, let maximum?): "be from \(minimum.shortText) to \(maximum.shortText)"
      case .range(let minimum?, nil): "be \(minimum.shortText) or more"
      case .range(nil, let maximum?): "be \(maximum.shortText) or less"
      case .range(nil, nil): "be a number"
      case .pattern(let pattern): "match the pattern \(pattern.quoted)"
      }
    }
  }

  /// - Parameter value: One that the setting's type accepts.
  /// - Returns: nil if the limits and the pattern, if any, allow it. Only texts have a pattern, and an empty one is no text.
  func problem(with value: LuaValue) -> Problem? {
    if kind == .integer || kind == .number, let number = value.double, number < minimum ?? number || number > maximum ?? number {
      return .range(minimum: minimum, maximum: maximum)
    }
    guard let pattern, let text = value.string, !text.isEmpty, let matcher = try? LuaPattern(pattern), !matcher.matches(text)
    else {
      return nil
    }
    return .pattern(pattern)
  }
}

extension LuaPattern.Problem {
  /// `ends after "%"`, after "is not a pattern: it".
  var words: String {
    switch self {
    case .incomplete: "ends in the middle of a class"
    case .missingArgument("b"): "needs two characters after %b"
    case .missingArgument: "needs a set after %f, as in %f[%w]"
    case .unbalanced: "has a parenthesis without the other"
    case .noCapture: "refers to a capture that isn't there"
    case .tooLong: "has more than \(LuaPattern.maximumBytes) bytes"
    }
  }
}
