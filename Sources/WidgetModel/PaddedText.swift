extension StringProtocol {
  /// The text with repetitions of `filler` before it, up to a number of characters. A longer text stays as it is.
  @inlinable
  public func padded(to count: Int, with filler: Character) -> String {
    let own = self.count
    let missing = count > own ? count - own : 0
    return String(repeating: filler, count: missing) + String(self)
  }
}
