public import WidgetSystem

/// The files in a folder that the user has chosen for a widget.
///
/// Each part of a path is opened relative to its folder's descriptor, without following links, so nothing outside can be reached.
/// Hidden files don't exist for a widget.
public struct FolderFiles {
  /// Bytes of a file.
  public static let maximumSize = 4 << 20
  /// Entries of a list.
  public static let maximumEntries = 1_000
  static let maximumDepth = 16

  /// A file or a folder.
  public struct Entry: Sendable, Equatable {
    public var name: String
    public var isFolder: Bool
    /// Bytes; 0 for a folder.
    public var size: Int
    /// Seconds since 1970.
    public var modified: Double
  }

  private let root: Directory

  /// - Parameters:
  ///   - path: Absolute and without links: what the user has decided about.
  ///   - folders: The user's own.
  public init(_ path: String, _ folders: UserFolders) throws(FolderFileProblem) {
    let target: String
    do throws(ChosenFolder.Problem) { target = try ChosenFolder.resolved(path, folders) } catch {
      throw .unavailable(reason: error.description)
    }
    guard target == path else { throw .unavailable(reason: "another folder is in its place now") }
    do throws(SystemError) { root = try Directory(target, followsLinks: false) } catch { throw .unavailable(reason: "\(error)") }
  }

  /// The entries of a folder, sorted by name; nil if there's no such folder.
  ///
  /// - Parameter path: Relative; nil for the folder itself.
  public func list(_ path: String?) throws(FolderFileProblem) -> [Entry]? {
    guard let folder = try open(path.map { path throws(FolderFileProblem) in try Self.parts(path) } ?? [], path ?? "") else {
      return nil
    }
    let names: [String]
    do throws(SystemError) { names = try folder.names(limit: 20_000) } catch {
      throw .failed(path: path ?? "", reason: "\(error)")
    }
    return names.sorted().lazy.compactMap { name -> Entry? in
      guard Self.problem(with: name) == nil, let status = try? folder.status(of: name) else { return nil }
      switch status.kind {
      case .directory: return Entry(name: name, isFolder: true, size: 0, modified: status.modifiedAt)
      case .regular: return Entry(name: name, isFolder: false, size: status.size, modified: status.modifiedAt)
      default: return nil
      }
    }.prefix(Self.maximumEntries).map(\.self)
  }

  /// A file's bytes; nil if there's no such file.
  public func read(_ path: String) throws(FolderFileProblem) -> [UInt8]? {
    let parts = try Self.parts(path)
    guard let folder = try open(Array(parts.dropLast()), path) else { return nil }
    let file: FileDescriptor
    do throws(SystemError) { file = try folder.file(parts[parts.count - 1]) } catch {
      switch error.code {
      case ENOENT: return nil
      case ELOOP, ENXIO, ENOTDIR: throw .refused(path: path, reason: "it is \(RegularFile.refusal)")
      default: throw .failed(path: path, reason: "\(error)")
      }
    }
    do throws(RegularFile.Problem) { return try RegularFile.read(closing: file, limit: Self.maximumSize, singleLink: true) } catch
    {
      switch error {
      case .notRegular: throw .refused(path: path, reason: "it is \(RegularFile.refusal)")
      case .severalLinks: throw .refused(path: path, reason: "it has several names (hard links)")
      case .tooLarge(let bytes): throw .tooLarge(path: path, bytes: bytes)
      case .system(let error): throw .failed(path: path, reason: "\(error)")
      }
    }
  }

  /// Creates or replaces a file, with the folders it's in. A reader sees the old bytes or the new ones.
  public func write(_ bytes: [UInt8], to path: String) throws(FolderFileProblem) {
    let parts = try Self.parts(path)
    let name = parts[parts.count - 1]
    guard bytes.count <= Self.maximumSize else {
      throw .tooLarge(path: path, bytes: bytes.count)
    }
    if let reason = ExecutableFile.problem(name: name, bytes) { throw .refused(path: path, reason: reason) }
    guard let folder = try open(Array(parts.dropLast()), path, creating: true) else {
      throw .failed(path: path, reason: "no folder")
    }
    let mode = try Self.mode(replacing: old(name, in: folder, path), path)
    do throws(SystemError) { try AtomicFile.write(bytes, to: name, in: folder, permissions: mode) } catch {
      throw .failed(path: path, reason: "\(error)")
    }
  }

  private func old(_ name: String, in folder: Directory, _ path: String) throws(FolderFileProblem) -> FileStatus? {
    do throws(SystemError) { return try folder.status(of: name) } catch {
      if error.code == ENOENT { return nil }
      throw .failed(path: path, reason: "\(error)")
    }
  }

  /// The permissions of a file that replaces another one.
  private static func mode(replacing old: FileStatus?, _ path: String) throws(FolderFileProblem) -> mode_t {
    guard let old else { return 0o644 }
    guard old.kind == .regular else { throw .refused(path: path, reason: "it is \(RegularFile.refusal)") }
    guard old.linkCount == 1 else { throw .refused(path: path, reason: "it has several names (hard links)") }
    guard old.permissions & 0o111 == 0 else { throw .refused(path: path, reason: "it's a program") }
    guard old.permissions & 0o200 != 0 else { throw .refused(path: path, reason: "it's read-only") }
    return old.permissions & 0o666
  }

  /// A folder below this one; nil if it doesn't exist.
  private func open(_ parts: [String], _ path: String, creating: Bool = false) throws(FolderFileProblem) -> Directory? {
    var folder = root
    for part in parts {
      do throws(SystemError) {
        if creating { try folder.makeDirectory(part) }
        folder = try folder.directory(part)
      } catch {
        switch error.code {
        case ENOENT: return nil
        case ELOOP, ENOTDIR: throw .refused(path: path, reason: "\(part) is not a folder")
        default: throw .failed(path: path, reason: "\(error)")
        }
      }
    }
    return folder
  }

  /// The names in a path.
  private static func parts(_ path: String) throws(FolderFileProblem) -> [String] {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count <= maximumDepth else { throw .badPath(path, reason: "it's nested more than \(maximumDepth) folders deep") }
    for part in parts { if let reason = problem(with: part) { throw .badPath(path, reason: reason) } }
    return parts
  }

  private static func problem(with name: String) -> String? {
    if name.isEmpty { return "it has an empty name; write it as in \"2026/notes.md\"" }
    if name == "." || name == ".." { return ". and .. are not allowed" }
    if name.hasPrefix(".") { return "hidden files are not allowed" }
    if name.utf8.count > 255 { return "a name exceeds 255 bytes" }
    return name.unicodeScalars.contains { $0.properties.generalCategory == .control || $0.properties.generalCategory == .format }
      ? "a name has invisible characters" : nil
  }
}

/// Why a file in a folder wasn't listed, read or written. Paths are those in the folder.
public enum FolderFileProblem: Error, Sendable, Equatable, CustomStringConvertible {
  /// The widget's mistake.
  case badPath(String, reason: String)
  /// No widget gets it.
  case refused(path: String, reason: String)
  case tooLarge(path: String, bytes: Int)
  /// The folder isn't there, or can't be chosen any more.
  case unavailable(reason: String)
  case failed(path: String, reason: String)

  public var description: String {
    switch self {
    case .badPath(let path, let reason): "\"\(path.prefix(200))\" is not a path in the folder: \(reason)"
    case .refused(let path, let reason), .failed(let path, let reason): path.isEmpty ? reason : "\(path): \(reason)"
    case .tooLarge(let path, let bytes): "\(path): \(bytes) bytes; the limit is \(FolderFiles.maximumSize)"
    case .unavailable(let reason): "the folder can't be used: \(reason)"
    }
  }
}
