import GRDB
import Synchronization

/// A store's SQLite file, opened at its first use and shared with other processes.
///
/// One connection. An operation that finds the file damaged sets it aside, tells, and goes on with a new one. An operation whose
/// file was replaced meanwhile, by another process or by the user, is done again in the new one; so operations must be such that
/// doing them twice is doing them once.
final class StoreDatabase: Sendable {
  private let path: StorePath
  private let schema: StoreSchema
  private let onNotice: @Sendable (StoreNotice) -> Void
  private let connection = Mutex<StoreConnection?>(nil)
  private let reported = Mutex<Set<StoreNotice>>([])

  init(_ path: StorePath, _ schema: StoreSchema, onNotice: @escaping @Sendable (StoreNotice) -> Void) {
    self.path = path
    self.schema = schema
    self.onNotice = onNotice
  }

  /// Runs an operation; one that writes is a transaction, and an error takes all of it back.
  ///
  /// - Returns: nil when the file does not exist and the operation does not make it.
  func perform<Value: Sendable>(_ access: StoreAccess, _ body: (Database) throws -> Value) throws(StoreError) -> Value? {
    let path = try path.file()
    // Told after the lock is given back: the one who hears of it may use the store.
    var notices: [StoreNotice] = []
    defer { for notice in notices { onNotice(notice) } }
    return try connection.withLock { connection throws(StoreError) in
      do {
        // More often than a few times, somebody is playing with us.
        for _ in 0..<5 {
          switch try attempt(path, access, &connection, &notices, body) {
          case .done(let value): return value
          case .again: continue
          }
        }
        throw StoreError.unavailable(path: path, reason: "it keeps being replaced")
      } catch let error as StoreError {
        throw error
      } catch {
        throw StoreError.unavailable(path: path, reason: "\(error)")
      }
    }
  }

  /// Tells, the first time, of something that an operation could do without.
  func report(_ notice: StoreNotice) {
    if reported.withLock({ $0.insert(notice).inserted }) { onNotice(notice) }
  }

  private enum Attempt<Value> {
    case done(Value?)
    /// The file is another one now, or may work when it is opened anew.
    case again
  }

  private func attempt<Value>(
    _ path: String, _ access: StoreAccess, _ kept: inout StoreConnection?, _ notices: inout [StoreNotice],
    _ body: (Database) throws -> Value
  ) throws -> Attempt<Value> {
    if kept?.isCurrent == false { kept = nil }
    let isFresh = kept == nil
    var seen = kept?.inode
    do {
      guard let connection = try kept ?? StoreConnection.open(path, schema, access, seen: &seen) else { return .done(nil) }
      kept = connection.isReusable ? connection : nil
      var value: Value?
      try connection.queue.inDatabase { database in
        guard access.writes else { return value = try body(database) }
        try database.inTransaction(.immediate) {
          value = try body(database)
          return .commit
        }
      }
      // Written into a file that nobody will open again.
      return access.writes && !connection.isCurrent ? .again : .done(value)
    } catch let error as DatabaseError {
      // Whatever it was, the next operation starts afresh.
      try? kept?.queue.close()
      kept = nil
      switch StoreProblem(error, path: path) {
      case .replaced: return .again
      case .damaged(let reason):
        if let notice = try DamagedFile(path: path, inode: seen, reason: reason).setAside() { notices.append(notice) }
        return .again
      // What could not be written to when it was opened may have become writable.
      case .error(.readOnly) where !isFresh, .error(.unavailable) where !isFresh: return .again
      case .error(let error): throw error
      }
    }
  }
}
