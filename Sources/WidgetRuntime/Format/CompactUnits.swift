/// The abbreviations of large numbers, smallest first.
struct CompactUnits: Sendable {
  struct Unit: Sendable, Equatable {
    /// Of ten.
    var power: Int
    /// `#` stands for the number. Plural forms are separated by `/`.
    var pattern: String
  }

  let units: [Unit]

  init(_ locale: LocaleData) {
    units = locale.row(.compact).compactMap { column in
      let parts = column.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, let power = Int(parts[0]) else { return nil }
      return Unit(power: power, pattern: String(parts[1]))
    }
  }
}
