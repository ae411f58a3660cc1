public import WidgetModel
import WidgetServices

extension WidgetIdentity {
  /// A script's identity with the user's settings. Both are known before any Lua runs, so the stored snapshot can be on screen
  /// first.
  ///
  /// - Parameters:
  ///   - assignments: The assignments given with `--set`.
  ///   - entryID: The `id` a board file gives the widget, which then has its own defaults, secrets and permissions.
  public init(script: WidgetScript, assignments: [(name: String, value: String)], entryID: String? = nil) {
    // A widget of the installation is the same wherever that is. Only its own folder counts: a file elsewhere gets nothing by its name.
    self.init(script: script, place: script.installedName.map { "\0" + $0 } ?? script.path, assignments, entryID)
  }

  /// The identity that earlier versions gave a widget of the installation: by its path, as other files have it.
  static func byPath(_ script: WidgetScript, _ configuration: WidgetConfiguration) -> WidgetIdentity {
    WidgetIdentity(
      script: script, place: script.path, configuration.assignments.map { ($0.name, $0.value) }, configuration.entryID)
  }

  private init(script: WidgetScript, place: String, _ assignments: [(name: String, value: String)], _ entryID: String?) {
    // No path contains NUL, so no path is hashed like an entry or an installed widget.
    let hash = Self.hash(place + (entryID.map { "\0" + $0 } ?? ""))
    let id = Self.safe(entryID ?? script.stem) + "-" + hash
    // Length-prefixed, so no two lists of assignments are encoded alike.
    let chosen = Dictionary(assignments.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
      .sorted { $0.key < $1.key }
      .map { "\($0.key.utf8.count):\($0.key)=\($0.value.utf8.count):\($0.value);" }.joined()
    self.init(
      id: id, instance: chosen.isEmpty ? id : id + "-" + Self.hash(chosen), name: script.stem,
      path: script.path)
  }

  /// A script's identity with a configuration.
  public init(script: WidgetScript, configuration: WidgetConfiguration) {
    self.init(
      script: script, assignments: configuration.assignments.map { ($0.name, $0.value) }, entryID: configuration.entryID)
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

  /// The id in an id or an instance.
  ///
  /// - Returns: nil for text this version doesn't write, such as an id with a shorter hash.
  public static func id(in key: String) -> String? {
    let parts = key.split(separator: "-", omittingEmptySubsequences: false)
    func isHash(_ part: Substring) -> Bool {
      part.utf8.count == 40 && part.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
    }
    guard parts.count >= 2, isHash(parts[parts.count - 1]) else { return nil }
    // A stem has at most 40 characters, so it can't look like a stem with a hash.
    let hasSettings = parts.count >= 3 && isHash(parts[parts.count - 2])
    let id = hasSettings ? parts.dropLast().joined(separator: "-") : key
    return id.utf8.count > 41 && id.utf8.count <= 81 ? id : nil
  }

  /// 160 bits of SHA-256 in hexadecimal, so an attacker can't find a path with another widget's id, and thus its secrets and
  /// permissions.
  private static func hash(_ text: String) -> String { String(SHA256.hash(text).hexadecimal.prefix(40)) }
}
