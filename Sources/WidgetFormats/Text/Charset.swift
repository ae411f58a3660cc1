import CCharacters

/// A character encoding that texts on the web use.
///
/// Source: WHATWG Encoding, section 4.2. As there, `latin1` and `us-ascii` are windows-1252.
public struct Charset: Sendable, Equatable {
  /// The standard's name, in lower case.
  let name: String

  public static let utf8 = Charset(name: "utf-8")
  static let utf16le = Charset(name: "utf-16le")
  static let utf16be = Charset(name: "utf-16be")

  private init(name: String) { self.name = name }

  /// The charset of a label, whose letters' case and punctuation don't matter.
  ///
  /// - Returns: nil for an unknown charset, such as UTF-7.
  public init?(label: String) {
    let key = label.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    guard let name = Self.labels[key] else { return nil }
    self.name = name
  }

  private static let labels: [String: String] = {
    let table = UnsafeBufferPointer(start: luawidget_label_table(), count: Int(luawidget_label_count))
    return Dictionary(table.map { (text($0.label), text($0.name)) }, uniquingKeysWith: { first, _ in first })
  }()

  /// A C array of characters, which Swift imports as a tuple.
  static func text<Characters>(_ characters: Characters) -> String {
    withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
