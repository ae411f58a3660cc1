public import WidgetSystem

/// Which folders a user can choose for a widget, and why not others: a widget should get some files, not everything.
public enum ChosenFolder {
  /// Folders of the system, with programs, settings and passwords, or with files that aren't files.
  private static let systems = [
    "/bin", "/boot", "/dev", "/etc", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/proc", "/root", "/run", "/sbin", "/sys",
    "/usr", "/var",
  ]

  /// Why a folder can't be a widget's; nil if it can.
  ///
  /// - Parameters:
  ///   - path: Absolute.
  ///   - folders: The user's own, which a widget may not get as a whole.
  public static func problem(_ path: String, _ folders: UserFolders) -> String? {
    do throws(Problem) {
      _ = try resolved(path, folders)
      return nil
    } catch { return error.description }
  }

  /// Why a folder can't be a widget's.
  public struct Problem: Error, Sendable, Equatable, CustomStringConvertible {
    public let description: String
  }

  /// The folder's path without links.
  ///
  /// - Throws: The reason why it can't be a widget's, for the user.
  static func resolved(_ path: String, _ folders: UserFolders) throws(Problem) -> String {
    guard let found = realpath(path, nil) else { throw Problem(description: "\(SystemError.current)") }
    defer { free(found) }
    let target = String(cString: found)
    guard (try? FileStatus(path: target))?.kind == .directory else { throw Problem(description: "it is not a folder") }
    if target == "/" {
      throw Problem(description: "the root folder can't be chosen; choose one with just the files that the widget needs")
    }
    if target.split(separator: "/").contains(where: { $0.hasPrefix(".") }) {
      throw Problem(description: "hidden folders can't be chosen, nor what's in them: programs keep settings and passwords there")
    }
    let home = folders.home.map(withoutLinks)
    let isInHome = home.map { $0 != target && contains($0, target) } ?? false
    if target == "/home" || !isInHome && systems.contains(where: { contains($0, target) }) {
      throw Problem(description: "it's a folder of the system")
    }
    if let home, contains(target, home) || isSame(target, home) {
      throw Problem(
        description:
          "your home folder can't be chosen, nor one it's in; choose one in it, with just the files that the widget needs")
    }
    for own in [folders.config, folders.data, folders.state, folders.cache, folders.runtime].compactMap({ $0 }).map(withoutLinks)
    where contains(own, target) || contains(target, own) || isSame(target, own) {
      throw Problem(description: "programs keep their settings and data there")
    }
    if ChosenFile.isChangeable(target) || ChosenFile.isChangeable(path) {
      throw Problem(description: "others can change a folder or a link in its path, so that a widget would get other files")
    }
    return target
  }

  /// Whether a path is a folder's, or that of something in it.
  static func contains(_ folder: String, _ path: String) -> Bool {
    path == folder || path.hasPrefix(folder == "/" ? "/" : folder + "/")
  }

  /// Whether both are one folder, such as one that's mounted twice.
  private static func isSame(_ path: String, _ other: String) -> Bool {
    guard let status = try? FileStatus(path: path), let second = try? FileStatus(path: other) else { return false }
    return status.device == second.device && status.inode == second.inode
  }

  /// A path without links, or the same one if there's nothing.
  public static func withoutLinks(_ path: String) -> String {
    guard let found = realpath(path, nil) else { return path }
    defer { free(found) }
    return String(cString: found)
  }
}
