import WidgetSystem

/// The folder beside a widget that holds its modules and resources: the only files a script can name, and only to read.
public struct ResourceFolder: Sendable, Equatable {
  /// Bytes that one resource may have: as much as a response.
  public static let maximumSize = 4 << 20

  /// Absolute; the folder need not exist.
  public var path: String
  /// Begins a module's chunk name: `flight/times.lua`.
  public var chunkPrefix: String

  public init(path: String, chunkPrefix: String) {
    self.path = path
    self.chunkPrefix = chunkPrefix
  }

  /// Why a resource was not read.
  public enum Problem: Error, Sendable, Equatable {
    /// The name is not one that a resource can have.
    case badName
    case notFound
    case tooLarge(Int)
    case unreadable(String)
  }

  /// Reads a resource.
  ///
  /// - Parameter name: At most 8 segments of `[A-Za-z0-9._-]`, none of them `.` or `..`. Symbolic links are not followed, so a
  ///   name never leads out of the folder.
  public func read(_ name: String, limit: Int = ResourceFolder.maximumSize) throws(Problem) -> [UInt8] {
    var segments = name.split(separator: "/", omittingEmptySubsequences: false)
    if segments.first == "." { segments.removeFirst() }
    guard !segments.isEmpty, segments.count <= 8, segments.allSatisfy(Self.isAllowed), !path.isEmpty else { throw .badName }
    var file = path
    for (index, segment) in segments.enumerated() {
      file += "/" + segment
      var status = stat()
      guard lstat(file, &status) == 0 else { throw .notFound }
      let kind = status.st_mode & S_IFMT
      guard kind == (index == segments.count - 1 ? S_IFREG : S_IFDIR) else { throw .notFound }
    }
    do {
      return try FileReader.read(file, limit: limit)
    } catch {
      switch error {
      case .system(let code): throw .unreadable(String(cString: strerror(code)))
      case .notAFile: throw .notFound
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
