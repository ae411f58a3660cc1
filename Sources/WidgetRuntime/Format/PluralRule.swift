/// The plural form of a word for a whole number. Source: Unicode CLDR, cardinal rules, whole numbers only.
enum PluralRule: Sendable {
  case none, one, zeroAndOne, polish, czech, eastSlavic, hebrew, arabic

  init(_ locale: LocaleData) {
    self =
      switch locale.language {
      case "ja", "zh", "ko": .none
      case "fr": .zeroAndOne
      case "pt": locale.rows.contains("pt-PT") ? .one : .zeroAndOne
      case "pl": .polish
      case "cs": .czech
      case "ru", "uk": .eastSlavic
      case "he": .hebrew
      case "ar": .arabic
      default: .one
      }
  }

  /// The index of the form for a number, from 0.
  func form(_ number: Int) -> Int {
    let number = number.magnitude
    let ones = number % 10
    let tens = number % 100
    switch self {
    case .none: return 0
    case .one: return number == 1 ? 0 : 1
    case .zeroAndOne: return number <= 1 ? 0 : 1
    case .polish: return number == 1 ? 0 : (2...4).contains(ones) && !(12...14).contains(tens) ? 1 : 2
    case .czech: return number == 1 ? 0 : (2...4).contains(number) ? 1 : 2
    case .eastSlavic: return ones == 1 && tens != 11 ? 0 : (2...4).contains(ones) && !(12...14).contains(tens) ? 1 : 2
    case .hebrew: return number == 1 ? 0 : number == 2 ? 1 : 2
    case .arabic:
      if number == 1 || number == 2 { return Int(number) - 1 }
      return (3...10).contains(tens) ? 2 : tens >= 11 ? 3 : 4
    }
  }

  /// The form of a word for a number, from `# hour/# hours`; a word with fewer forms uses its last.
  func choose(_ forms: some StringProtocol, _ number: Int) -> String {
    let forms = forms.split(separator: "/")
    let index = min(form(number), forms.count - 1)
    return forms.indices.contains(index) ? String(forms[index]) : ""
  }
}
