/// A moment on the command line.
enum TimeArgument {
  /// Reads seconds since 1970, or RFC 3339: `2026-11-21T12:00:00Z`, `2026-11-21T12:00:00+01:00`, `2026-11-21` (midnight, UTC).
  ///
  /// - Returns: Seconds since 1970; nil for anything else, and for years outside 1...9999.
  static func seconds(_ text: String) -> Double? {
    if let seconds = Double(text) { return abs(seconds) < 253_402_300_800 ? seconds : nil }
    let bytes = Array(text.utf8)
    func number(_ range: Range<Int>) -> Int? {
      guard range.upperBound <= bytes.count else { return nil }
      return bytes[range].reduce(0 as Int?) { total, byte in
        guard let total, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
        return total * 10 + Int(byte - UInt8(ascii: "0"))
      }
    }
    func has(_ character: Unicode.Scalar, at index: Int) -> Bool {
      index < bytes.count && bytes[index] == UInt8(ascii: character)
    }
    guard has("-", at: 4), has("-", at: 7), let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
      year >= 1,
      (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    let shifted = month > 2 ? year : year - 1
    let era = shifted / 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let yearOfEra = shifted - era * 400
    let days = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    if bytes.count == 10 { return Double(days * 86_400) }
    guard has("T", at: 10) || has(" ", at: 10), has(":", at: 13), has(":", at: 16), let hour = number(11..<13),
      let minute = number(14..<16), let second = number(17..<19), hour < 24, minute < 60, second < 61
    else { return nil }
    let local = days * 86_400 + hour * 3600 + minute * 60 + second
    if bytes.count == 20, has("Z", at: 19) { return Double(local) }
    guard bytes.count == 25, has(":", at: 22), has("+", at: 19) || has("-", at: 19), let hours = number(20..<22),
      let minutes = number(23..<25), hours < 24, minutes < 60
    else { return nil }
    return Double(local - (has("+", at: 19) ? 1 : -1) * (hours * 3600 + minutes * 60))
  }
}
