/// Files shared by the widgets of a group, in one container per group.
///
/// Paths are those of ``ContainerName/segments(of:)``. No operation reaches outside the container.
public protocol ContainerStore: Sendable {
  /// - Returns: nil if there is no such file.
  func read(_ path: String, in name: String) throws(ContainerError) -> [UInt8]?

  /// Replaces the file atomically and creates its parent folders. It is durable when this returns.
  func write(_ bytes: [UInt8], to path: String, in name: String) throws(ContainerError)

  /// The names in a folder, sorted; folders end in `/`. Empty for a folder that does not exist.
  ///
  /// - Parameter path: nil for the container itself.
  func list(_ path: String?, in name: String) throws(ContainerError) -> [String]

  /// Removes a file or an empty folder. Removing what does not exist is not an error.
  ///
  /// - Returns: Whether it existed.
  func remove(_ path: String, in name: String) throws(ContainerError) -> Bool
}

extension ContainerStore {
  /// Whether a file or a folder exists.
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

/// Limits of a container.
public struct ContainerLimits: Sendable, Equatable {
  /// Bytes of one file.
  public var file = 4 << 20
  /// Bytes of a container, by the files' lengths: a sparse file counts in full.
  public var total = 64 << 20
  public var files = 1000

  public init() {}
}
