import WidgetModel

/// Formats durations: `1 h 25 min`, `1 hour 25 minutes`, `1:25:00`.
struct DurationWords: Sendable {
  enum Style: String, Sendable, CaseIterable { case short, long, clock }

  private let locale: LocaleData
  private let numbers: NumberText

  init(_ locale: LocaleData) {
    self.locale = locale
    numbers = NumberText(locale)
  }

  /// - Parameters:
  ///   - seconds: Whole seconds; anything less than the last unit shown is truncated.
  ///   - count: The most units, from the largest that isn't zero. Later zero units are omitted.
  func text(_ seconds: Int, style: Style, units count: Int) -> String {
    let sign = seconds < 0 ? numbers.symbols.minus : ""
    let seconds = Int(clamping: seconds.magnitude)
    if style == .clock { return sign + clock(seconds) }
    let words = locale.row(style == .short ? .durationsShort : .durationsLong)
    let rule = PluralRule(locale)
    let amounts = [seconds / 86_400, seconds / 3600 % 24, seconds / 60 % 60, seconds % 60]
    let first = amounts.firstIndex { $0 > 0 } ?? 3
    let parts = (first..<min(first + count, 4)).filter { amounts[$0] > 0 || $0 == first }.map { unit in
      numbers.fill(rule.choose(words.column(unit), amounts[unit]), numbers.number(DecimalNumber(Int64(amounts[unit]))))
    }
    // Units without a space before them have none in between either. One hour may be a word without a number, and twenty aren't.
    let hours = rule.choose(words.column(1), 20).split(separator: "#", omittingEmptySubsequences: false)
    let isTight = hours.count == 2 && hours[1].first?.isWhitespace == false && locale.language != "ko"
    return sign + parts.joined(separator: isTight ? "" : " ")
  }

  /// `5:00`, `1:25:00`, `49:00:00`.
  private func clock(_ seconds: Int) -> String {
    let tail = seconds / 60 % 60
    let end = Self.twoDigits(seconds % 60)
    return numbers.symbols.localized(seconds < 3600 ? "\(tail):\(end)" : "\(seconds / 3600):\(Self.twoDigits(tail)):\(end)")
  }

  static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
}
