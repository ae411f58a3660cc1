/// Where a store's file is, or why nobody knows.
///
/// Not knowing is no error by itself: a widget that stores nothing runs on a machine without a home folder.
public enum StorePath: Sendable, Equatable {
  case file(String)
  /// There is no home folder, and this variable, which would do instead, is not set.
  case unknown(variable: String)

  public init(_ file: String) { self = .file(file) }

  func file() throws(StoreError) -> String {
    switch self {
    // A name like `file:x` would be read as a URI.
    case .file(let path): return path.hasPrefix("/") ? path : "./" + path
    case .unknown(let variable): throw .noHome(variable: variable)
    }
  }
}
