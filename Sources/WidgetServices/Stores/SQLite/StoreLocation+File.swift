import WidgetSystem

extension StoreLocation {
  /// A store in a file.
  static func file(_ path: String) -> StoreLocation {
    let word = ShellWord.quoted(path)
    return StoreLocation(
      path, replacement: "move \(word) away; a new one is created (`luawidget doctor` checks all stores)",
      writeAccess: "make \(word) and its folder writable")
  }
}

extension StoreError {
  /// The error for a failed system call on a store's file or folder.
  init(errno code: Int32, path: String) {
    switch code {
    case EROFS, EACCES, EPERM: self = .readOnly(.file(path))
    case ENOSPC, EDQUOT: self = .full(.file(path))
    default: self = .unavailable(.file(path), reason: String(cString: strerror(code)))
    }
  }
}
