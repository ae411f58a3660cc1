package import WidgetServices
import WidgetSystem

/// Keys of programs that load from a board's server: displays, other pages, Prometheus. Only digests are stored.
package struct ProgramKeys: Sendable, Equatable {
  /// The addresses a key opens; it opens no others.
  package enum Scope: Sendable, Equatable {
    /// The widgets of the board, as images, text and data.
    case widgets
    /// `/metrics`.
    case metrics
    /// `/push/ID`, where a program sends events to this widget.
    case push(id: String)
    /// `/show/ID`, which puts this widget's card in front of the others.
    case show(id: String)

    /// `widgets`, `metrics`, `push:ID`, `show:ID`, with a percent-encoded id.
    package var text: String {
      switch self {
      case .widgets: "widgets"
      case .metrics: "metrics"
      case .push(let id): Self.push + FormFields.encoded(id)
      case .show(let id): Self.show + FormFields.encoded(id)
      }
    }

    private static let push = "push:"
    private static let show = "show:"

    /// Reads ``text``.
    init?(text: String) {
      switch text {
      case "widgets": self = .widgets
      case "metrics": self = .metrics
      default:
        guard let kind = [Self.push, Self.show].first(where: text.hasPrefix),
          let id = FormFields.decoded(Array(text.dropFirst(kind.count).utf8)[...], plusIsSpace: false), !id.isEmpty
        else { return nil }
        self = kind == Self.push ? .push(id: id) : .show(id: id)
      }
    }
  }

  /// A key by its name.
  package struct Key: Sendable, Equatable {
    package var name: String
    package var scope: Scope
    /// The id of the widget that a `push` or `show` key was made for: another file with the same id on the board isn't that widget. nil
    /// for keys of earlier versions.
    package var widget: String?
    var digest: String
    /// Seconds since 1970.
    package var madeAt: Double
  }

  package static let limit = 64
  /// Sorted by name.
  package private(set) var keys: [Key] = []

  package init() {}

  /// Letters, digits, `.`, `_` and `-`, at most 64 of them.
  package static func isName(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { (48...57).contains($0) || (97...122).contains($0 | 0x20) || $0 == 45 || $0 == 46 || $0 == 95 }
  }

  /// Makes a key.
  ///
  /// - Parameter widget: The id of the widget that it's for.
  /// - Returns: The key, which nobody can read again; nil if the name is taken or there are too many.
  package mutating func add(_ name: String, _ scope: Scope = .widgets, of widget: String? = nil, now: Double) -> String? {
    guard keys.count < Self.limit, !keys.contains(where: { $0.name == name }) else { return nil }
    let value = RandomText.make()
    keys.append(Key(name: name, scope: scope, widget: widget, digest: AccessKeys.digest(value), madeAt: now.rounded(.down)))
    keys.sort { $0.name < $1.name }
    return value
  }

  /// - Returns: Whether there was such a key.
  package mutating func revoke(_ name: String) -> Bool {
    let count = keys.count
    keys.removeAll { $0.name == name }
    return keys.count < count
  }

  /// A key by its value. Compares with every key, in a time that reveals nothing about them.
  ///
  /// - Returns: nil if there's no such key.
  func key(of value: String) -> Key? {
    let digest = AccessKeys.digest(value)
    return keys.reduce(nil) { $1.digest.isEqualInConstantTime(to: digest) ? $1 : $0 }
  }

  // MARK: File

  /// A line for each key: name, digest, when it was made, what it opens unless that's widgets, and the widget it's for.
  var text: String {
    keys.map { key in
      let scope = key.scope == .widgets ? "" : " \(key.scope.text)" + (key.widget.map { " " + $0 } ?? "")
      return "\(key.name) \(key.digest) \(Int64(exactly: key.madeAt) ?? 0)\(scope)\n"
    }.joined()
  }

  /// Reads ``text``. Other lines are skipped.
  init(text: String) {
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: " ").map(String.init)
      guard (3...5).contains(parts.count), Self.isName(parts[0]), let madeAt = Int64(parts[2]), keys.count < Self.limit,
        let scope = parts.count == 3 ? .widgets : Scope(text: parts[3])
      else { continue }
      let widget = parts.count > 4 ? parts[4] : nil
      keys.append(Key(name: parts[0], scope: scope, widget: widget, digest: parts[1], madeAt: Double(madeAt)))
    }
  }
}

/// The file of a board's ``ProgramKeys``, which `luawidget key` edits while a server uses it.
package struct ProgramKeyFile: Sendable {
  private let file: ServerFile

  /// `$XDG_STATE_HOME/luawidget/serve/BOARD.keys`.
  ///
  /// - Returns: nil without a home folder.
  package init?(board: String, environment: [String: String]) {
    guard let file = ServerFile("\(board).keys", environment: environment) else { return nil }
    self.file = file
  }

  /// Changes with every edit; nil without a file.
  var version: FileStatus? { try? FileStatus(path: file.path, followsLinks: false) }

  /// Without a file there are no keys.
  package func read() throws(StoreError) -> ProgramKeys { ProgramKeys(text: try file.read() ?? "") }

  /// Changes the keys. Edits of other processes wait.
  package func edit<Result>(_ body: (inout ProgramKeys) -> Result) throws(StoreError) -> Result {
    let directory: Directory
    do throws(SystemError) {
      directory = try file.makeFolder()
      guard directory.lock() else { throw SystemError(code: EBUSY) }
    } catch { throw file.failure(error) }
    let before = try read()
    var keys = before
    let result = body(&keys)
    guard keys != before else { return result }
    do throws(SystemError) { try file.write(keys.text, in: directory) } catch { throw file.failure(error) }
    return result
  }
}
