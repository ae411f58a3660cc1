import CLocales

/// The language of formatted text, with a country where it matters: Unicode CLDR data for about a hundred languages, parsed a row
/// at a time. We have our own tables because the first number formatted by ICU takes longer than a whole widget.
package struct LocaleData: Sendable, Equatable {
  /// The BCP 47 tag of the data: `de-AT`.
  package let tag: String
  private let index: UInt32

  /// - Parameter name: BCP 47 (`pt-BR`); POSIX names (`pt_BR.UTF-8`) work too. A language without data gets the conventions of
  ///   international English.
  package init(_ name: String) { self = Self(known: name) ?? Self(index: Self.fallback, tag: "en-GB") }

  /// nil if there's no data for the language.
  package init?(known name: String) {
    let parts = name.prefix(64).prefix { $0 != "." && $0 != "@" }.split(whereSeparator: { $0 == "-" || $0 == "_" })
    let given = parts.first?.lowercased() ?? "en"
    let language = Self.aliases[given] ?? given
    let script = parts.dropFirst().first { $0.utf8.count == 4 }.map { $0.prefix(1).uppercased() + $0.dropFirst().lowercased() }
    let region = parts.dropFirst().first { $0.utf8.count == 2 || $0.utf8.count == 3 }?.uppercased()
    let candidates: [[String?]] = [[language, script, region], [language, script], [language, region], [language]]
    for candidate in candidates where !candidate.contains(nil) {
      let tag = candidate.compactMap { $0 }.joined(separator: "-")
      if let index = Self.index(of: tag) {
        self.init(index: index, tag: tag)
        return
      }
    }
    return nil
  }

  private init(index: UInt32, tag: String) {
    self.index = index
    self.tag = tag
  }

  /// The tags with data.
  package static var tags: [String] { (0..<luawidget_locale_count).map { String(cString: luawidget_locale_name($0)) } }

  package var language: Substring { tag.prefix { $0 != "-" } }

  /// The columns of an aspect.
  package func row(_ aspect: LocaleAspect) -> [String] {
    let text = UnsafeBufferPointer(cString: luawidget_locale_row(index, aspect.rawValue))
    if text.isEmpty { return [] }
    // An array of slices would need another search for a conformance at the start of each run.
    var columns: [String] = []
    var start = 0
    for index in 0...text.count where index == text.count || text[index] == UInt8(ascii: "|") {
      columns.append(String(decoding: UnsafeBufferPointer(rebasing: text[start..<index]), as: UTF8.self))
      start = index + 1
    }
    return columns
  }

  /// Codes used by POSIX and older standards.
  private static let aliases = ["iw": "he", "in": "id", "tl": "fil", "c": "en", "posix": "en"]
  private static let fallback = index(of: "en-GB") ?? 0

  /// Names are sorted by their bytes.
  private static func index(of tag: String) -> UInt32? {
    var range = 0..<luawidget_locale_count
    while !range.isEmpty {
      let middle = range.lowerBound + (range.upperBound - range.lowerBound) / 2
      let order = compare(tag, luawidget_locale_name(middle))
      if order == 0 { return middle }
      range = order < 0 ? range.lowerBound..<middle : middle + 1..<range.upperBound
    }
    return nil
  }

  private static func compare(_ tag: String, _ name: UnsafePointer<CChar>) -> Int {
    let name = UnsafeBufferPointer(cString: name)
    if tag.utf8.elementsEqual(name) { return 0 }
    return tag.utf8.lexicographicallyPrecedes(name) ? -1 : 1
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The bytes before the NUL.
  fileprivate init(cString text: UnsafePointer<CChar>) {
    var count = 0
    while text[count] != 0 { count += 1 }
    self.init(start: UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self), count: count)
  }
}

extension [String] {
  /// The column; empty if the row has fewer.
  package func column(_ index: Int) -> String { indices.contains(index) ? self[index] : "" }
}
