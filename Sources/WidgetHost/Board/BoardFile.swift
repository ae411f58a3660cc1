import WidgetFormats
public import WidgetModel
import WidgetSystem

/// A board's widgets, as listed in its file.
///
/// ```toml
/// theme = "dusk"                  # or [theme]
///
/// [[widget]]
/// file = "flight.lua"             # absolute, ~/..., or relative to this folder or a folder of widgets
/// id = "outbound"                 # names the widget, and gives it its own defaults, secrets and permissions
/// set = { number = "LY316" }      # settings; or [widget.set] below
/// family = "medium"
/// refresh = "10m"                 # or "never", or { cron = "0 7 * * *" }
/// allow = ["net=api.example.com"] # as --allow
/// hidden = true
/// remote_control = true           # pages on other machines may control this one, such as its media players
/// ```
public struct BoardFile: Sendable, Equatable {
  /// The file's path, for error messages and resolving relative paths.
  public var path: String
  public var entries: [BoardEntry]
  /// The board's own theme; keys that aren't set are those of config.toml.
  public var theme = Theme()

  /// The most bytes in a board file.
  public static let sizeLimit = 1 << 20
  /// The most widgets on a board.
  public static let maximumEntries = 2000

  public init(path: String, entries: [BoardEntry]) {
    self.path = path
    self.entries = entries
  }

  /// Reads a board file. A missing file is an empty board.
  public init(reading path: String) throws(BoardFileError) {
    try self.init(toml: Self.bytes(path, shown: path) ?? [], path: path)
  }

  /// - Parameter path: The path for error messages and for resolving relative paths.
  public init(toml bytes: [UInt8], path: String) throws(BoardFileError) {
    let document: TOMLDocument
    do throws(TOMLError) { document = try TOMLReader.document(bytes) } catch {
      throw BoardFileError(path: path, line: error.line, .invalid(message: error.message))
    }
    let reader = BoardReader(path: path, document: document)
    self.init(path: path, entries: try reader.entries())
    theme = try reader.theme()
  }

  /// The entry with an id.
  public func entry(_ id: String) -> BoardEntry? { entries.first { $0.id == id } }

  /// The path of a widget's file. Relative paths are looked up in the board file's folder, then in a folder of widgets, where you
  /// can omit `.lua`. If there's no such file, gives its path in the board file's folder.
  public func path(of entry: BoardEntry, in library: WidgetLibrary) -> String {
    if entry.file.hasPrefix("/") { return entry.file }
    if entry.file.hasPrefix("~/"), let home = library.home { return home + entry.file.dropFirst() }
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    return WidgetLibrary.path(entry.file, in: folder) ?? library.path(entry.file) ?? "\(folder)/\(entry.file)"
  }

  /// - Returns: nil if the file doesn't exist.
  static func bytes(_ path: String, shown: String) throws(BoardFileError) -> [UInt8]? {
    do { return try RegularFile.readIfPresent(path, limit: sizeLimit) } catch {
      throw BoardFileError(path: shown, .unreadable(reason: error.reason))
    }
  }
}

extension BoardFile {
  /// How often a writer starts again when others overtake it.
  private static let attempts = 20

  /// Performs changes and writes the file; all or none.
  ///
  /// The changes apply to the file as it is now, whichever program wrote it. Before writing, the new text is read again: it must
  /// have exactly the expected entries.
  public mutating func apply(_ edits: [BoardEdit]) throws(BoardFileError) {
    do {
      // A board can be a symbolic link into a repository of dotfiles.
      let target = try SymbolicLink.destination(of: path)
      let folder = target.lastIndex(of: "/").map { String(target[..<$0]) } ?? "."
      let directory = try Directory.make(folder.isEmpty ? "/" : folder)
      guard directory.lock() else { throw BoardFileError.Problem.notWritten(reason: "another program is changing it") }
      // The lock ends with the directory.
      defer { withExtendedLifetime(directory) {} }
      for _ in 0..<Self.attempts where try replace(target, edits) { return }
      throw BoardFileError.Problem.notWritten(reason: "another program keeps changing it")
    } catch let error as BoardFileError {
      throw error
    } catch let error as SystemError where error.code == ENOTDIR {
      let reason =
        FileStatus.obstacle(in: path).map { "\($0) is a file, not a folder; \(FileStatus.remedy($0, named: "it"))" } ?? "\(error)"
      throw BoardFileError(path: path, .notWritten(reason: reason))
    } catch let error as SystemError where [EACCES, EPERM, EROFS].contains(error.code) {
      let folder = FileStatus.nearestFolder(of: path)
      throw BoardFileError(
        path: path, .notWritten(reason: "\(folder) isn't writable; make it writable, or set XDG_CONFIG_HOME to another folder"))
    } catch {
      throw BoardFileError(path: path, error as? BoardFileError.Problem ?? .notWritten(reason: "\(error)"))
    }
  }

  public mutating func apply(_ edit: BoardEdit) throws(BoardFileError) { try apply([edit]) }

  /// - Returns: false if the file changed meanwhile.
  private mutating func replace(_ target: String, _ edits: [BoardEdit]) throws -> Bool {
    let path = path
    let old = try Self.bytes(target, shown: path)
    let (board, bytes) = try Self.edited(old ?? [], path: path, edits)
    let isReplaced =
      try bytes == old
      || AtomicFile.replace(target, with: bytes) {
        do throws(BoardFileError) { return try Self.bytes(target, shown: path) == old } catch { return false }
      }
    if isReplaced { self = board }
    return isReplaced
  }

  /// A board's text after changes, and what it means.
  static func edited(_ bytes: [UInt8], path: String, _ edits: [BoardEdit]) throws(BoardFileError) -> (BoardFile, [UInt8]) {
    var board = try BoardFile(toml: bytes, path: path)
    var bytes = bytes
    do throws(BoardFileError.Problem) {
      for edit in edits {
        var text = try BoardText(bytes)
        try edit.apply(to: &board.entries, &text)
        bytes = text.bytes
        guard let result = try? BoardFile(toml: bytes, path: path), result == board else { throw BoardText.unknownLayout }
      }
      guard bytes.count <= sizeLimit else {
        throw .notWritten(reason: "it would have \(bytes.count) bytes; the limit is \(sizeLimit)")
      }
    } catch { throw BoardFileError(path: path, error) }
    return (board, bytes)
  }
}
