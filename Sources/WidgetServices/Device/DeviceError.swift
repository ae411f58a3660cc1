/// Why a system metric could not be read.
public enum DeviceError: Error, Sendable, Equatable {
  case noSuchPath(String)
  case notPermitted(String)
  /// The operating system does not provide this metric here.
  case unavailable
}

extension DeviceError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noSuchPath(let path): "there is no \"\(path)\""
    case .notPermitted(let path): "no permission to read \"\(path)\""
    case .unavailable: "not available on this machine"
    }
  }
}
