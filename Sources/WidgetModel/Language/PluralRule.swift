/// The operands of CLDR's plural rules for a number as written (Unicode Technical Standard 35, part 3, "Operands").
package struct PluralOperands: Sendable, Equatable {
  /// `i`: the last 18 digits of the whole part. Rules compare small numbers and remainders.
  let whole: Int
  /// `v`: the number of decimal places as written.
  let places: Int
  /// `f`: the decimal places as a number.
  let fraction: Int
  /// `t`: the same without trailing zeros.
  let trimmedFraction: Int
  /// `e`: the power of ten of a compact number.
  let power: Int

  package init(_ number: Int) {
    whole = Int(number.magnitude % 1_000_000_000_000_000_000)
    places = 0
    fraction = 0
    trimmedFraction = 0
    power = 0
  }

  /// - Parameter number: The number as written, without trailing zeros; for a compact one, the part before the unit.
  package init(_ number: DecimalNumber, power: Int = 0) {
    let digits = number.fraction
    // A compact number counts as a whole: 1.2 million has no decimal places.
    let whole = power == 0 ? number.wholePart : number.scaled(by: power).wholePart
    self.whole = Int(whole.suffix(18)) ?? 0
    places = power == 0 ? digits.utf8.count : number.scaled(by: power).fraction.utf8.count
    fraction = power == 0 ? Int(digits.prefix(18)) ?? 0 : 0
    trimmedFraction = fraction
    self.power = power
  }

  /// Whether a condition such as `v=0&i%10=2..4&i%100!=12..14;n=1` is true: `&` joins relations, `;` joins alternatives.
  func satisfy(_ condition: String) -> Bool {
    condition.split(separator: ";").contains { $0.split(separator: "&").allSatisfy { isTrue($0) } }
  }

  private func isTrue(_ relation: Substring) -> Bool {
    guard let sign = relation.firstIndex(of: "=") else { return false }
    let isNegated = relation[..<sign].hasSuffix("!")
    let left = relation[..<sign].dropLast(isNegated ? 1 : 0).split(separator: "%")
    guard let operand = left.first, var value = value(of: operand) else { return isNegated }
    if left.count > 1, let divisor = Int(left[1]), divisor > 0 { value %= divisor }
    let isListed = relation[relation.index(after: sign)...].split(separator: ",").contains { item in
      let ends = item.split(separator: ".").compactMap { Int($0) }
      guard let first = ends.first, let last = ends.last else { return false }
      return first <= value && value <= last
    }
    return isListed != isNegated
  }

  /// nil for `n` with decimal places, which no whole number equals.
  private func value(of operand: Substring) -> Int? {
    switch operand {
    case "n": trimmedFraction == 0 ? whole : nil
    case "i": whole
    case "v": places
    case "w": trimmedFraction == 0 ? 0 : places
    case "f": fraction
    case "t": trimmedFraction
    case "c", "e": power
    default: nil
    }
  }
}

/// Which form of a phrase a number takes, by Unicode CLDR's plural rules.
package struct PluralRule: Sendable {
  /// A condition for each form but the last.
  private var conditions: [String] = []
  /// The forms' categories, unless they're ordinal ones.
  private var categories: [PluralCategory] = []

  /// - Parameter aspect: ``LocaleAspect/pluralRules`` or ``LocaleAspect/ordinalRules``.
  package init(_ locale: LocaleData, _ aspect: LocaleAspect = .pluralRules) {
    for column in locale.row(aspect) {
      let parts = column.split(separator: ":", maxSplits: 1)
      conditions.append(parts.last.map(String.init) ?? "")
      if parts.count == 2, let category = PluralCategory(rawValue: String(parts[0])) { categories.append(category) }
    }
  }

  /// The index of the form for a number, from 0.
  package func form(_ number: PluralOperands) -> Int { conditions.firstIndex { number.satisfy($0) } ?? conditions.count }

  /// The category of a number.
  package func category(_ number: PluralOperands) -> PluralCategory {
    let form = form(number)
    return categories.indices.contains(form) ? categories[form] : .other
  }

  /// The form of a phrase for a number, from `# hour/# hours`. A single form serves every number.
  package func choose(_ forms: some StringProtocol, _ number: PluralOperands) -> String {
    let forms = forms.split(separator: "/")
    let index = forms.count == 1 ? 0 : min(form(number), forms.count - 1)
    return forms.indices.contains(index) ? String(forms[index]) : ""
  }

  package func choose(_ forms: some StringProtocol, _ number: Int) -> String { choose(forms, PluralOperands(number)) }
}

/// The plural categories of Unicode CLDR. Each language uses some of them; all have ``other``.
package enum PluralCategory: String, Sendable, CaseIterable { case zero, one, two, few, many, other }
