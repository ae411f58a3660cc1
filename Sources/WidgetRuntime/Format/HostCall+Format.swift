import WidgetModel

/// The functions in `format`.
extension HostCall {
  func formatNumber(_ user: any LocalMoment) throws(HostError) -> LuaValue {
    let options = CallOptions(self, 1)
    let number = try finite(0)
    let places = places(options, standard: 3)
    let writer = NumberText(user.language)
    if options.boolean("compact") ?? false {
      return .string(writer.compact(number, places: options.integer("digits"), sign: options.sign))
    }
    return .string(writer.number(number, minimumPlaces: places.lowerBound, maximumPlaces: places.upperBound, sign: options.sign))
  }

  func formatPercent(_ user: any LocalMoment) throws(HostError) -> LuaValue {
    let options = CallOptions(self, 1)
    let places = places(options, standard: 0)
    let writer = NumberText(user.language)
    return .string(
      writer.percent(try finite(0), minimumPlaces: places.lowerBound, maximumPlaces: places.upperBound, sign: options.sign))
  }

  func formatCurrency(_ user: any LocalMoment) throws(HostError) -> LuaValue {
    let options = CallOptions(self, 2)
    guard let currency = MoneyText.Currency(text(1)) else {
      let names = ["$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY"]
      let hint = names[text(1)].map { "; \(NearestName.question($0))" } ?? ""
      throw HostError("\(name): currency must be a code of three letters, such as \"EUR\", got \(text(1).quoted)\(hint)")
    }
    let text = MoneyText(user.language).text(try finite(0), currency, places: options.integer("digits"), sign: options.sign)
    return .string(text)
  }

  /// Decimals at least and at most. A minimum above the maximum wins.
  private func places(_ options: CallOptions, standard: Int) -> ClosedRange<Int> {
    let least = options.integer("min_digits") ?? 0
    return least...max(options.integer("digits") ?? standard, least)
  }

  func formatBytes(_ user: any LocalMoment) throws(HostError) -> LuaValue {
    let options = CallOptions(self, 1)
    let style = options.choice("style", of: ByteText.Style.self) ?? .decimal
    _ = try finite(0)
    return .string(ByteText(user.language).bytes(self[0].double ?? 0, style: style))
  }

  func formatDate(_ user: any LocalMoment) throws(HostError) -> LuaValue {
    let writer = DateWriter(user.language, zone: try zone(2, user))
    let moment = self[0].double ?? 0
    let name = self[1].isNull ? "medium" : text(1)
    let text: String?
    if let style = DateWriter.Style(rawValue: name) {
      text = writer.text(moment, style: style)
    } else {
      text = writer.text(moment, pattern: try datePattern(name))
    }
    guard let text else { throw outsideCalendar(moment) }
    return .string(text)
  }

  func formatRelative(_ user: any LocalMoment) throws(HostError) -> LuaValue {
    let now = self[1].double ?? user.now()
    guard let text = RelativeText(user.language).text(self[0].double ?? 0, now: now, zone: user.zone) else {
      throw outsideCalendar(self[0].double ?? 0)
    }
    return .string(text)
  }

  func formatDuration(_ user: any LocalMoment) throws(HostError) -> LuaValue {
    let options = CallOptions(self, 1)
    let style = options.choice("style", of: DurationWords.Style.self) ?? .short
    let units = options.integer("units") ?? 2
    guard let value = self[0].double, abs(value) <= 1e15 else {
      throw HostError("\(name): seconds must be a number up to 1e15, got \(self[0].shown)")
    }
    return .string(DurationWords(user.language).text(Int(saturating: value.rounded(.towardZero)), style: style, units: units))
  }

  func formatList(_ user: any LocalMoment) throws(HostError) -> LuaValue {
    let elements = self[0].array ?? []
    guard elements.count <= 1000 else { throw HostError("\(name): at most 1000 elements, got \(elements.count)") }
    var texts: [String] = []
    for (index, element) in elements.enumerated() {
      guard let text = element.displayText else {
        throw HostError("\(name): element \(index + 1) must be a string or a number, got \(element.shown)")
      }
      texts.append(text)
    }
    return .string(ListText.text(texts, user.language))
  }

  func formatOrdinal(_ user: any LocalMoment) -> LuaValue { .string(OrdinalText.text(self[0].integer ?? 0, user.language)) }

  /// A finite number; integers are exact.
  private func finite(_ index: Int) throws(HostError) -> DecimalNumber {
    if case .integer(let integer) = self[index] { return DecimalNumber(integer) }
    guard let value = self[index].double, let number = DecimalNumber(value) else {
      throw HostError("\(name): n must be a finite number, got \(self[index].shown)")
    }
    return number
  }

  /// The error for a time outside the calendar, which is usually in milliseconds.
  func outsideCalendar(_ moment: Double) -> HostError {
    let isMilliseconds = !CalendarDate.moments.contains(moment) && CalendarDate.moments.contains(moment / 1000)
    let hint = isMilliseconds ? "; it looks like milliseconds: divide it by 1000" : ""
    return HostError("\(name): the time is outside of the years 1 to 9999\(hint)")
  }

  /// - Throws: `format.date: "shrot" is not a style; did you mean "short"?`, or the pattern's error.
  func datePattern(_ text: String) throws(HostError) -> DatePattern {
    do {
      return try DatePattern(text)
    } catch {
      if case .strftime = error { throw HostError("\(name): \(text.quoted) \(error)") }
      let styles = DateWriter.Style.allCases.map(\.rawValue)
      if let nearest = NearestName.of(text, among: styles) {
        throw HostError("\(name): \(text.quoted) is not a style; \(NearestName.question(nearest))")
      }
      throw HostError("\(name): \(text.quoted) is neither a style (\(styles.joined(separator: ", "))) nor a pattern: \(error)")
    }
  }
}

/// Formats ordinals: `1st`, `2.`, `3e`.
enum OrdinalText {
  static func text(_ number: Int64, _ locale: LocaleData) -> String {
    let numbers = NumberText(locale)
    let pattern = PluralRule(locale, .ordinalRules).choose(locale.row(.ordinals).column(0), PluralOperands(DecimalNumber(number)))
    return numbers.fill(pattern, numbers.number(DecimalNumber(number)))
  }
}
