/// Formats ordinals: `1st`, `2.`, `3e`.
enum OrdinalText {
  static func text(_ number: Int64, _ locale: LocaleData) -> String {
    let numbers = NumberText(locale)
    let written = numbers.number(DecimalNumber(number))
    let pattern =
      switch locale.language {
      case "en": "#" + english(number)
      case "fr": number.magnitude == 1 ? "#er" : "#e"
      case "sv": "#:" + swedish(number)
      case "de", "da", "nb", "fi", "cs", "pl", "tr": "#."
      case "es": "#.º"
      case "it", "pt": "#º"
      case "nl": "#e"
      case "ru", "uk": "#-й"
      case "ja", "zh": "第#"
      case "ko": "제#"
      default: "#"
      }
    return numbers.fill(pattern, written)
  }

  private static func english(_ number: Int64) -> String {
    if (11...13).contains(number.magnitude % 100) { return "th" }
    switch number.magnitude % 10 {
    case 1: return "st"
    case 2: return "nd"
    case 3: return "rd"
    default: return "th"
    }
  }

  private static func swedish(_ number: Int64) -> String {
    let isFirstOrSecond = (1...2).contains(number.magnitude % 10) && !(11...12).contains(number.magnitude % 100)
    return isFirstOrSecond ? "a" : "e"
  }
}
