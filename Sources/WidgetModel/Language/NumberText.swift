/// When a number shows its sign, as `signDisplay` of ECMA-402's `Intl.NumberFormat`.
package enum SignDisplay: String, Sendable, CaseIterable {
  /// Negative numbers show a minus sign.
  case auto
  /// Zero and positive numbers show a plus sign.
  case always
  /// Positive numbers show a plus sign, zero shows nothing.
  case exceptZero = "except_zero"
  case never
}

/// Formats numbers in a language.
package struct NumberText: Sendable {
  package let locale: LocaleData
  package var symbols: NumberSymbols

  package init(_ locale: LocaleData) {
    self.locale = locale
    symbols = NumberSymbols(locale)
  }

  /// `1,234.5`: rounded to a maximum of decimals and padded with zeros to a minimum.
  package func number(
    _ number: DecimalNumber, minimumPlaces: Int = 0, maximumPlaces: Int = 3, sign display: SignDisplay = .auto
  ) -> String {
    let rounded = number.rounded(places: maximumPlaces)
    return sign(of: rounded, display) + unsigned(rounded, minimumPlaces: minimumPlaces)
  }

  /// `81%`, `81 %`, `%81`: the number is a fraction of 1. The sign comes before a percent sign that comes first.
  package func percent(
    _ number: DecimalNumber, minimumPlaces: Int = 0, maximumPlaces: Int = 0, sign display: SignDisplay = .auto
  ) -> String {
    let rounded = number.scaled(by: 2).rounded(places: maximumPlaces)
    return sign(of: rounded, display) + fill(symbols.percent, unsigned(rounded, minimumPlaces: minimumPlaces))
  }

  /// The sign of a number that has been rounded.
  package func sign(of number: DecimalNumber, _ display: SignDisplay) -> String {
    if display == .never { return "" }
    if number.isNegative { return symbols.minus }
    let isShown = display == .always || display == .exceptZero && !number.isZero
    return isShown ? symbols.plus : ""
  }

  /// All digits of a number, without its sign.
  package func unsigned(_ number: DecimalNumber, minimumPlaces: Int = 0) -> String {
    var fraction = number.fraction
    fraction += String(repeating: "0", count: max(0, minimumPlaces - fraction.utf8.count))
    return symbols.localized(grouped(number.wholePart)) + (fraction.isEmpty ? "" : symbols.decimal + symbols.localized(fraction))
  }

  /// `1.2K`, `3,4 Mrd.`: one decimal below ten, none above, unless you ask for decimals.
  package func compact(_ number: DecimalNumber, places: Int? = nil, sign: SignDisplay = .auto) -> String {
    let units = CompactUnits(locale).units
    func unit(_ number: DecimalNumber) -> CompactUnits.Unit? { units.last { $0.start <= number.magnitude } }
    func written(_ unit: CompactUnits.Unit?) -> (DecimalNumber, Int) {
      let scaled = number.scaled(by: -(unit?.power ?? 0))
      let places = places ?? (scaled.magnitude < 1 ? 1 : 0)
      return (scaled.rounded(places: places), places)
    }
    var chosen = unit(number)
    var (rounded, places) = written(chosen)
    // 999 950 rounds to 1000 thousand, which is a million.
    if let next = unit(rounded.scaled(by: chosen?.power ?? 0)), next != chosen {
      chosen = next
      (rounded, places) = written(next)
    }
    // Compact numbers don't group four digits in any language.
    var writer = self
    writer.symbols.minimumGroup = 2
    guard let chosen else { return writer.number(rounded, maximumPlaces: places, sign: sign) }
    let pattern = PluralRule(locale).choose(chosen.pattern, PluralOperands(rounded, power: chosen.power))
    return fill(pattern, writer.number(rounded, maximumPlaces: places, sign: sign))
  }

  /// A pattern with the number replacing `#`.
  package func fill(_ pattern: String, _ number: String) -> String {
    guard let place = pattern.firstIndex(of: "#") else { return pattern }
    return pattern[..<place] + number + pattern[pattern.index(after: place)...]
  }

  private func grouped(_ digits: String) -> String {
    let digits = Array(digits)
    guard digits.count >= 3 + symbols.minimumGroup else { return String(digits) }
    var groups = [String(digits.suffix(3))]
    var rest = digits.dropLast(3)
    while !rest.isEmpty {
      groups.append(String(rest.suffix(symbols.groupSize)))
      rest = rest.dropLast(symbols.groupSize)
    }
    return groups.reversed().joined(separator: symbols.group)
  }
}

/// The abbreviations of large numbers, smallest first.
package struct CompactUnits: Sendable {
  package struct Unit: Sendable, Equatable {
    /// The power of ten.
    var power: Int
    /// The power of ten from which the unit is used, at least ``power``.
    var start: Int
    /// `#` stands for the number. Plural forms are separated by `/`.
    var pattern: String
  }

  package let units: [Unit]

  package init(_ locale: LocaleData) {
    units = locale.row(.compact).compactMap { column in
      let parts = column.split(separator: ":", maxSplits: 1)
      let powers = (parts.first ?? "").split(separator: ">").compactMap { Int($0) }
      guard parts.count == 2, let power = powers.first, let start = powers.last else { return nil }
      return Unit(power: power, start: start, pattern: String(parts[1]))
    }
  }
}
