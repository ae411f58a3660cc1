public import WidgetModel

extension WidgetIdentity {
  /// The identity of a script with the user's settings. Both are known before any Lua runs, so that the stored snapshot can be on
  /// screen first.
  ///
  /// - Parameter assignments: As given with `--set`.
  public init(script: WidgetScript, assignments: [(name: String, value: String)]) {
    let id = Self.safe(script.stem) + "-" + Self.hash(script.path)
    // Length-prefixed, so that no two lists of assignments are encoded alike.
    let chosen = Dictionary(assignments.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
      .sorted { $0.key < $1.key }
      .map { "\($0.key.utf8.count):\($0.key)=\($0.value.utf8.count):\($0.value);" }.joined()
    self.init(id: id, instance: chosen.isEmpty ? id : id + "-" + Self.hash(chosen), name: script.stem)
  }

  /// A file name's letters that are safe in a store's key, a log line and a shell command.
  private static func safe(_ stem: String) -> String {
    let letters = stem.unicodeScalars.prefix(40).map { scalar -> Character in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", "_", "-": Character(scalar)
      default: "_"
      }
    }
    return letters.isEmpty ? "widget" : String(letters)
  }

  /// FNV-1a, 64 bits, in base 36: tells paths apart; protects nothing.
  private static func hash(_ text: String) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    let digits = String(hash, radix: 36)
    return String(repeating: "0", count: max(0, 13 - digits.count)) + digits
  }
}
