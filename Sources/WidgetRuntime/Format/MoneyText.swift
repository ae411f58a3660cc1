import CLocales
import WidgetModel
import WidgetSystem

/// Formats amounts of money in a language: `€1,234.50`, `1.234,50 €`.
struct MoneyText: Sendable {
  /// An ISO 4217 code in capitals: `EUR`.
  struct Currency: Sendable, Equatable {
    let code: String

    /// - Returns: nil if the text isn't three letters. A code nobody has assigned is fine: it's its own symbol.
    init?(_ text: String) {
      guard text.utf8.count == 3, text.utf8.allSatisfy({ (65...90).contains($0 & 0xDF) }) else { return nil }
      code = text.uppercased()
    }

    /// Decimals of an amount: none for yen, three for Kuwaiti dinars.
    var places: Int {
      let entry = Self.exceptions.first { $0.hasPrefix(code) }
      return entry.flatMap { Int($0.dropFirst(4)) } ?? 2
    }

    private static let exceptions = String(cString: luawidget_decimals()).split(separator: "|")
  }

  private let numbers: NumberText
  private let pattern: String
  /// Empty if a negative amount is the sign before the pattern.
  private let negativePattern: String
  private let symbols: ArraySlice<String>

  init(_ locale: LocaleData) {
    let row = locale.row(.currencies)
    var numbers = NumberText(locale)
    numbers.symbols.decimal = row.column(2)
    numbers.symbols.group = row.column(3)
    self.numbers = numbers
    pattern = row.column(0)
    negativePattern = row.column(1)
    symbols = row.dropFirst(4)
  }

  /// - Parameter places: Decimals; nil is as many as the currency has.
  func text(_ amount: DecimalNumber, _ currency: Currency, places: Int? = nil, sign display: SignDisplay = .auto) -> String {
    let places = places ?? currency.places
    let rounded = amount.rounded(places: places)
    let digits = numbers.unsigned(rounded, minimumPlaces: places)
    let symbol = symbols.first { $0.hasPrefix(currency.code + "=") }.map { String($0.dropFirst(4)) } ?? currency.code
    let sign = numbers.sign(of: rounded, display)
    guard !sign.isEmpty else { return filled(pattern, symbol, digits) }
    if negativePattern.isEmpty { return sign + filled(pattern, symbol, digits) }
    return filled(negativePattern.replacing("-", with: sign), symbol, digits)
  }

  /// The pattern with the symbol for `¤` and the digits for `#`. A symbol that ends in a letter keeps its distance from a digit
  /// (Unicode Technical Standard 35, part 3, currency spacing).
  private func filled(_ pattern: String, _ symbol: String, _ digits: String) -> String {
    let space = "\u{A0}"
    var pattern = pattern
    if symbol.last.map(Self.keepsDistance) == true { pattern = pattern.replacing("¤#", with: "¤\(space)#") }
    if symbol.first.map(Self.keepsDistance) == true { pattern = pattern.replacing("#¤", with: "#\(space)¤") }
    return numbers.fill(pattern, digits).replacing("¤", with: symbol)
  }

  private static func keepsDistance(_ character: Character) -> Bool {
    guard let scalar = character.unicodeScalars.last else { return false }
    switch scalar.properties.generalCategory {
    case .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol, .spaceSeparator, .lineSeparator, .paragraphSeparator:
      return false
    default: return true
    }
  }
}
