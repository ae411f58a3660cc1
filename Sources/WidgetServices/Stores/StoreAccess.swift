/// What an operation wants from a store's file.
enum StoreAccess: Sendable {
  /// Reads. A file that does not exist holds nothing, and is not made.
  case read
  /// Changes what is there. A file that does not exist holds nothing to change, and is not made.
  case modify
  /// Adds. The file is made when it does not exist.
  case create

  var writes: Bool { self != .read }
}
