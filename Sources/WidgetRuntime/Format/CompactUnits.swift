/// Abbreviations for large numbers, smallest first.
struct CompactUnits: Sendable {
  struct Unit: Sendable, Equatable {
    /// Of ten.
    var power: Int
    /// `#` stands for the number.
    var pattern: String
  }

  let units: [Unit]

  init(_ locale: LocaleData) {
    units = Self.table.row(locale).compactMap { column in
      let parts = column.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, let power = Int(parts[0]) else { return nil }
      return Unit(power: power, pattern: String(parts[1]))
    }
  }

  private static let table = LocaleTable(
    """
    en|3:#K|6:#M|9:#B|12:#T
    en-GB|3:#k|6:#m|9:#bn|12:#tn
    en-AU|3:#K|6:#M|9:#B|12:#T
    en-CA|3:#K|6:#M|9:#B|12:#T
    en-IN|3:#K|5:#L|7:#Cr|10:#KCr|12:#LCr
    de|6:#\u{A0}Mio.|9:#\u{A0}Mrd.|12:#\u{A0}Bio.
    fr|3:#\u{A0}k|6:#\u{A0}M|9:#\u{A0}Md|12:#\u{A0}Bn
    fr-CA|3:#\u{A0}k|6:#\u{A0}M|9:#\u{A0}G|12:#\u{A0}T
    es|3:#\u{A0}mil|6:#\u{A0}M|12:#\u{A0}B
    es-MX|3:#\u{A0}k|6:#\u{A0}M|12:#\u{A0}B
    it|3:#K|6:#\u{A0}Mln|9:#\u{A0}Mld|12:#\u{A0}Bln
    pt|3:#\u{A0}mil|6:#\u{A0}mi|9:#\u{A0}bi|12:#\u{A0}tri
    pt-PT|3:#\u{A0}mil|6:#\u{A0}M|9:#\u{A0}mM|12:#\u{A0}Bi
    nl|3:#K|6:#\u{A0}mln.|9:#\u{A0}mld.|12:#\u{A0}bln.
    sv|3:#\u{A0}tn|6:#\u{A0}mn|9:#\u{A0}md|12:#\u{A0}bn
    da|3:#\u{A0}t|6:#\u{A0}mio.|9:#\u{A0}mia.|12:#\u{A0}bio.
    nb|3:#k|6:#\u{A0}mill.|9:#\u{A0}mrd.|12:#\u{A0}bill.
    fi|3:#\u{A0}t.|6:#\u{A0}milj.|9:#\u{A0}mrd.|12:#\u{A0}bilj.
    pl|3:#\u{A0}tys.|6:#\u{A0}mln|9:#\u{A0}mld|12:#\u{A0}bln
    cs|3:#\u{A0}tis.|6:#\u{A0}mil.|9:#\u{A0}mld.|12:#\u{A0}bil.
    ru|3:#\u{A0}тыс.|6:#\u{A0}млн|9:#\u{A0}млрд|12:#\u{A0}трлн
    uk|3:#\u{A0}тис.|6:#\u{A0}млн|9:#\u{A0}млрд|12:#\u{A0}трлн
    tr|3:#\u{A0}B|6:#\u{A0}Mn|9:#\u{A0}Mr|12:#\u{A0}Tn
    ja|4:#万|8:#億|12:#兆
    zh|4:#万|8:#亿|12:#万亿
    zh-TW|4:#萬|8:#億|12:#兆
    ko|3:#천|4:#만|8:#억|12:#조
    he|3:#K\u{200F}|6:#M\u{200F}|9:#B\u{200F}|12:#T\u{200F}
    ar|3:#\u{A0}ألف|6:#\u{A0}مليون|9:#\u{A0}مليار|12:#\u{A0}ترليون
    """)
}
