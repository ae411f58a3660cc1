/// The tables of a store's file.
struct StoreSchema: Sendable {
  /// SQL, one script per version: script n upgrades version n - 1 to version n. Version 0 is an empty file.
  var versions: [String]
  /// Whether a commit waits for the disk. Without it a power failure may undo the most recent commits, and nothing else.
  var isDurable: Bool
  /// Maximum number of pages, for tests of a full disk.
  var pageLimit: Int?

  var version: Int { versions.count }
}
