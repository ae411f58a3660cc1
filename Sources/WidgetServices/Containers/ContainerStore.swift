/// Files that the widgets of a group share, each group in a folder of its own.
///
/// Paths are those of ``ContainerName/segments(of:)``. No operation follows a link, and none reaches outside the group's folder.
public protocol ContainerStore: Sendable {
  /// - Returns: nil when there is no such file.
  func read(_ path: String, in name: String) throws(ContainerError) -> [UInt8]?

  /// Replaces the file whole, and makes the folders above it. When this returns the bytes are on the disk.
  func write(_ bytes: [UInt8], to path: String, in name: String) throws(ContainerError)

  /// Names in a folder, sorted; folders end in `/`. Empty for one that does not exist.
  ///
  /// - Parameter path: nil for the container itself.
  func list(_ path: String?, in name: String) throws(ContainerError) -> [String]

  /// Removes a file, or an empty folder. Removing what is not there is not an error.
  ///
  /// - Returns: Whether it was there.
  func remove(_ path: String, in name: String) throws(ContainerError) -> Bool
}

extension ContainerStore {
  /// Whether there is a file or a folder.
  public func exists(_ path: String, in name: String) throws(ContainerError) -> Bool {
    guard let segments = ContainerName.segments(of: path), let last = segments.last else { throw .badPath(path) }
    let names: [String]
    do throws(ContainerError) {
      names = try list(segments.count > 1 ? segments.dropLast().joined(separator: "/") : nil, in: name)
    } catch {
      if case .notAFolder = error { return false }
      throw error
    }
    return names.contains(last) || names.contains(last + "/")
  }
}

/// How much a container holds.
public struct ContainerLimits: Sendable, Equatable {
  /// Bytes of a file.
  public var file = 4 << 20
  /// Bytes of a container, counted by the files' lengths: a sparse file counts in full.
  public var total = 64 << 20
  public var files = 1000

  public init() {}
}
