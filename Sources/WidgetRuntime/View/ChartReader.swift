import WidgetModel

/// Reads a chart's data: lists of numbers with gaps, series with names and colours, labels.
enum ChartReader {
  private static let fields = ["name", "color", "values", "type", "fill", "axis"]
  private static let ruleFields = ["value", "label", "color"]

  /// NaN, infinity, nil and false are gaps.
  static func values(_ value: LuaValue, at path: String = "") throws(FieldProblem) -> [Double?] {
    guard let elements = value.array else { throw FieldProblem(expected: ViewFieldType.values.expectation, got: value, at: path) }
    guard elements.count <= Chart.maximumValues else { throw tooMany(at: path) }
    var values: [Double?] = []
    for (index, element) in elements.enumerated() {
      if element.isNull || element == .boolean(false) {
        values.append(nil)
      } else if let number = element.double {
        values.append(number.isFinite ? number : nil)
      } else {
        let isText = element.string.flatMap(Double.init) != nil
        throw FieldProblem(
          "must be a number, got \(element.shown)" + (isText ? "; convert it with tonumber(...)" : ""),
          at: path + "[\(index + 1)]")
      }
    }
    return values
  }

  static func series(_ value: LuaValue) throws(FieldProblem) -> [ChartSeries] {
    guard let elements = value.array else { throw FieldProblem(expected: ViewFieldType.series.expectation, got: value) }
    guard elements.count <= Chart.maximumSeries else {
      throw FieldProblem("a chart has at most \(Chart.maximumSeries) series, got \(elements.count)")
    }
    var series: [ChartSeries] = []
    var count = 0
    for (index, element) in elements.enumerated() {
      let path = "[\(index + 1)]"
      let one = try self.one(element, at: path)
      count += one.values.count
      guard count <= Chart.maximumValues else { throw tooMany(at: path) }
      series.append(one)
    }
    return series
  }

  static func ticks(_ value: LuaValue) throws(FieldProblem) -> [Double] {
    guard let elements = value.array else { throw FieldProblem(expected: ViewFieldType.ticks.expectation, got: value) }
    guard elements.count <= Chart.maximumTicks else {
      throw FieldProblem("a chart has at most \(Chart.maximumTicks) ticks, got \(elements.count)")
    }
    var ticks: [Double] = []
    for (index, element) in elements.enumerated() { ticks.append(try number(element, at: "[\(index + 1)]")) }
    return ticks
  }

  static func rules(_ value: LuaValue) throws(FieldProblem) -> [ChartRule] {
    guard let elements = value.array else { throw FieldProblem(expected: ViewFieldType.rules.expectation, got: value) }
    guard elements.count <= Chart.maximumRules else {
      throw FieldProblem("a chart has at most \(Chart.maximumRules) rules, got \(elements.count)")
    }
    var rules: [ChartRule] = []
    for (index, element) in elements.enumerated() { rules.append(try rule(element, at: "[\(index + 1)]")) }
    return rules
  }

  private static func rule(_ value: LuaValue, at path: String) throws(FieldProblem) -> ChartRule {
    guard case .table(let given) = value, !given.isEmpty else {
      guard value.double != nil else {
        throw FieldProblem(expected: "a number or { value = ..., label = ..., color = ... }", got: value, at: path)
      }
      return ChartRule(try number(value, at: path))
    }
    for name in given.keys.sorted() where !ruleFields.contains(name) {
      throw FieldProblem(
        "unknown field \(name.quoted)\(NearestName.hint(name, among: ruleFields, otherwise: "a rule has value, label and color"))",
        at: path)
    }
    guard let position = given["value"], !position.isNull else { throw FieldProblem("a rule needs value: a number", at: path) }
    var rule = ChartRule(try number(position, at: path + ".value"))
    rule.label = try text(given["label"], at: path + ".label")
    rule.color = try color(given["color"], at: path + ".color")
    return rule
  }

  private static func number(_ value: LuaValue, at path: String) throws(FieldProblem) -> Double {
    guard let number = value.double, number.isFinite else { throw FieldProblem(expected: "a number", got: value, at: path) }
    return number
  }

  private static func text(_ value: LuaValue?, at path: String) throws(FieldProblem) -> String? {
    guard let value, !value.isNull else { return nil }
    guard let text = value.displayText else { throw FieldProblem(expected: "text", got: value, at: path) }
    return text
  }

  private static func color(_ value: LuaValue?, at path: String) throws(FieldProblem) -> Color? {
    guard let value, !value.isNull else { return nil }
    do throws(FieldProblem) { return try ColorReader.color(value) } catch {
      throw FieldProblem(error.message, at: path + error.path)
    }
  }

  static func labels(_ value: LuaValue) throws(FieldProblem) -> [String] {
    guard let elements = value.array else { throw FieldProblem(expected: ViewFieldType.texts.expectation, got: value) }
    guard elements.count <= Chart.maximumValues else { throw FieldProblem("a chart has at most \(Chart.maximumValues) labels") }
    var labels: [String] = []
    for (index, element) in elements.enumerated() {
      // A value without a label.
      if element.isNull || element == .boolean(false) {
        labels.append("")
      } else if let text = element.displayText {
        labels.append(text)
      } else {
        throw FieldProblem(expected: "text", got: element, at: "[\(index + 1)]")
      }
    }
    return labels
  }

  private static func one(_ value: LuaValue, at path: String) throws(FieldProblem) -> ChartSeries {
    guard case .table(let given) = value, !given.isEmpty else {
      guard value.array != nil else {
        throw FieldProblem(expected: "a list of numbers or { name = ..., color = ..., values = ... }", got: value, at: path)
      }
      return ChartSeries(try values(value, at: path))
    }
    for name in given.keys.sorted() where !fields.contains(name) {
      throw FieldProblem(
        "unknown field \(name.quoted)"
          + NearestName.hint(name, among: fields, otherwise: "a series has name, color, values, type, fill and axis"),
        at: path)
    }
    guard let numbers = given["values"], !numbers.isNull else {
      throw FieldProblem("a series needs values: a list of numbers", at: path)
    }
    var series = ChartSeries(try values(numbers, at: path + ".values"))
    series.name = try text(given["name"], at: path + ".name")
    series.color = try color(given["color"], at: path + ".color")
    series.type = try choice(given["type"], among: Chart.seriesTypes, at: path + ".type")
    series.axis = try choice(given["axis"], among: ChartAxis.allCases, at: path + ".axis")
    if let fill = given["fill"], !fill.isNull {
      do throws(FieldProblem) {
        let background = try ColorReader.background(fill)
        (series.fill, series.fillGradient) = (background.color, background.gradient)
      } catch {
        throw FieldProblem(error.message, at: path + ".fill" + error.path)
      }
    }
    return series
  }

  private static func choice<Value: RawRepresentable<String>>(
    _ value: LuaValue?, among cases: [Value], at path: String
  ) throws(FieldProblem) -> Value? {
    guard let value, !value.isNull else { return nil }
    return Value(rawValue: try ViewFieldType.choice(value, among: cases.map(\.rawValue), at: path))
  }

  /// Sparklines and pies have series of one type on one axis.
  static func check(_ chart: Chart) throws(FieldProblem) {
    guard !Chart.seriesTypes.contains(chart.type) else { return }
    for (index, series) in chart.series.enumerated() where series.type != nil || series.axis != nil {
      let name = series.type != nil ? "type" : "axis"
      throw FieldProblem(
        "isn't for a \(chart.type.rawValue) chart; line, bar and area charts can mix series", at: ".series[\(index + 1)].\(name)")
    }
  }

  private static func tooMany(at path: String) -> FieldProblem {
    FieldProblem("a chart has at most \(Chart.maximumValues) values", at: path)
  }
}
