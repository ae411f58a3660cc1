import WidgetModel

extension ViewFieldType {
  /// Decodes a value of this type. nil counts as not given.
  func decode(_ value: LuaValue) throws(FieldProblem) -> ViewFieldValue? {
    switch self {
    case .text:
      guard let text = value.displayText else { throw FieldProblem(expected: expectation, got: value) }
      return .text(text)
    case .icon:
      guard let name = value.string else { throw FieldProblem(expected: expectation, got: value) }
      return .text(name)
    case .alternative:
      if case .boolean(false) = value { return .flag(false) }
      guard let text = value.displayText else { throw FieldProblem(expected: expectation, got: value) }
      return .text(text)
    case .boolean:
      guard let flag = value.boolean else { throw FieldProblem(expected: expectation, got: value) }
      return .flag(flag)
    case .length: return .number(try Self.length(value))
    case .maximum: return .number(value.double == .infinity ? 100_000 : try Self.length(value))
    case .number(let range):
      let number = try Self.fraction(value)
      guard range.contains(number) else {
        let isPercentage = range == 0...1 && (1...100).contains(number)
        throw FieldProblem(
          "must be \(expectation), got \(value.shown)" + (isPercentage ? "; for a percentage write \(number / 100)" : ""))
      }
      return .number(number)
    case .finite: return .number(try Self.fraction(value))
    case .clamped(let range):
      return .number(min(max(try Self.fraction(value), range.lowerBound), range.upperBound))
    case .count:
      guard let integer = value.integer, integer >= 0, let count = Int(exactly: integer) else {
        throw FieldProblem(expected: expectation, got: value)
      }
      return .count(count)
    case .time:
      return .number(try Self.time(value))
    case .color: return .color(try ColorReader.color(value))
    case .palette: return .palette(try ColorReader.palette(value))
    case .background: return .background(try ColorReader.background(value))
    case .stroke: return .background(try ColorReader.stroke(value))
    case .border:
      switch value {
      case .boolean(false): return nil
      case .boolean(true): return .color(.named(.tertiary))
      default: return .color(try ColorReader.color(value))
      }
    case .font: return .font(try FontReader.font(value))
    case .insets: return .insets(try Self.insets(value))
    case .choice(let names): return .text(try Self.choice(value, among: names))
    case .url: return .text(try LinkReader.url(value))
    case .image: return .image(try LinkReader.image(value))
    case .columns: return .columns(try GridReader.columns(value))
    case .values: return .series([ChartSeries(try ChartReader.values(value))])
    case .series: return .series(try ChartReader.series(value))
    case .ticks: return .ticks(try ChartReader.ticks(value))
    case .rules: return .rules(try ChartReader.rules(value))
    case .texts: return .texts(try ChartReader.labels(value))
    case .spans: return .spans(try SpanReader.spans(value))
    case .extent: return .extent(try EffectReader.extent(value))
    case .offset: return .offset(try EffectReader.offset(value))
    case .shadow: return try EffectReader.shadow(value).map { .shadow($0) }
    case .radius:
      let radii = try EffectReader.radii(value)
      return .radii(all: radii.all, each: radii.each)
    case .path: return .text(try EffectReader.path(value))
    case .dash: return .numbers(try EffectReader.dash(value))
    case .trim: return .numbers(try EffectReader.trim(value))
    // A reading decodes it, which knows how many views there may be.
    case .view: return nil
    case .action:
      // A function arrives as the worker's number for it.
      guard let integer = value.integer, integer >= 0, let number = Int(exactly: integer) else {
        throw FieldProblem(expected: expectation, got: value)
      }
      return .count(number)
    }
  }

  private static func time(_ value: LuaValue) throws(FieldProblem) -> Double {
    let expectation = ViewFieldType.time.expectation
    guard let seconds = value.double, seconds.isFinite else {
      let remedy =
        value.stringBytes != nil
        ? "; write date.now() for now, or read a text with date.parse"
        : value.table != nil ? "; write date.now() for now" : ""
      throw FieldProblem("must be \(expectation), got \(value.shown)\(remedy)")
    }
    // The year 5138 in seconds, 1973 in milliseconds.
    guard abs(seconds) < 1e11 else {
      let (unit, divisor) = abs(seconds) < 1e14 ? ("milliseconds", "1000") : ("microseconds", "1000000")
      throw FieldProblem("must be \(expectation), got \(value.shown), which looks like \(unit): divide it by \(divisor)")
    }
    return seconds
  }

  /// A number without a unit. A percentage is a mistake for a fraction.
  private static func fraction(_ value: LuaValue) throws(FieldProblem) -> Double {
    guard let text = value.string, text.hasSuffix("%"), let percent = Double(text.dropLast()), percent.isFinite else {
      return try finite(value)
    }
    throw FieldProblem("must be a number, got \(value.shown); write \(plain(percent / 100))")
  }

  static func finite(_ value: LuaValue, at path: String = "") throws(FieldProblem) -> Double {
    guard let number = value.double else {
      let digits = value.string?.prefix { $0.isNumber || $0 == "." } ?? ""
      let remedy = Double(String(digits)).map { "; write \(plain($0)) without quotes" } ?? ""
      throw FieldProblem("must be a number, got \(value.shown)\(remedy)", at: path)
    }
    guard number.isFinite else { throw FieldProblem("must be a finite number, got \(number.shown)", at: path) }
    return number
  }

  static func length(_ value: LuaValue, at path: String = "") throws(FieldProblem) -> Double {
    min(max(try finite(value, at: path), 0), 100_000)
  }

  static func choice(_ value: LuaValue, among names: [String], at path: String = "") throws(FieldProblem) -> String {
    guard value.stringBytes != nil, let text = value.displayText else {
      throw FieldProblem(expected: alternatives(names), got: value, at: path)
    }
    if names.contains(text) { return text }
    if text.contains("%"), names == DateStyle.allCases.map(\.rawValue) {
      throw FieldProblem(
        "must be \(alternatives(names)), got \(text.quoted); for a pattern write ui.text(format.date(time, \"HH:mm\"))")
    }
    if let nearest = ForeignNames.choices[text].flatMap({ names.contains($0) ? $0 : nil }) ?? NearestName.of(text, among: names) {
      throw FieldProblem("\(text.quoted) is not known; \(NearestName.question(nearest))", at: path)
    }
    throw FieldProblem("must be \(alternatives(names)), got \(text.quoted)", at: path)
  }

  private static let sides = ["top", "left", "bottom", "right"]

  private static func insets(_ value: LuaValue) throws(FieldProblem) -> EdgeInsets {
    if value.double != nil { return EdgeInsets(all: try length(value)) }
    guard let fields = value.table else { throw FieldProblem(expected: ViewFieldType.insets.expectation, got: value) }
    for name in fields.keys.sorted() where !sides.contains(name) {
      let pairs = [
        "horizontal": "write left and right", "x": "write left and right", "vertical": "write top and bottom",
        "y": "write top and bottom",
      ]
      let otherwise = pairs[name] ?? "the sides are top, left, bottom and right"
      throw FieldProblem("unknown side \(name.quoted)\(NearestName.hint(name, among: sides, otherwise: otherwise))")
    }
    func side(_ name: String) throws(FieldProblem) -> Double {
      guard let value = fields[name], !value.isNull else { return 0 }
      return try length(value, at: "." + name)
    }
    return EdgeInsets(top: try side("top"), left: try side("left"), bottom: try side("bottom"), right: try side("right"))
  }
}
