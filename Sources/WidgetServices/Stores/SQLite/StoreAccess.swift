/// How an operation accesses a store's file.
enum StoreAccess: Sendable {
  /// Reads. A missing file counts as empty and is not created.
  case read
  /// Changes or removes rows. A missing file counts as empty and is not created.
  case modify
  /// Adds rows. A missing file is created.
  case create

  /// Like `modify`, in one statement, which needs no transaction.
  case modifyInOneStatement
  /// Like `create`, in one statement, which needs no transaction.
  case addInOneStatement

  var writes: Bool { self != .read }
  var creates: Bool { self == .create || self == .addInOneStatement }
  var needsTransaction: Bool { self == .create || self == .modify }
}
