/// What a store's file holds.
struct StoreSchema: Sendable {
  /// SQL, one script a version: the n-th turns version n - 1 into version n. Version 0 is an empty file.
  var versions: [String]
  /// Whether a commit waits until the disk has it. Without, a power cut may take the newest commits back, and nothing else.
  var isDurable: Bool
  /// Pages that the file may have. For tests of a full disk.
  var pageLimit: Int?

  var version: Int { versions.count }
}
