/// Why a container's file could not be used.
public enum ContainerError: Error, Sendable, Equatable {
  case badName(String)
  case badPath(String)
  /// Not a plain file of this container: a link, a pipe, a device, a folder, or a file that has another name elsewhere.
  case notAFile(String)
  case notAFolder(String)
  /// A folder where a file is meant.
  case isAFolder(String)
  /// A folder that cannot be removed.
  case notEmpty(String)
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
    case .badName(let name): "\"\(Self.shown(name))\" is not the name of a container (letters, digits, dots and dashes)"
    case .badPath(let path): "\"\(Self.shown(path))\" is not a path in a container: \(ContainerName.problem(ofPath: path))"
    case .notAFile(let path): "\(path) is not a plain file"
    case .notAFolder(let path): "\(path) is not a folder"
    case .isAFolder(let path): "\(path) is a folder, not a file"
    case .notEmpty(let path): "\(path) is a folder with files in it; remove those first"
    case .tooLarge(let path, let bytes, let limit): "\(path) has \(bytes) bytes; a file may have \(limit)"
    case .quota(let bytes): "the container is full (\(bytes >> 20) MiB)"
    case .tooManyFiles(let limit): "the container is full (\(limit) files)"
    case .busy(let name): "\(name) is in use by another process"
    case .system(let path, let reason): "\(path): \(reason)"
    }
  }

  /// Short enough for a sentence.
  private static func shown(_ text: String) -> String { text.unicodeScalars.count <= 40 ? text : "\(String(text.prefix(40)))..." }
}
