import WidgetSystem

extension BoardFile {
  /// Writers that are overtaken by others start again this often.
  private static let attempts = 20

  /// Performs changes and writes the file; all or none.
  ///
  /// The changes apply to the file as it is now, whichever program wrote it. The new text is read again before it is written: it has exactly the
  /// expected entries.
  public mutating func apply(_ edits: [BoardEdit]) throws(BoardFileError) {
    let target: String
    let directory: Directory
    do throws(SystemError) {
      // A board may be a symbolic link to a file in a repository of dotfiles.
      target = try SymbolicLink.destination(of: path)
      let folder = target.lastIndex(of: "/").map { String(target[..<$0]) } ?? "."
      directory = try Directory.make(folder.isEmpty ? "/" : folder)
    } catch {
      throw BoardFileError(path: path, .notWritten(reason: "\(error)"))
    }
    guard directory.lock() else {
      throw BoardFileError(path: path, .notWritten(reason: "another program is changing it"))
    }
    // The lock ends with the directory.
    defer { withExtendedLifetime(directory) {} }
    for _ in 0..<Self.attempts {
      if try replace(target, edits) { return }
    }
    throw BoardFileError(path: path, .notWritten(reason: "another program changes it all the time"))
  }

  public mutating func apply(_ edit: BoardEdit) throws(BoardFileError) { try apply([edit]) }

  /// - Returns: false if the file changed meanwhile.
  private mutating func replace(_ target: String, _ edits: [BoardEdit]) throws(BoardFileError) -> Bool {
    let old = try Self.bytes(target, shown: path)
    let (board, bytes) = try Self.edited(old ?? [], path: path, edits)
    do throws(SystemError) {
      if bytes != old {
        let path = path
        guard try AtomicFile.replace(target, with: bytes, if: { Self.isCurrent(old, at: target, path) }) else { return false }
      }
      self = board
      return true
    } catch {
      throw BoardFileError(path: path, .notWritten(reason: "\(error)"))
    }
  }

  private static func isCurrent(_ bytes: [UInt8]?, at target: String, _ path: String) -> Bool {
    do throws(BoardFileError) { return try Self.bytes(target, shown: path) == bytes } catch { return false }
  }

  /// The text of a board after changes, and what it means.
  static func edited(
    _ bytes: [UInt8], path: String, _ edits: [BoardEdit]
  ) throws(BoardFileError) -> (BoardFile, [UInt8]) {
    var board = try BoardFile(toml: bytes, path: path)
    var bytes = bytes
    for edit in edits {
      do throws(BoardEditError) {
        var text = try BoardText(bytes)
        try edit.apply(to: &board.entries, &text)
        bytes = text.bytes
      } catch {
        throw BoardFileError(path: path, error.problem)
      }
      guard let result = try? BoardFile(toml: bytes, path: path), result == board else {
        throw BoardFileError(path: path, BoardText.unknownLayout.problem)
      }
    }
    guard bytes.count <= sizeLimit else {
      throw BoardFileError(path: path, .notWritten(reason: "it would have \(bytes.count) bytes; the limit is \(sizeLimit)"))
    }
    return (board, bytes)
  }
}
