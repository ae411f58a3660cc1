import WidgetModel
import WidgetSystem

/// A store's file that SQLite reported as damaged.
struct DamagedFile {
  var path: String
  /// The file in which the damage was found.
  var inode: Inode?
  var reason: String

  /// The files that SQLite has next to a database in use.
  private static let companions = ["-wal", "-shm"]

  /// Renames the file and its companions to `NAME.damaged-YYYYMMDD-HHMMSS`; nothing is deleted.
  ///
  /// - Returns: nil if another process has already replaced the file.
  func setAside() throws -> StoreNotice? {
    try StoreFolder(of: path).locked(exclusively: true) {
      guard let inode, try Inode(of: path) == inode else { return nil }
      let name = try freeName()
      // The journal is renamed first: next to a new database, even briefly, it would be replayed into it.
      var renamed: [(from: String, to: String)] = []
      for suffix in Self.companions + [""] {
        if rename(path + suffix, name + suffix) == 0 {
          renamed.append((path + suffix, name + suffix))
        } else if errno != ENOENT {
          let code = errno
          for (from, to) in renamed.reversed() { rename(to, from) }
          throw StoreError.damaged(.file(path), reason: "\(reason); \(String(cString: strerror(code)))")
        }
      }
      return .replacedDamaged(.file(path), keptAs: name, reason: reason)
    }
  }

  private func freeName() throws -> String {
    let date = CalendarDate(localSeconds: Int(WallTime.now()))
    func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let day = "\(date.year)\(digits(date.month))\(digits(date.day))"
    let stamp = "\(path).damaged-\(day)-\(digits(date.hour))\(digits(date.minute))\(digits(date.second))"
    for attempt in 1...1000 {
      let name = attempt == 1 ? stamp : "\(stamp)-\(attempt)"
      var info = stat()
      if ([""] + Self.companions).allSatisfy({ lstat(name + $0, &info) != 0 }) { return name }
    }
    throw StoreError.damaged(.file(path), reason: "\(reason); there are too many damaged files already")
  }
}
