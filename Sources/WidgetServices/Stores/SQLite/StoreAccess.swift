/// How an operation accesses a store's file.
enum StoreAccess: Sendable {
  /// Reads. A missing file counts as empty and is not created.
  case read
  /// Changes or removes rows. A missing file counts as empty and is not created.
  case modify
  /// Adds rows. A missing file is created.
  case create

  /// Like `modify`, with one statement that writes, which needs no transaction.
  case modifyInOneStatement
  /// Like `create`, with one statement that writes, which needs no transaction.
  case addInOneStatement

  var writes: Bool { self != .read }
  var creates: Bool { self == .create || self == .addInOneStatement }
  var needsTransaction: Bool { self == .create || self == .modify }
}
