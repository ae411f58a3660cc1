/// How a language writes numbers.
package struct NumberSymbols: Sendable, Equatable {
  package var decimal: String
  package var group: String
  /// The fewest digits before the first group separator: 2 where 1234 is written without one.
  package var minimumGroup: Int
  package var minus: String
  package var plus: String
  /// `#` stands for the number.
  package var percent: String
  /// The size of the groups before the last, which has three digits.
  package var groupSize: Int
  /// The language's digits, 0 first; nil for ASCII.
  package var digits: [Character]?

  package init(_ locale: LocaleData) {
    let row = locale.row(.numbers)
    decimal = row.column(0)
    group = row.column(1)
    minimumGroup = Int(row.column(2)) ?? 1
    minus = row.column(3)
    plus = row.column(7)
    percent = row.column(4)
    groupSize = Int(row.column(5)) ?? 3
    digits = row.column(6).isEmpty ? nil : row.column(6).map { $0 }
  }

  /// Text with ASCII digits replaced by the language's.
  package func localized(_ text: String) -> String {
    guard let digits, digits.count == 10 else { return text }
    return String(
      text.map { character in character.isASCII ? character.wholeNumberValue.map { digits[$0] } ?? character : character })
  }
}
