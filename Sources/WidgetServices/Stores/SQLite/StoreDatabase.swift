import Synchronization

/// A SQLite database for one or more stores, opened on first use and shared with other processes.
///
/// It has one connection. An operation finding the file damaged sets it aside, reports it, and continues with a new one. If the
/// file was replaced meanwhile, by another process or by the user, the operation is repeated on the new file, so operations must
/// be idempotent.
public final class StoreDatabase: Sendable {
  let path: StorePath
  private let schema: StoreSchema
  private let onNotice: @Sendable (StoreNotice) -> Void
  private let connection = Mutex<StoreConnection?>(nil)
  private let reported = Mutex<Set<StoreNotice>>([])

  init(_ path: StorePath, _ schema: StoreSchema, onNotice: @escaping @Sendable (StoreNotice) -> Void) {
    self.path = path
    self.schema = schema
    self.onNotice = onNotice
  }

  /// Runs an operation. If it writes, it's a transaction, rolled back by an error.
  ///
  /// - Returns: nil if the file doesn't exist and the operation doesn't create it.
  func access<Value: Sendable>(_ access: StoreAccess, _ body: (SQLiteConnection) throws -> Value) throws(StoreError) -> Value? {
    let path = try path.file()
    // Reported once the lock is released: the callback may use the store.
    var notices: [StoreNotice] = []
    defer { for notice in notices { onNotice(notice) } }
    return try connection.withLock { connection throws(StoreError) in
      do {
        // Nobody replaces the file this often by accident.
        for _ in 0..<5 {
          switch try attempt(path, access, &connection, &notices, body) {
          case .done(let value): return value
          case .again: continue
          }
        }
        throw StoreError.unavailable(.file(path), reason: "it is being replaced again and again")
      } catch let error as StoreError {
        throw error
      } catch {
        throw StoreError.unavailable(.file(path), reason: "\(error)")
      }
    }
  }

  /// Reports a problem once.
  func report(_ notice: StoreNotice) {
    if reported.withLock({ $0.insert(notice).inserted }) { onNotice(notice) }
  }

  /// The number of statements run by the open connection.
  var statementCount: Int { connection.withLock { $0?.statementCount ?? 0 } }

  private enum Attempt<Value> {
    case done(Value?)
    /// The file was replaced, or may work if it's opened again.
    case again
  }

  private func attempt<Value>(
    _ path: String, _ access: StoreAccess, _ kept: inout StoreConnection?, _ notices: inout [StoreNotice],
    _ body: (SQLiteConnection) throws -> Value
  ) throws -> Attempt<Value> {
    if kept?.isCurrent == false { kept = nil }
    let isFresh = kept == nil
    var seen = kept?.inode
    do {
      guard let connection = try kept ?? StoreConnection.open(path, schema, access, seen: &seen) else { return .done(nil) }
      kept = connection.isReusable ? connection : nil
      let value = access.needsTransaction ? try connection.transaction(body) : try connection.read(body)
      // Written to a file that won't be opened again.
      return access.writes && !connection.isCurrent ? .again : .done(value)
    } catch let error as SQLiteError {
      // After any error the next operation reopens the file.
      kept?.close()
      kept = nil
      switch SQLiteProblem(error, path: path) {
      case .replaced: return .again
      case .damaged(let reason):
        if let notice = try DamagedFile(path: path, inode: seen, reason: reason).setAside() { notices.append(notice) }
        return .again
      // A file that was read-only when opened may have become writable.
      case .error(.readOnly) where !isFresh, .error(.unavailable) where !isFresh: return .again
      case .error(let error): throw error
      }
    }
  }
}

extension StoreDatabase {
  /// Caches and stored responses, which can get lost at any time.
  ///
  /// - Parameter onNotice: Called once for each damaged file set aside, and for each damaged value.
  public static func cache(_ path: StorePath, onNotice: @escaping @Sendable (StoreNotice) -> Void = { _ in }) -> StoreDatabase {
    StoreDatabase(path, .cache, onNotice: onNotice)
  }

  /// Defaults, permission decisions and the notification quota, which mustn't get lost.
  ///
  /// - Parameter onNotice: Called once for each damaged file set aside, and for each damaged value.
  public static func data(_ path: StorePath, onNotice: @escaping @Sendable (StoreNotice) -> Void = { _ in }) -> StoreDatabase {
    StoreDatabase(path, .data, onNotice: onNotice)
  }
}

/// How an operation accesses a store's file.
enum StoreAccess: Sendable {
  /// Reads. A missing file counts as empty and isn't created.
  case read
  /// Changes or removes rows. A missing file counts as empty and isn't created.
  case modify
  /// Adds rows. A missing file is created.
  case create

  /// Like `modify`, but with a single writing statement, which needs no transaction.
  case modifyInOneStatement
  /// Like `create`, but with a single writing statement, which needs no transaction.
  case addInOneStatement

  var writes: Bool { self != .read }
  var creates: Bool { self == .create || self == .addInOneStatement }
  var needsTransaction: Bool { self == .create || self == .modify }
}
