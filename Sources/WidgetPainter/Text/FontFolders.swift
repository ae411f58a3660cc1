import WidgetHelpers
import WidgetSystem

/// The user's own font folders. Opening a named pipe blocks until its other end is opened, so a folder with one is never scanned.
struct FontFolders: Equatable {
  /// Fontconfig scans these and everything below, except ``blocked``.
  var scanned: [String] = []
  /// Folders containing something other than files and folders.
  var blocked: [String] = []

  private static let maximumFolders = 2000
  private static let maximumDepth = 16

  /// `$XDG_DATA_HOME/fonts` (or else `~/.local/share/fonts`), `~/.fonts` and, on macOS, `~/Library/Fonts`.
  static func paths(_ user: UserFolders) -> [String] {
    [user.data.map { $0 + "/fonts" }, user.home.map { $0 + "/.fonts" }, user.home.map { $0 + "/Library/Fonts" }].compactMap { $0 }
  }

  /// Where an archive has a font for systems without any.
  static let installed = InstalledFiles.folders.map { $0 + "/fonts" }

  /// The caches Fontconfig reads for them.
  static func cachePaths(_ user: UserFolders) -> [String] { user.cache.map { [$0 + "/fontconfig"] } ?? [] }

  init(below roots: [String]) {
    for root in roots {
      var below: [String] = []
      let hasBlocked = inspect(root, depth: 0, clean: &below)
      // Without a special file, one folder represents everything below it.
      scanned += hasBlocked ? below : [root]
    }
  }

  /// - Parameter clean: Collects the folders without special files.
  /// - Returns: Whether there's a special file somewhere in it.
  private mutating func inspect(_ folder: String, depth: Int, clean: inout [String]) -> Bool {
    guard let names = try? Directory.names(at: folder) else { return false }
    var folders: [String] = []
    var isBlocked = depth > Self.maximumDepth || clean.count + blocked.count > Self.maximumFolders
    for name in names where !isBlocked {
      // Follows symbolic links, as opening would. Anything that can't be examined can't be opened either.
      switch (try? FileStatus(path: folder + "/" + name))?.kind {
      case .directory: folders.append(folder + "/" + name)
      case .regular, nil: break
      case .symbolicLink, .other: isBlocked = true
      }
    }
    if isBlocked { blocked.append(folder) } else { clean.append(folder) }
    var hasBlocked = isBlocked
    for folder in folders where inspect(folder, depth: depth + 1, clean: &clean) { hasBlocked = true }
    return hasBlocked
  }
}
