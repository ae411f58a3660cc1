/// How a language writes numbers.
struct NumberSymbols: Sendable, Equatable {
  var decimal: String
  var group: String
  /// The minimum number of digits before the first separator: 2 if 1234 is written without one.
  var minimumGroup: Int
  var minus: String
  /// `#` stands for the number.
  var percent: String
  /// Digits of each group except the last, which has three.
  var groupSize: Int

  init(_ locale: LocaleData) {
    let row = Self.table.row(locale)
    decimal = row.column(0)
    group = row.column(1)
    minimumGroup = Int(row.column(2)) ?? 1
    minus = row.column(3)
    percent = row.column(4)
    groupSize = locale.rows.first == "en-IN" ? 2 : 3
  }

  /// Decimal separator, group separator, minimum group, minus, percent.
  private static let table = LocaleTable(
    """
    en|.|,|1|-|#%
    de|,|.|1|-|#\u{A0}%
    de-AT|,|\u{A0}|1|-|#\u{A0}%
    de-CH|.|’|1|-|#%
    fr|,|\u{202F}|1|-|#\u{A0}%
    fr-CA|,|\u{A0}|1|-|#\u{A0}%
    fr-CH|,|\u{202F}|1|-|#%
    es|,|.|2|-|#\u{A0}%
    es-MX|.|,|1|-|#%
    it|,|.|2|-|#%
    pt|,|.|1|-|#%
    pt-PT|,|\u{A0}|2|-|#%
    nl|,|.|1|-|#%
    sv|,|\u{A0}|1|−|#\u{A0}%
    da|,|.|1|-|#\u{A0}%
    nb|,|\u{A0}|1|−|#\u{A0}%
    fi|,|\u{A0}|1|−|#\u{A0}%
    pl|,|\u{A0}|2|-|#%
    cs|,|\u{A0}|1|-|#\u{A0}%
    ru|,|\u{A0}|1|-|#\u{A0}%
    uk|,|\u{A0}|1|-|#%
    tr|,|.|1|-|%#
    ja|.|,|1|-|#%
    zh|.|,|1|-|#%
    ko|.|,|1|-|#%
    he|.|,|1|\u{200E}-|#%
    ar|.|,|1|\u{200E}-|#\u{200E}%\u{200E}
    """)
}
