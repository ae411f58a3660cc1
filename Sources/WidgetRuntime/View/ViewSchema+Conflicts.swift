import WidgetModel

extension ViewSchema {
  /// What is wrong with fields that are right one by one.
  static func conflict(in values: [String: ViewFieldValue], of kind: ViewKind) -> FieldProblem? {
    switch kind {
    case .gauge: return emptyRange(values["min"]?.number ?? 0, values["max"]?.number ?? 1, isMaximumWritten: values["max"] != nil)
    case .chart:
      if values["values"] != nil, values["series"] != nil { return FieldProblem("give either values or series") }
      if values["values"] == nil, values["series"] == nil {
        return FieldProblem("ui.chart needs values: a list of numbers, or series")
      }
      guard let minimum = values["min"]?.number, let maximum = values["max"]?.number else { return nil }
      return emptyRange(minimum, maximum, isMaximumWritten: true)
    default: return nil
    }
  }

  private static func emptyRange(_ minimum: Double, _ maximum: Double, isMaximumWritten: Bool) -> FieldProblem? {
    guard minimum >= maximum else { return nil }
    guard isMaximumWritten else {
      let (least, most) = (ViewFieldType.plain(minimum), ViewFieldType.plain(maximum))
      return FieldProblem("must be less than max (\(most) when not given), got \(least)", at: ".min")
    }
    return FieldProblem(
      "must be more than min (\(ViewFieldType.plain(minimum))), got \(ViewFieldType.plain(maximum))", at: ".max")
  }
}
