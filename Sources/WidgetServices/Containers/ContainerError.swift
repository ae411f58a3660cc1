/// Why an operation on a container failed. Paths are those in the container.
public enum ContainerError: Error, Sendable, Equatable {
  case badName(String)
  case badPath(String)
  /// Not a regular file of this container: a link, a pipe, a device, a folder, or a file with several names.
  case notAFile(String)
  case notAFolder(String)
  /// A folder where a file is expected.
  case isAFolder(String)
  /// A folder that is not empty and cannot be removed.
  case notEmpty(String)
  case tooLarge(path: String, bytes: Int, limit: Int)
  /// The container would become too large.
  case quota(bytes: Int)
  case tooManyFiles(limit: Int)
  /// Another process held its lock for longer than 5 s.
  case busy(String)
  /// This file or folder cannot be read or written.
  case failed(path: String, reason: String)
  /// The store of all containers failed.
  case store(StoreError)
}

extension ContainerError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .badName(let name): "\"\(Self.shown(name))\" is not a valid container name (letters, digits, dots and dashes)"
    case .badPath(let path): "\"\(Self.shown(path))\" is not a valid container path: \(ContainerName.problem(ofPath: path))"
    case .notAFile(let path): "\(path) is not a regular file"
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
