/// The names of icons, from SF Symbols, for views and manifests.
public enum IconName {
  /// The listed names.
  public static var all: [String] { names.keys }

  private static let names = SortedText(text, separator: .whitespace)

  /// Whether there's a drawing of the name or its base (`heart.circle.fill` is drawn as `heart`), or the name itself is one
  /// character beyond ASCII, usually an emoji.
  public static func isKnown(_ name: String) -> Bool {
    guard name.utf8.count <= 64 else { return false }
    if name.count == 1, !name.utf8.allSatisfy({ $0 < 0x80 }) { return true }
    var stem = Substring(name)
    while names.record(of: stem) == nil {
      guard let dot = stem.lastIndex(of: ".") else { return false }
      stem = stem[..<dot]
    }
    return true
  }
}
