import Synchronization

/// Containers in memory: for tests.
public final class MemoryContainerStore: ContainerStore {
  private let files = Mutex<[String: [String: [UInt8]]]>([:])

  public init() {}

  public func read(_ path: String, in name: String) throws(ContainerError) -> [UInt8]? {
    let key = try Self.key(path, name)
    return files.withLock { $0[name]?[key] }
  }

  public func write(_ bytes: [UInt8], to path: String, in name: String) throws(ContainerError) {
    let key = try Self.key(path, name)
    files.withLock { $0[name, default: [:]][key] = bytes }
  }

  public func list(_ path: String?, in name: String) throws(ContainerError) -> [String] {
    let prefix = try path.map { path throws(ContainerError) in try Self.key(path, name) + "/" } ?? ""
    let names = files.withLock { files in
      (files[name] ?? [:]).keys.filter { $0.hasPrefix(prefix) }.map { key in
        let rest = key.dropFirst(prefix.count)
        guard let slash = rest.firstIndex(of: "/") else { return String(rest) }
        return String(rest[...slash])
      }
    }
    return Set(names).sorted()
  }

  public func remove(_ path: String, in name: String) throws(ContainerError) -> Bool {
    let key = try Self.key(path, name)
    return files.withLock { $0[name]?.removeValue(forKey: key) != nil }
  }

  private static func key(_ path: String, _ name: String) throws(ContainerError) -> String {
    guard ContainerName.isValid(name) else { throw .badName(name) }
    guard let segments = ContainerName.segments(of: path) else { throw .badPath(path) }
    return segments.joined(separator: "/")
  }
}
