import WidgetModel
import WidgetSystem

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
  private let rule: PluralRule
  /// Byte, kilobyte ... petabyte: `# kB`. Languages writing symbols have one more, the exabyte.
  private let units: [String]
  /// Whether the units are two-letter symbols (`kB`, `кБ`), which have binary forms.
  private let hasSymbols: Bool

  init(_ locale: LocaleData) {
    numbers = NumberText(locale)
    rule = PluralRule(locale)
    let row = locale.row(.bytes)
    let kilobyte = Self.symbol(row.column(1))
    hasSymbols = kilobyte.count == 2
    guard hasSymbols else {
      units = row
      return
    }
    // CLDR has a word for the byte and nothing above the petabyte.
    let byte = row.column(1).replacing(kilobyte, with: kilobyte.dropFirst())
    let prefix = kilobyte.first == "к" ? (locale.language == "uk" ? "Е" : "Э") : "E"
    units = [byte] + row.dropFirst() + [row.column(1).replacing(kilobyte, with: prefix + kilobyte.dropFirst())]
  }

  /// `kB` of `# kB`.
  private static func symbol(_ pattern: String) -> String { pattern.filter { $0 != "#" && !$0.isWhitespace } }

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
    return numbers.fill(rule.choose(unit(rank, style), PluralOperands(shown)), text)
  }

  /// The amount in a unit, rounded as displayed.
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
    let unit = units.column(rank)
    if rank == 0 || style == .decimal { return unit }
    let symbol = Self.symbol(unit)
    let prefix = hasSymbols ? symbol.prefix(1).uppercased() : String("KMGTP".dropFirst(max(0, rank - 1)).prefix(1))
    let infix = style == .memory ? "" : prefix.utf8.count == 1 ? "i" : "и"
    return hasSymbols ? unit.replacing(symbol, with: prefix + infix + symbol.dropFirst()) : "#\u{A0}" + prefix + infix + "B"
  }
}

extension String {
  func replacing(character: Character, with text: String) -> String {
    guard let place = firstIndex(of: character) else { return self }
    return self[..<place] + text + self[index(after: place)...]
  }
}
