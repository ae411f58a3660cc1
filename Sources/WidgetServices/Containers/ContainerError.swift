/// Why a container's file could not be used.
public enum ContainerError: Error, Sendable, Equatable {
  case badName(String)
  case badPath(String)
  /// Not a plain file of this container: a link, a pipe, a device, a folder, or a file that has another name elsewhere.
  case notAFile(String)
  case notAFolder(String)
  case tooLarge(path: String, bytes: Int, limit: Int)
  /// The container as a whole would hold too much.
  case quota(bytes: Int)
  case tooManyFiles(limit: Int)
  /// Another process kept it locked for longer than 5 s.
  case busy(String)
  case system(path: String, reason: String)
}

extension ContainerError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .badName(let name): "\"\(name)\" is not the name of a container (letters, digits, dots and dashes)"
    case .badPath(let path): "\"\(path)\" is not a path in a container (up to 8 names of letters, digits, `.`, `_` and `-`)"
    case .notAFile(let path): "\(path) is not a plain file"
    case .notAFolder(let path): "\(path) is not a folder"
    case .tooLarge(let path, let bytes, let limit): "\(path) has \(bytes) bytes; a file may have \(limit)"
    case .quota(let bytes): "the container is full (\(bytes >> 20) MiB)"
    case .tooManyFiles(let limit): "the container is full (\(limit) files)"
    case .busy(let name): "\(name) is in use by another process"
    case .system(let path, let reason): "\(path): \(reason)"
    }
  }
}
