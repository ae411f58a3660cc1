import WidgetSystem

/// Containers as folders in the file system. Each path segment is opened relative to its parent's descriptor without following
/// links, so a concurrent rename can't lead outside.
public struct FolderContainerStore: ContainerStore {
  private let root: StorePath
  private let limits: ContainerLimits

  /// Doesn't open or create anything yet.
  ///
  /// - Parameter root: The folder of all containers.
  public init(root: StorePath, limits: ContainerLimits = ContainerLimits()) {
    self.root = root
    self.limits = limits
  }

  public func names() throws(ContainerError) -> [String] {
    let path: String
    do throws(StoreError) { path = try root.file() } catch { throw .store(error) }
    let names = try ContainerFolder(at: path)?.names(path) ?? []
    return names.filter { $0.hasSuffix("/") }.map { String($0.dropLast()) }.filter(ContainerName.isValid)
  }

  public func read(_ path: String, in name: String) throws(ContainerError) -> [UInt8]? {
    let segments = try Self.segments(path)
    guard let folder = try open(name, segments.dropLast(), creating: false) else { return nil }
    return try folder.read(segments[segments.count - 1], path, limit: limits.file)
  }

  public func write(_ bytes: [UInt8], to path: String, in name: String) throws(ContainerError) {
    let segments = try Self.segments(path)
    guard bytes.count <= limits.file else { throw .tooLarge(path: path, bytes: bytes.count, limit: limits.file) }
    let last = segments[segments.count - 1]
    // Locked, because together two writers could exceed the quota.
    guard let container = try open(name, [], creating: true) else { throw .notAFolder(name) }
    try container.lock(name)
    let replaced = try open(name, segments.dropLast(), creating: false)?.size(of: last, path)
    var usage = ContainerUsage()
    try container.measure(&usage, depth: 8, path: name)
    guard usage.bytes - (replaced ?? 0) + bytes.count <= limits.total else { throw .quota(bytes: limits.total) }
    guard replaced != nil || usage.files < limits.files else { throw .tooManyFiles(limit: limits.files) }
    guard let folder = try open(name, segments.dropLast(), creating: true) else { throw .notAFolder(path) }
    try withExtendedLifetime(container) { () throws(ContainerError) in try folder.replace(last, with: bytes, path) }
  }

  public func list(_ path: String?, in name: String) throws(ContainerError) -> [String] {
    let segments = try path.map { path throws(ContainerError) in try Self.segments(path) } ?? []
    return try open(name, segments[...], creating: false)?.names(path ?? name) ?? []
  }

  public func remove(_ path: String, in name: String) throws(ContainerError) -> Bool {
    let segments = try Self.segments(path)
    return try open(name, segments.dropLast(), creating: false)?.remove(segments[segments.count - 1], path) ?? false
  }

  private static func segments(_ path: String) throws(ContainerError) -> [String] {
    guard let segments = ContainerName.segments(of: path) else { throw .badPath(path) }
    return segments
  }

  /// The folder below the container; nil if it doesn't exist.
  private func open(
    _ name: String, _ segments: ArraySlice<String>, creating: Bool
  ) throws(ContainerError) -> ContainerFolder? {
    guard ContainerName.isValid(name) else { throw .badName(name) }
    let path: String
    do throws(StoreError) {
      path = try root.file()
      if creating { try StoreFolder(of: path + "/.").create() }
    } catch { throw .store(error) }
    // The root belongs to the user, and can be a link to another disk.
    var folder = try ContainerFolder(at: path)
    for segment in [name] + segments {
      guard let parent = folder else { return nil }
      folder = try parent.folder(segment, creating: creating)
    }
    return folder
  }
}

/// A container's contents, as counted for its quota.
struct ContainerUsage {
  var bytes = 0
  var files = 0
}
