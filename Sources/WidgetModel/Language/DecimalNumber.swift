/// A number by its decimal digits, so rounding starts from the displayed number: 1.005 to two decimals is 1.01.
package struct DecimalNumber: Sendable, Equatable {
  package private(set) var isNegative: Bool
  /// 0...9 each, without leading zeros.
  private var digits: [UInt8]
  /// The number of digits before the decimal point; can be negative, or exceed the number of digits.
  private var point: Int

  package var isZero: Bool { digits.isEmpty }

  package init(_ value: Int64) {
    isNegative = value < 0
    digits = value == 0 ? [] : String(value.magnitude).utf8.map { $0 - 48 }
    point = digits.count
  }

  /// Uses the shortest digits identifying the number; nil if it's infinite or NaN.
  package init?(_ value: Double) {
    guard value.isFinite else { return nil }
    isNegative = value < 0
    // "123.0", "1.5e-07", "5e-324"
    let text = value.magnitude.description
    let parts = text.split(separator: "e")
    let mantissa = (parts.first ?? "0").split(separator: ".")
    let whole = mantissa.first.map { Array($0.utf8) } ?? []
    let fraction = mantissa.count > 1 ? Array(mantissa[1].utf8) : []
    digits = (whole + fraction).map { $0 &- 48 }
    point = whole.count + (parts.count > 1 ? Int(parts[1]) ?? 0 : 0)
    normalize()
  }

  /// The power of ten of the first digit: 3 for 1234, -2 for 0.05.
  package var magnitude: Int { point - 1 }

  /// The number times a power of ten.
  package func scaled(by power: Int) -> DecimalNumber {
    var result = self
    if !isZero { result.point += power }
    return result
  }

  /// Rounded half away from zero.
  package func rounded(places: Int) -> DecimalNumber {
    let kept = point + places
    guard kept < digits.count else { return self }
    var result = self
    guard kept >= 0 else {
      result.digits = []
      return result.normalized()
    }
    let roundsUp = digits[kept] >= 5
    result.digits = Array(digits[..<kept])
    if roundsUp {
      var index = kept - 1
      while index >= 0, result.digits[index] == 9 {
        result.digits[index] = 0
        index -= 1
      }
      if index >= 0 {
        result.digits[index] += 1
      } else {
        result.digits.insert(1, at: 0)
        result.point += 1
      }
    }
    return result.normalized()
  }

  /// Digits before the decimal point, at least one.
  package var wholePart: String {
    guard point > 0 else { return "0" }
    let shown = digits.prefix(point)
    return Self.text(shown) + String(repeating: "0", count: max(0, point - shown.count))
  }

  /// Digits after the decimal point, without trailing zeros.
  package var fraction: String {
    guard point < digits.count else { return "" }
    return point >= 0 ? Self.text(digits[point...]) : String(repeating: "0", count: -point) + Self.text(digits[...])
  }

  private static func text(_ digits: ArraySlice<UInt8>) -> String { String(decoding: digits.map { $0 + 48 }, as: UTF8.self) }

  private func normalized() -> DecimalNumber {
    var result = self
    result.normalize()
    return result
  }

  private mutating func normalize() {
    let leading = digits.prefix { $0 == 0 }.count
    digits.removeFirst(leading)
    point -= leading
    while digits.last == 0 { digits.removeLast() }
    if digits.isEmpty {
      point = 0
      isNegative = false
    }
  }
}
