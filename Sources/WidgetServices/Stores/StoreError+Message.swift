extension StoreError: CustomStringConvertible {
  /// One sentence without a full stop, and without the path: fit for a script, which has no business to know the user's folders.
  public var message: String {
    switch self {
    case .unavailable(_, let reason): "the store cannot be used: \(reason)"
    case .noHome(let variable): "no home folder is known; set HOME or \(variable)"
    case .readOnly: "the store cannot be written to"
    case .full: "no space is left for the store"
    case .busy: "another process keeps the store locked"
    case .damaged(_, let reason): "the store is damaged and cannot be set aside: \(reason)"
    case .newerVersion(_, let found, let supported):
      "a newer luawidget wrote the store (version \(found), this one reads \(supported))"
    case .invalidKey(let bytes, let limit): "a key has 1 to \(limit) bytes, got \(bytes)"
    case .zeroByte: "a key has no zero byte"
    case .valueTooLarge(let bytes, let limit): "a value takes \(limit) bytes at most, got \(bytes)"
    case .valueTooDeep(let limit): "a value has \(limit) tables inside each other at most"
    case .quotaExceeded(_, let limit): "all values together take \(limit) bytes at most; remove some first"
    }
  }

  /// The file, when it is about one.
  public var path: String? {
    switch self {
    case .unavailable(let path, _), .readOnly(let path), .full(let path), .busy(let path), .damaged(let path, _),
      .newerVersion(let path, _, _):
      path
    case .noHome, .invalidKey, .zeroByte, .valueTooLarge, .valueTooDeep, .quotaExceeded: nil
    }
  }

  /// What to do next, when there is something; with the path.
  public var remedy: String? {
    switch self {
    case .unavailable(let path, _), .damaged(let path, _):
      "move \(ShellWord.quoted(path)) away; it is made anew (`luawidget doctor` looks at all stores)"
    case .readOnly(let path): "make \(ShellWord.quoted(path)) and its folder writable for you"
    case .full: "free some space, then run it again"
    case .busy: "run it again; `luawidget doctor` looks at all stores"
    case .newerVersion: "update luawidget"
    case .noHome, .invalidKey, .zeroByte, .valueTooLarge, .valueTooDeep, .quotaExceeded: nil
    }
  }

  /// Whether the store's file is at fault, and not what was asked.
  public var isAboutTheFile: Bool {
    switch self {
    case .unavailable, .noHome, .readOnly, .full, .busy, .damaged, .newerVersion: true
    case .invalidKey, .zeroByte, .valueTooLarge, .valueTooDeep, .quotaExceeded: false
    }
  }

  /// The message, with the path when there is one.
  public var description: String { path.map { "\($0): \(message)" } ?? message }
}
