/// The named styles of dates in a language, as patterns.
struct DatePatterns: Sendable {
  private let row: [String]

  init(_ locale: LocaleData) { row = Self.table.row(locale) }

  var time: String { row.column(3) }
  /// `5 Nov 2026`.
  var date: String { row.column(1) }
  /// `05/11/2026, 15:04`.
  var short: String { row.column(0) + joined(4) + time }
  /// `5 Nov 2026, 15:04`.
  var medium: String { date + joined(5) + time }
  /// `5 November 2026 at 15:04`.
  var long: String { row.column(2) + joined(6) + time }

  /// The text between a date and a time, quoted.
  private func joined(_ column: Int) -> String { "'" + row.column(column) + "'" }

  /// Short, medium and long date; time; the text between date and time in short, medium and long.
  private static let table = LocaleTable(
    """
    en|M/d/yy|MMM d, y|MMMM d, y|h:mm a|, |, | at\u{20}
    en-GB|dd/MM/y|d MMM y|d MMMM y|HH:mm|, |, | at\u{20}
    en-AU|d/M/yy|d MMM y|d MMMM y|h:mm a|, |, | at\u{20}
    en-CA|y-MM-dd|MMM d, y|MMMM d, y|h:mm a|, |, | at\u{20}
    en-IN|dd/MM/yy|d MMM y|d MMMM y|h:mm a|, |, | at\u{20}
    en-NZ|d/MM/yy|d MMM y|d MMMM y|h:mm a|, |, | at\u{20}
    de|dd.MM.yy|dd.MM.y|d. MMMM y|HH:mm|, |, | um\u{20}
    fr|dd/MM/y|d MMM y|d MMMM y|HH:mm| |, | à\u{20}
    fr-CA|y-MM-dd|d MMM y|d MMMM y|HH 'h' mm| |, | à\u{20}
    fr-CH|dd.MM.yy|d MMM y|d MMMM y|HH:mm| |, | à\u{20}
    es|d/M/yy|d MMM y|d 'de' MMMM 'de' y|H:mm|, |, | a las\u{20}
    es-MX|dd/MM/yy|d MMM y|d 'de' MMMM 'de' y|h:mm a|, |, | a las\u{20}
    it|dd/MM/yy|d MMM y|d MMMM y|HH:mm|, |, | alle ore\u{20}
    pt|dd/MM/y|d 'de' MMM 'de' y|d 'de' MMMM 'de' y|HH:mm|, |, | às\u{20}
    pt-PT|dd/MM/yy|dd/MM/y|d 'de' MMMM 'de' y|HH:mm|, |, | às\u{20}
    nl|dd-MM-y|d MMM y|d MMMM y|HH:mm|, |, | om\u{20}
    sv|y-MM-dd|d MMM y|d MMMM y|HH:mm| | | kl.\u{20}
    da|dd.MM.y|d. MMM y|d. MMMM y|HH.mm|, |, | kl.\u{20}
    nb|dd.MM.y|d. MMM y|d. MMMM y|HH:mm|, |, | kl.\u{20}
    fi|d.M.y|d.M.y|d. MMMM y|H.mm| klo | klo | klo\u{20}
    pl|d.MM.y|d MMM y|d MMMM y|HH:mm|, |, |\u{20}
    cs|dd.MM.yy|d. M. y|d. MMMM y|H:mm| | | v\u{20}
    ru|dd.MM.y|d MMM y 'г'.|d MMMM y 'г'.|HH:mm|, |, | в\u{20}
    uk|dd.MM.yy|d MMM y 'р'.|d MMMM y 'р'.|HH:mm|, |, | о\u{20}
    tr|d.MM.y|d MMM y|d MMMM y|HH:mm| | |\u{20}
    ja|y/MM/dd|y/MM/dd|y年M月d日|H:mm| | |\u{20}
    zh|y/M/d|y年M月d日|y年M月d日|HH:mm| | |\u{20}
    zh-TW|y/M/d|y年M月d日|y年M月d日|ah:mm| | |\u{20}
    ko|yy. M. d.|y. M. d.|y년 M월 d일|a h:mm| | |\u{20}
    he|d.M.y|d 'ב'MMM y|d 'ב'MMMM y|H:mm|, |, | בשעה\u{20}
    ar|d\u{200F}/M\u{200F}/y|dd\u{200F}/MM\u{200F}/y|d MMMM y|h:mm a|، |، | في\u{20}
    """)
}
