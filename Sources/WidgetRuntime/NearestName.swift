/// Finds the name an author probably meant.
public enum NearestName {
  /// The candidate closest to a misspelt name, if it's close enough: at most two edits (an insertion, a deletion, a change, or a
  /// swap of neighbours), and fewer than half of the name's letters, or one of two, or an ending. A single letter is never corrected.
  public static func of(_ name: String, among candidates: some Sequence<String>) -> String? {
    let name = name.lowercased()
    // Long names aren't worth the time.
    guard name.utf8.count <= 64 else { return nil }
    var best: (candidate: String, distance: Int)?
    for candidate in candidates.sorted() {
      if Self.isInflection(name, candidate.lowercased()) { best = best ?? (candidate, 2) }
      let distance = distance(Array(name.unicodeScalars), Array(candidate.lowercased().unicodeScalars))
      let isEnding = name.hasPrefix(candidate.lowercased()) && distance * 2 <= name.unicodeScalars.count
      let isSmall = distance * 2 < name.unicodeScalars.count + (distance == 1 ? 1 : 0)
      if distance <= 2, isSmall || isEnding, distance < best?.distance ?? .max {
        best = (candidate, distance)
      }
    }
    return best?.candidate
  }

  /// Whether the names differ only in their endings, such as `family` and `families`.
  private static func isInflection(_ a: String, _ b: String) -> Bool {
    let common = zip(a, b).prefix { $0 == $1 }.count
    return common >= 5 && a.count - common <= 3 && b.count - common <= 3
  }

  /// `; did you mean "spacing"?`, or else the alternatives.
  public static func hint(_ name: String, among candidates: some Sequence<String>, otherwise: String) -> String {
    of(name, among: candidates).map { "; \(question($0))" } ?? "; \(otherwise)"
  }

  /// `; did you mean "spacing"?`, or nothing.
  public static func hint(_ name: String, among candidates: some Sequence<String>) -> String {
    of(name, among: candidates).map { "; \(question($0))" } ?? ""
  }

  /// `did you mean "spacing"?`
  public static func question(_ name: String) -> String { "did you mean \"\(name)\"?" }

  /// Optimal string alignment distance.
  private static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    if a.isEmpty || b.isEmpty { return max(a.count, b.count) }
    var before = [Int](repeating: 0, count: b.count + 1)
    var previous = Array(0...b.count)
    for i in 1...a.count {
      var row = [i] + [Int](repeating: 0, count: b.count)
      for j in 1...b.count {
        row[j] = min(previous[j] + 1, row[j - 1] + 1, previous[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] { row[j] = min(row[j], before[j - 2] + 1) }
      }
      (before, previous) = (previous, row)
    }
    return previous[b.count]
  }
}
