/// Which form of a phrase a number takes, by the plural rules of Unicode CLDR.
struct PluralRule: Sendable {
  /// A condition for each form but the last.
  private let conditions: [String]

  /// - Parameter aspect: ``LocaleAspect/pluralRules`` or ``LocaleAspect/ordinalRules``.
  init(_ locale: LocaleData, _ aspect: LocaleAspect = .pluralRules) { conditions = locale.row(aspect) }

  /// The index of the form for a number, from 0.
  func form(_ number: PluralOperands) -> Int { conditions.firstIndex { number.satisfy($0) } ?? conditions.count }

  /// The form of a phrase for a number, from `# hour/# hours`. A phrase with one form has it for every number.
  func choose(_ forms: some StringProtocol, _ number: PluralOperands) -> String {
    let forms = forms.split(separator: "/")
    let index = forms.count == 1 ? 0 : min(form(number), forms.count - 1)
    return forms.indices.contains(index) ? String(forms[index]) : ""
  }

  func choose(_ forms: some StringProtocol, _ number: Int) -> String { choose(forms, PluralOperands(number)) }
}
