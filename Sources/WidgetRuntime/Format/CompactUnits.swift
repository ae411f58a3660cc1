/// The abbreviations of large numbers, smallest first.
struct CompactUnits: Sendable {
  struct Unit: Sendable, Equatable {
    /// Of ten.
    var power: Int
    /// The power of ten from which the unit is used, at least ``power``.
    var start: Int
    /// `#` stands for the number. Plural forms are separated by `/`.
    var pattern: String
  }

  let units: [Unit]

  init(_ locale: LocaleData) {
    units = locale.row(.compact).compactMap { column in
      let parts = column.split(separator: ":", maxSplits: 1)
      let powers = (parts.first ?? "").split(separator: ">").compactMap { Int($0) }
      guard parts.count == 2, let power = powers.first, let start = powers.last else { return nil }
      return Unit(power: power, start: start, pattern: String(parts[1]))
    }
  }
}
