import WidgetModel

extension ViewSchema {
  /// What is wrong with fields that are right one by one.
  static func conflict(in values: [String: ViewFieldValue], of kind: ViewKind) -> FieldProblem? {
    switch kind {
    case .gauge: return emptyRange(values["min"]?.number ?? 0, values["max"]?.number ?? 1)
    case .chart:
      if values["values"] != nil, values["series"] != nil { return FieldProblem("give either values or series") }
      if values["values"] == nil, values["series"] == nil {
        return FieldProblem("ui.chart needs values: a list of numbers, or series")
      }
      guard let minimum = values["min"]?.number, let maximum = values["max"]?.number else { return nil }
      return emptyRange(minimum, maximum)
    default: return nil
    }
  }

  private static func emptyRange(_ minimum: Double, _ maximum: Double) -> FieldProblem? {
    guard minimum >= maximum else { return nil }
    return FieldProblem(
      "must be more than min (\(ViewFieldType.plain(minimum))), got \(ViewFieldType.plain(maximum))", at: ".max")
  }
}
