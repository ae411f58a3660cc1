/// Language tags (BCP 47) as texts are filed under: `de`, `pt-BR`, `zh-Hant-TW`.
package enum LanguageTag {
  /// A tag in its usual case.
  ///
  /// - Parameter name: A tag, or a POSIX name such as `de_AT.UTF-8`.
  /// - Returns: nil for a name without a language of two or three letters, such as `C`.
  package static func canonical(_ name: String) -> String? {
    guard name.utf8.count <= 64 else { return nil }
    let subtags = name.prefix { $0 != "." && $0 != "@" }.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
    guard let language = subtags.first, (2...3).contains(language.utf8.count), language.utf8.allSatisfy(isLetter) else {
      return nil
    }
    var parts = [language.lowercased()]
    for subtag in subtags.dropFirst() {
      guard (1...8).contains(subtag.utf8.count), subtag.utf8.allSatisfy({ isLetter($0) || (48...57).contains($0) }) else {
        return nil
      }
      switch subtag.utf8.count {
      case 2: parts.append(subtag.uppercased())
      case 4: parts.append(subtag.prefix(1).uppercased() + subtag.dropFirst().lowercased())
      default: parts.append(subtag.lowercased())
      }
    }
    return parts.joined(separator: "-")
  }

  /// The tags to look a text up under, nearest first: `de-AT`, `de`.
  package static func chain(_ name: String) -> [String] {
    guard let tag = canonical(name) else { return [] }
    var tags: [String] = []
    var rest = tag[...]
    while true {
      tags.append(String(rest))
      guard let end = rest.lastIndex(of: "-") else { break }
      rest = rest[..<end]
    }
    switch tag {
    case "zh-TW", "zh-HK", "zh-MO": tags.insert("zh-Hant", at: 1)
    case _ where tags.last == "nb" || tags.last == "nn": tags.append("no")
    default: break
    }
    return tags
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (97...122).contains(byte | 0x20) }
}
