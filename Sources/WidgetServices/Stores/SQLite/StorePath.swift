/// The path of a store's file or folder, or why there is none.
///
/// A missing path is not an error by itself: a widget that stores nothing runs without a home folder.
public enum StorePath: Sendable, Equatable {
  case file(String)
  /// There is no home folder, and this variable, which would be used instead, is not set.
  case unknown(variable: String)

  public init(_ file: String) { self = .file(file) }

  func file() throws(StoreError) -> String {
    switch self {
    // A name such as `file:x` would be parsed as a URI.
    case .file(let path): return path.hasPrefix("/") ? path : "./" + path
    case .unknown(let variable): throw .notConfigured(reason: "no home folder is known; set HOME or \(variable)")
    }
  }
}
