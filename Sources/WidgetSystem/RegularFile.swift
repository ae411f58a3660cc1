/// Reads complete regular files.
public enum RegularFile {
  /// The end of a sentence about anything else.
  public static let refusal = "not a regular file"

  /// Why a file wasn't read.
  public enum Problem: Error, Sendable, Equatable {
    case system(SystemError)
    /// It's a directory, a device, a named pipe, a socket or a symbolic link.
    case notRegular
    /// The file has other names too, so it may belong to another user.
    case severalLinks
    /// The file's size in bytes, if known.
    case tooLarge(Int)
  }

  /// Reads a file. Opening a named pipe or a device doesn't wait.
  ///
  /// - Parameters:
  ///   - limit: Bytes; a larger file is refused before it's read.
  ///   - followsLinks: Whether to follow a symbolic link at the end of the path.
  public static func read(_ path: String, limit: Int, followsLinks: Bool = true) throws(Problem) -> [UInt8] {
    let descriptor: FileDescriptor
    do throws(SystemError) {
      descriptor = try .open(path, O_RDONLY | O_NONBLOCK | (followsLinks ? 0 : O_NOFOLLOW))
    } catch {
      throw error.code == ELOOP && !followsLinks ? .notRegular : .system(error)
    }
    return try read(closing: descriptor, limit: limit)
  }

  /// Reads a file that the user has chosen for a widget; see ``ChosenFile``.
  public static func read(chosen path: String, limit: Int) throws(Problem) -> [UInt8] {
    let descriptor: FileDescriptor
    do throws(SystemError) { descriptor = try ChosenFile.open(path) } catch { throw .system(error) }
    return try read(closing: descriptor, limit: limit)
  }

  /// Reads a text file that may be missing.
  ///
  /// - Returns: nil if the file doesn't exist.
  /// - Throws: The sentence for the user.
  public static func readIfPresent(
    _ path: String, limit: Int, followsLinks: Bool = true
  ) throws(Unreadable) -> [UInt8]? {
    do {
      return try read(path, limit: limit, followsLinks: followsLinks)
    } catch {
      switch error {
      case .system(let error) where error.code == ENOENT || error.code == ENOTDIR: return nil
      case .system(let error): throw Unreadable(reason: "\(error)")
      case .notRegular, .severalLinks: throw Unreadable(reason: refusal)
      case .tooLarge(let bytes): throw Unreadable(reason: "\(bytes) bytes; the limit is \(limit)")
      }
    }
  }

  public struct Unreadable: Error, Sendable { public var reason: String }

  /// Reads a file that is open already, and closes it.
  ///
  /// - Parameter singleLink: Whether to refuse a file with several names.
  public static func read(
    closing descriptor: FileDescriptor, limit: Int, singleLink: Bool = false
  ) throws(Problem) -> [UInt8] {
    defer { descriptor.close() }
    // Checks the open file: the path may name a different one by now.
    let status = try system { () throws(SystemError) in try descriptor.status() }
    guard status.kind == .regular else { throw .notRegular }
    guard !singleLink || status.linkCount == 1 else { throw .severalLinks }
    guard status.size <= limit else { throw .tooLarge(status.size) }
    let bytes = try system { () throws(SystemError) in try descriptor.readAll(limit: limit + 1) }
    // It may have grown since we read its size.
    guard bytes.count <= limit else { throw .tooLarge(bytes.count) }
    return bytes
  }

  private static func system<Value>(_ call: () throws(SystemError) -> Value) throws(Problem) -> Value {
    do throws(SystemError) { return try call() } catch { throw .system(error) }
  }
}
