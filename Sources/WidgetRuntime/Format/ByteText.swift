/// Formats amounts of data: `1.2 GB`, `1,2 Go`, `1.2 GiB`.
struct ByteText: Sendable {
  enum Style: String, Sendable, CaseIterable {
    /// Powers of 1000, as for disks and networks.
    case decimal
    /// Powers of 1024 with binary units: KiB, MiB.
    case binary
    /// Powers of 1024 with decimal units, as for memory.
    case memory
  }

  private let numbers: NumberText
  /// `#` is the number, `*` the unit.
  private let pattern: String
  /// Byte, kilobyte, megabyte ... exabyte.
  private let units: [String]

  init(_ locale: LocaleData) {
    numbers = NumberText(locale)
    let row = Self.table.row(locale)
    pattern = row.column(0)
    units = row.column(1).split(separator: " ").map(String.init)
  }

  /// One decimal below a hundred, none above, and none for bytes: `1.2 GB`, `12.3 GB`, `123 GB`.
  func bytes(_ value: Double, style: Style = .decimal) -> String {
    guard let exact = DecimalNumber(value) else { return "" }
    var rank = 0
    var (shown, places) = scaled(exact, value, rank, style)
    let base = style == .decimal ? 1000.0 : 1024.0
    while rank < units.count - 1, let magnitude = Double(shown.wholePart), magnitude >= base {
      rank += 1
      (shown, places) = scaled(exact, value, rank, style)
    }
    let text = numbers.number(shown, maximumPlaces: places)
    return numbers.fill(pattern, text).replacing(character: "*", with: unit(rank, style))
  }

  /// The amount in a unit, rounded as it is displayed.
  private func scaled(_ exact: DecimalNumber, _ value: Double, _ rank: Int, _ style: Style) -> (DecimalNumber, Int) {
    var number = exact.scaled(by: -3 * rank)
    if style != .decimal {
      // Exact: a power of two.
      var quotient = value
      for _ in 0..<rank { quotient /= 1024 }
      number = DecimalNumber(quotient) ?? exact
    }
    let places = rank == 0 || number.magnitude >= 2 ? 0 : 1
    return (number.rounded(places: places), places)
  }

  private func unit(_ rank: Int, _ style: Style) -> String {
    let unit = units.indices.contains(rank) ? units[rank] : ""
    if rank == 0 || style == .decimal { return unit }
    let prefix = unit.prefix(1).uppercased()
    return prefix + (style == .binary ? (prefix.utf8.count == 1 ? "i" : "и") : "") + unit.dropFirst()
  }

  private static let table = LocaleTable(
    """
    en|# *|B kB MB GB TB PB EB
    fr|#\u{A0}*|o ko Mo Go To Po Eo
    fi|#\u{A0}*|t kt Mt Gt Tt Pt Et
    de|#\u{A0}*|B kB MB GB TB PB EB
    es|#\u{A0}*|B kB MB GB TB PB EB
    it|#\u{A0}*|B kB MB GB TB PB EB
    pt|#\u{A0}*|B kB MB GB TB PB EB
    nl|#\u{A0}*|B kB MB GB TB PB EB
    sv|#\u{A0}*|B kB MB GB TB PB EB
    da|#\u{A0}*|B kB MB GB TB PB EB
    nb|#\u{A0}*|B kB MB GB TB PB EB
    pl|#\u{A0}*|B kB MB GB TB PB EB
    cs|#\u{A0}*|B kB MB GB TB PB EB
    ru|#\u{A0}*|Б кБ МБ ГБ ТБ ПБ ЭБ
    uk|#\u{A0}*|Б кБ МБ ГБ ТБ ПБ ЕБ
    ko|#*|B kB MB GB TB PB EB
    """)
}

extension String {
  func replacing(character: Character, with text: String) -> String {
    guard let place = firstIndex(of: character) else { return self }
    return self[..<place] + text + self[index(after: place)...]
  }
}
