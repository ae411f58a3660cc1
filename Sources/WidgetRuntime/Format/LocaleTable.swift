/// One aspect of all languages: a line for each, with columns separated by `|`. Text, because parsing one line takes less time than
/// building them all at launch.
struct LocaleTable: Sendable {
  private let text: String

  /// - Parameter text: Lines such as `de|,|.`.
  init(_ text: String) { self.text = text }

  /// The columns of the best matching row, without its name. Empty only for a table without `en`.
  func row(_ locale: LocaleData) -> [String] {
    for name in locale.rows {
      if let row = row(named: name) { return row }
    }
    return []
  }

  private func row(named name: String) -> [String]? {
    let key = Array((name + "|").utf8)
    for line in text.utf8.split(separator: 0x0A) where line.starts(with: key) {
      return line.dropFirst(key.count).split(separator: 0x7C, omittingEmptySubsequences: false).map { String(Substring($0)) }
    }
    return nil
  }
}

extension [String] {
  /// The column; empty when the row has fewer.
  func column(_ index: Int) -> String { indices.contains(index) ? self[index] : "" }
}
