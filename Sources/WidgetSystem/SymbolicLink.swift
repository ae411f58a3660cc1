/// Symbolic links.
public enum SymbolicLink {
  /// The path of the file that a path leads to through symbolic links in its last part. The file need not exist.
  ///
  /// - Throws: `ELOOP` after 40 links.
  public static func destination(of path: String) throws(SystemError) -> String {
    var path = path
    for _ in 0..<40 {
      guard (try? FileStatus(path: path, followsLinks: false))?.kind == .symbolicLink else { return path }
      let capacity = 4096
      var buffer = [CChar](repeating: 0, count: capacity)
      let count = readlink(path, &buffer, capacity)
      guard count >= 0 else { throw .current }
      guard count < capacity else { throw SystemError(code: ENAMETOOLONG) }
      let target = String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
      path = target.hasPrefix("/") ? target : (path.lastIndex(of: "/").map { String(path[...$0]) } ?? "") + target
    }
    throw SystemError(code: ELOOP)
  }
}
