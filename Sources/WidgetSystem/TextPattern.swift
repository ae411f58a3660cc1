/// A regular expression of the C library: POSIX extended syntax, with `\w`, `\s` and `\b` as on Linux and macOS. Letters are those of
/// ASCII.
///
/// Swift's own expressions would make each program a megabyte larger.
///
/// `@unchecked Sendable`: once compiled, an expression is only used by `regexec`, which any number of threads may call.
public final class TextPattern: @unchecked Sendable {
  private var expression = regex_t()
  /// Whether the pattern is valid. Another one matches nothing.
  public let isValid: Bool
  private let groups: Int

  public init(_ pattern: StaticString) {
    isValid = regcomp(&expression, "\(pattern)", REG_EXTENDED) == 0
    groups = isValid ? Int(expression.re_nsub) : 0
  }

  deinit { if isValid { regfree(&expression) } }

  /// Part of a text that matches, with the parts that the groups in parentheses match.
  public struct Match {
    private let parts: [Substring?]

    fileprivate init(_ parts: [Substring?]) { self.parts = parts }

    /// The text that a group matches, counted from 1, or the whole match for 0. Empty if the group isn't part of the match.
    public subscript(_ group: Int) -> String { parts.indices.contains(group) ? parts[group].map { String($0) } ?? "" : "" }

    /// Where a group's text begins and ends.
    public func range(_ group: Int = 0) -> Range<String.Index> {
      let part = (parts.indices.contains(group) ? parts[group] : nil) ?? parts[0] ?? ""
      return part.startIndex..<part.endIndex
    }
  }

  /// The first match, and the longest one there.
  public func firstMatch(in text: some StringProtocol) -> Match? {
    matches(in: Substring(text), limit: 1).first
  }

  /// All matches that don't overlap.
  public func matches(in text: some StringProtocol) -> [Match] { matches(in: Substring(text), limit: .max) }

  private func matches(in text: Substring, limit: Int) -> [Match] {
    guard isValid else { return [] }
    // The C library's texts end at the first NUL.
    var bytes = text.utf8.prefix { $0 != 0 }.map { CChar(bitPattern: $0) }
    bytes.append(0)
    var found: [Match] = []
    var start = 0
    bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      var places = [regmatch_t](repeating: regmatch_t(), count: groups + 1)
      while found.count < limit, start <= buffer.count - 1,
        regexec(&expression, base + start, places.count, &places, start > 0 ? REG_NOTBOL : 0) == 0
      {
        let parts = places.map { place -> Substring? in
          guard place.rm_so >= 0 else { return nil }
          let lower = text.utf8.index(text.startIndex, offsetBy: start + Int(place.rm_so))
          return text[lower..<text.utf8.index(text.startIndex, offsetBy: start + Int(place.rm_eo))]
        }
        found.append(Match(parts))
        start += max(Int(places[0].rm_eo), 1)
      }
    }
    return found
  }
}

extension StringProtocol {
  /// Whether part of the text matches.
  public func contains(_ pattern: TextPattern) -> Bool { pattern.firstMatch(in: self) != nil }
}
