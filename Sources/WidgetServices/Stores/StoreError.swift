/// Why a store did not do what it was asked. What was stored before is still there.
public enum StoreError: Error, Sendable, Equatable, Hashable {
  // The file

  /// It cannot be opened, made or read.
  case unavailable(path: String, reason: String)
  /// No home folder is known, and the variable is not set.
  case noHome(variable: String)
  /// It can be read, not written.
  case readOnly(path: String)
  /// The disk, or the user's share of it, is full.
  case full(path: String)
  /// Another process kept it locked for longer than 5 s.
  case busy(path: String)
  /// It is damaged and could not be set aside.
  case damaged(path: String, reason: String)
  /// A newer luawidget wrote it. It is left alone.
  case newerVersion(path: String, found: Int, supported: Int)

  // What was asked

  /// A key that is empty or too long.
  case invalidKey(bytes: Int, limit: Int)
  /// A key with a zero byte.
  case zeroByte
  case valueTooLarge(bytes: Int, limit: Int)
  case valueTooDeep(limit: Int)
  /// Defaults only: a cache makes room by itself.
  case quotaExceeded(suite: String, limit: Int)
}
