import WidgetFormats
import WidgetModel
import WidgetSystem

/// The widgets of a board, as its file lists them.
public struct BoardFile: Sendable, Equatable {
  /// For error messages, and the base of relative paths.
  public var path: String
  public var entries: [BoardEntry]

  public init(path: String, entries: [BoardEntry]) {
    self.path = path
    self.entries = entries
  }

  /// Reads a board file. A missing file is an empty board.
  public init(reading path: String) throws(BoardFileError) {
    let bytes: [UInt8]
    do {
      bytes = try RegularFile.read(path, limit: 1 << 20)
    } catch {
      if case .system(let error) = error, error.code == ENOENT || error.code == ENOTDIR {
        self.init(path: path, entries: [])
        return
      }
      throw BoardFileError(path: path, .unreadable(reason: "\(error)"))
    }
    try self.init(toml: bytes, path: path)
  }

  public init(toml bytes: [UInt8], path: String) throws(BoardFileError) {
    let table: [String: TOMLValue]
    do throws(TOMLError) { table = try TOMLReader.read(bytes) } catch {
      throw BoardFileError(path: path, line: error.line, .invalid(message: error.message))
    }
    self.init(path: path, entries: [])
    for value in table["widget"]?.array ?? [] {
      guard let file = value.table?["file"]?.string else {
        throw BoardFileError(path: path, .invalid(message: "a [[widget]] needs file = \"...\""))
      }
      let name = String(file.split(separator: "/").last ?? "widget")
      let stem = name.hasSuffix(".lua") ? String(name.dropLast(4)) : name
      var entry = BoardEntry(id: value.table?["id"]?.string ?? stem, file: file)
      entry.hasExplicitID = value.table?["id"] != nil
      var number = 2
      let base = entry.id
      while entries.contains(where: { $0.id == entry.id }) {
        entry.id = "\(base)-\(number)"
        number += 1
      }
      entry.family = value.table?["family"]?.string.flatMap(WidgetFamily.init(rawValue:))
      entry.isHidden = value.table?["hidden"] == .boolean(true)
      entries.append(entry)
    }
  }

  /// The path of a widget's file.
  public func path(of entry: BoardEntry, home: String?) -> String {
    if entry.file.hasPrefix("/") { return entry.file }
    if entry.file.hasPrefix("~/"), let home { return home + entry.file.dropFirst() }
    let folder = path.lastIndex(of: "/").map { path[..<$0] } ?? "."
    return "\(folder)/\(entry.file)"
  }

  /// Performs a change and writes the file.
  public mutating func apply(_ edit: BoardEdit) throws(BoardFileError) {
    throw BoardFileError(path: path, .notWritten(reason: "boards cannot be edited yet"))
  }
}
