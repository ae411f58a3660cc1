/// How an operation accesses a store's file.
enum StoreAccess: Sendable {
  /// Reads. A missing file counts as empty and is not created.
  case read
  /// Changes or removes rows. A missing file counts as empty and is not created.
  case modify
  /// Adds rows. A missing file is created.
  case create

  var writes: Bool { self != .read }
}
