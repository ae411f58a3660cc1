import WidgetFormats
import WidgetSystem

/// The widgets of a board, as its file lists them.
///
/// ```toml
/// [[widget]]
/// file = "flight.lua"             # absolute, ~/..., or relative to this folder or a folder of widgets
/// id = "outbound"                 # names the widget, and gives it its own defaults, secrets and permissions
/// set = { number = "LY316" }      # settings; or [widget.set] below
/// family = "medium"
/// refresh = "10m"                 # or "never", or { cron = "0 7 * * *" }
/// allow = ["net=api.example.com"] # as --allow
/// hidden = true
/// ```
public struct BoardFile: Sendable, Equatable {
  /// For error messages, and the base of relative paths.
  public var path: String
  public var entries: [BoardEntry]

  /// Bytes that a board file may have.
  public static let sizeLimit = 1 << 20
  /// Widgets that a board may have.
  public static let maximumEntries = 2000

  public init(path: String, entries: [BoardEntry]) {
    self.path = path
    self.entries = entries
  }

  /// Reads a board file. A missing file is an empty board.
  public init(reading path: String) throws(BoardFileError) {
    try self.init(toml: Self.bytes(path, shown: path) ?? [], path: path)
  }

  /// - Parameter path: For error messages, and the base of relative paths.
  public init(toml bytes: [UInt8], path: String) throws(BoardFileError) {
    let document: TOMLDocument
    do throws(TOMLError) { document = try TOMLReader.document(bytes) } catch {
      throw BoardFileError(path: path, line: error.line, .invalid(message: error.message))
    }
    self.init(path: path, entries: try BoardReader(path: path, document: document).entries())
  }

  /// The entry with an id.
  public func entry(_ id: String) -> BoardEntry? { entries.first { $0.id == id } }

  /// The path of a widget's file. A relative one is in the folder of the board file, or in a folder of widgets, where `.lua` may be
  /// left out. If there is no such file, its path in the folder of the board file.
  public func path(of entry: BoardEntry, in library: WidgetLibrary) -> String {
    if entry.file.hasPrefix("/") { return entry.file }
    if entry.file.hasPrefix("~/"), let home = library.home { return home + entry.file.dropFirst() }
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    return WidgetLibrary.path(entry.file, in: folder) ?? library.path(entry.file) ?? "\(folder)/\(entry.file)"
  }

  /// - Returns: nil if the file does not exist.
  static func bytes(_ path: String, shown: String) throws(BoardFileError) -> [UInt8]? {
    func unreadable(_ reason: String) -> BoardFileError { BoardFileError(path: shown, .unreadable(reason: reason)) }
    do {
      return try RegularFile.read(path, limit: sizeLimit)
    } catch {
      switch error {
      case .system(let error) where error.code == ENOENT || error.code == ENOTDIR: return nil
      case .system(let error): throw unreadable("\(error)")
      case .notRegular, .severalLinks: throw unreadable("not a regular file")
      case .tooLarge(let bytes): throw unreadable("\(bytes) bytes; the limit is \(sizeLimit)")
      }
    }
  }
}
