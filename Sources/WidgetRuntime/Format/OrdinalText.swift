/// Formats ordinals: `1st`, `2.`, `3e`.
enum OrdinalText {
  static func text(_ number: Int64, _ locale: LocaleData) -> String {
    let numbers = NumberText(locale)
    let pattern = PluralRule(locale, .ordinalRules).choose(locale.row(.ordinals).column(0), PluralOperands(DecimalNumber(number)))
    return numbers.fill(pattern, numbers.number(DecimalNumber(number)))
  }
}
