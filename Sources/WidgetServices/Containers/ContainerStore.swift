import Synchronization
import WidgetSystem

/// Files shared by a group's widgets, in one container per group.
///
/// Paths are those of ``ContainerName/segments(of:)``. No operation can reach outside the container.
public protocol ContainerStore: Sendable {
  /// The names of all containers, sorted.
  func names() throws(ContainerError) -> [String]

  /// - Returns: nil if there's no such file.
  func read(_ path: String, in name: String) throws(ContainerError) -> [UInt8]?

  /// Replaces the file atomically, creating its parent folders. It's durable when this returns.
  func write(_ bytes: [UInt8], to path: String, in name: String) throws(ContainerError)

  /// The names in a folder, sorted; folders end in `/`. Empty if the folder doesn't exist.
  ///
  /// - Parameter path: nil for the container itself.
  func list(_ path: String?, in name: String) throws(ContainerError) -> [String]

  /// Removes a file or an empty folder. Removing something missing isn't an error.
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
  /// Bytes per file.
  public var file = 4 << 20
  /// Bytes per container, by the files' lengths: a sparse file counts in full.
  public var total = 64 << 20
  public var files = 1000

  public init() {}
}

/// Why a container operation failed. Paths are those within the container.
public enum ContainerError: Error, Sendable, Equatable {
  case badName(String)
  case badPath(String)
  /// It's not a regular file in this container: a link, a pipe, a device, a folder, or a file with several names.
  case notAFile(String)
  case notAFolder(String)
  /// It's a folder where a file is expected.
  case isAFolder(String)
  /// The folder isn't empty, so it can't be removed.
  case notEmpty(String)
  case tooLarge(path: String, bytes: Int, limit: Int)
  /// The container would become too large.
  case quota(bytes: Int)
  case tooManyFiles(limit: Int)
  /// Another process held its lock for longer than 5 s.
  case busy(String)
  /// The file or folder can't be read or written.
  case failed(path: String, reason: String)
  /// The store for all containers failed.
  case store(StoreError)
}

extension ContainerError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .badName(let name): "\"\(Self.shown(name))\" is not a valid container name (letters, digits, dots and dashes)"
    case .badPath(let path): "\"\(Self.shown(path))\" is not a valid container path: \(ContainerName.problem(ofPath: path))"
    case .notAFile(let path): "\(path) is \(RegularFile.refusal)"
    case .notAFolder(let path): "\(path) is not a folder"
    case .isAFolder(let path): "\(path) is a folder, not a file"
    case .notEmpty(let path): "\(path) is a folder that is not empty; remove its files first"
    case .tooLarge(let path, let bytes, let limit): "\(path) has \(bytes) bytes; a file must not exceed \(limit)"
    case .quota(let bytes): "the container is full (\(bytes >> 20) MiB)"
    case .tooManyFiles(let limit): "the container is full (\(limit) files)"
    case .busy(let name): "\(name) is in use by another process"
    case .failed(let path, let reason): "\(path): \(reason)"
    case .store(let error): "\(error)"
    }
  }

  /// Shortened for a message.
  private static func shown(_ text: String) -> String { text.unicodeScalars.count <= 40 ? text : "\(String(text.prefix(40)))..." }
}

/// Containers in memory, for tests.
public final class MemoryContainerStore: ContainerStore {
  private let files = Mutex<[String: [String: [UInt8]]]>([:])

  public init() {}

  public func names() throws(ContainerError) -> [String] { files.withLock { $0.keys.sorted() } }

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
