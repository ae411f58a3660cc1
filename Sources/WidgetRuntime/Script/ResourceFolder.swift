import WidgetSystem

/// The folder with a widget's modules and resources: the only files a script can read. There's no write access.
public struct ResourceFolder: Sendable, Equatable {
  /// Bytes per resource: as many as a response can have.
  public static let maximumSize = 4 << 20
  /// Bytes per module: a language's compiler fits, and it's parsed in a hundredth of a second.
  public static let maximumModuleSize = 512 << 10

  /// An absolute path; the folder needn't exist.
  public var path: String
  /// The prefix of a module's chunk name: `flight/times.lua`.
  public var chunkPrefix: String

  public init(path: String, chunkPrefix: String) {
    self.path = path
    self.chunkPrefix = chunkPrefix
  }

  /// Why a resource couldn't be read.
  public enum Problem: Error, Sendable, Equatable {
    /// The name isn't valid.
    case badName
    case notFound
    case tooLarge(Int)
    case unreadable(String)
  }

  /// Reads a resource.
  ///
  /// - Parameter name: At most 8 segments of `[A-Za-z0-9._-]`, none of them `.` or `..`. Symbolic links, including the folder
  ///   itself, aren't followed, and a file has only one name: nothing outside the folder is ever read.
  public func read(_ name: String, limit: Int = ResourceFolder.maximumSize) throws(Problem) -> [UInt8] {
    var segments = name.split(separator: "/", omittingEmptySubsequences: false)
    if segments.first == "." { segments.removeFirst() }
    guard !segments.isEmpty, segments.count <= 8, segments.allSatisfy(Self.isAllowed), !path.isEmpty else { throw .badName }
    let file: FileDescriptor
    do {
      // Opens the folder and everything below without following links, each name in the directory opened before: no other process
      // can lead the read elsewhere.
      var folder = try Directory(path, followsLinks: false)
      for segment in segments.dropLast() { folder = try folder.directory(String(segment)) }
      file = try folder.file(String(segments[segments.count - 1]))
    } catch {
      switch error.code {
      case ENOENT, ENOTDIR, ELOOP, ENXIO: throw .notFound
      default: throw .unreadable(error.description)
      }
    }
    do {
      return try RegularFile.read(closing: file, limit: limit, singleLink: true)
    } catch {
      switch error {
      case .system(let error): throw .unreadable(error.description)
      case .notRegular, .severalLinks: throw .notFound
      case .tooLarge(let size): throw .tooLarge(size)
      }
    }
  }

  private static func isAllowed(_ segment: Substring) -> Bool {
    (1...128).contains(segment.utf8.count) && segment != "." && segment != ".."
      && segment.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
          UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
          true
        default: false
        }
      }
  }
}
