/// `--size`: a width in points and an optional maximum height.
struct SizeArgument: Equatable {
  var width: Double
  var height: Double?

  /// Parses `320` and `320x200`.
  ///
  /// - Returns: nil for anything else, and for sides outside 1...10,000.
  init?(_ text: String) {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false)
    guard (1...2).contains(sides.count) else { return nil }
    let numbers = sides.compactMap { side in side.utf8.allSatisfy { (48...57).contains($0) } ? Int(side) : nil }
    guard numbers.count == sides.count, numbers.allSatisfy((1...10_000).contains) else { return nil }
    width = Double(numbers[0])
    height = numbers.count > 1 ? Double(numbers[1]) : nil
  }
}
