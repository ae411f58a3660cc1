// The names are those of Swift's string processing library, which would bring its regular expressions into each program: a megabyte.
// In a text these compare bytes of UTF-8, so a mark that combines with a sign can't hide the sign from a search.

extension StringProtocol {
  /// Whether a text is in this one. The empty text is in every one.
  @_disfavoredOverload
  public func contains(_ other: some StringProtocol) -> Bool { firstRange(of: other) != nil }

  /// Where a text is first in this one.
  public func firstRange(of other: some StringProtocol) -> Range<Index>? { utf8.firstRange(of: other.utf8) }

  /// Where a text is in this one. The ranges don't overlap.
  public func ranges(of other: some StringProtocol) -> [Range<Index>] { utf8.ranges(of: other.utf8) }

  /// The parts between the occurrences of a text.
  @_disfavoredOverload
  public func split(
    separator: some StringProtocol, maxSplits: Int = .max, omittingEmptySubsequences: Bool = true
  ) -> [SubSequence] {
    utf8.parts(between: separator.utf8, maxSplits, omittingEmptySubsequences).map { self[$0] }
  }

  /// The text without a beginning, if it has that.
  public func trimmingPrefix(_ prefix: some StringProtocol) -> SubSequence {
    utf8.starts(with: prefix.utf8) ? self[utf8.index(startIndex, offsetBy: prefix.utf8.count)...] : self[...]
  }
}

extension StringProtocol where Self: RangeReplaceableCollection {
  /// The text with another one for each occurrence of a text.
  public func replacing(_ other: some StringProtocol, with replacement: some StringProtocol) -> Self {
    let found = ranges(of: other)
    guard !found.isEmpty else { return self }
    var result = Self()
    var rest = startIndex
    for range in found {
      result.append(contentsOf: self[rest..<range.lowerBound])
      result.append(contentsOf: replacement)
      rest = range.upperBound
    }
    result.append(contentsOf: self[rest...])
    return result
  }
}

extension Collection where Element: Equatable {
  /// Whether these elements are in the collection, one after another.
  @_disfavoredOverload
  public func contains(_ other: some Collection<Element>) -> Bool { firstRange(of: other) != nil }

  /// Where these elements are first in the collection.
  public func firstRange(of other: some Collection<Element>) -> Range<Index>? {
    guard let first = other.first else { return startIndex..<startIndex }
    var start = startIndex
    while let place = self[start...].firstIndex(of: first) {
      if let end = end(of: other, at: place) { return place..<end }
      start = index(after: place)
    }
    return nil
  }

  /// Where these elements are in the collection. The ranges don't overlap; for no elements there are none.
  public func ranges(of other: some Collection<Element>) -> [Range<Index>] {
    if other.isEmpty { return [] }
    var found: [Range<Index>] = []
    var start = startIndex
    while let range = self[start...].firstRange(of: other) {
      found.append(range)
      start = range.upperBound
    }
    return found
  }

  /// The parts between the occurrences of these elements.
  @_disfavoredOverload
  public func split(
    separator: some Collection<Element>, maxSplits: Int = .max, omittingEmptySubsequences: Bool = true
  ) -> [SubSequence] {
    parts(between: separator, maxSplits, omittingEmptySubsequences).map { self[$0] }
  }

  fileprivate func parts(
    between separator: some Collection<Element>, _ maxSplits: Int, _ omitsEmpty: Bool
  ) -> [Range<Index>] {
    var parts: [Range<Index>] = []
    var start = startIndex
    while parts.count < maxSplits, !separator.isEmpty, let range = self[start...].firstRange(of: separator) {
      if !omitsEmpty || start < range.lowerBound { parts.append(start..<range.lowerBound) }
      start = range.upperBound
    }
    if !omitsEmpty || start < endIndex { parts.append(start..<endIndex) }
    return parts
  }

  private func end(of other: some Collection<Element>, at start: Index) -> Index? {
    var place = start
    for element in other {
      guard place < endIndex, self[place] == element else { return nil }
      formIndex(after: &place)
    }
    return place
  }
}

extension RangeReplaceableCollection where Element: Equatable {
  /// The collection with other elements for each occurrence of some.
  public func replacing(_ other: some Collection<Element>, with replacement: some Collection<Element>) -> Self {
    var result = Self()
    var rest = startIndex
    for range in ranges(of: other) {
      result.append(contentsOf: self[rest..<range.lowerBound])
      result.append(contentsOf: replacement)
      rest = range.upperBound
    }
    result.append(contentsOf: self[rest...])
    return result
  }
}
