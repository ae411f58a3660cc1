import WidgetModel

/// Why a store operation failed. Whatever was stored before is unchanged.
public enum StoreError: Error, Sendable, Equatable, Hashable {
  /// Why nobody can acquire a lease at a time that isn't finite.
  static let noTime = "the clock shows no time"

  // The store

  /// It can't be opened, created or read.
  case unavailable(StoreLocation, reason: String)
  /// Its location isn't configured.
  case notConfigured(reason: String)
  /// It can be read but not written.
  case readOnly(StoreLocation)
  /// There's no space left for it, or the user has reached their quota.
  case full(StoreLocation)
  /// Another process held its lock for longer than 5 s.
  case busy(StoreLocation)
  /// Files in its folder cannot be locked, as on some network file systems.
  case noLocks(StoreLocation, reason: String)
  /// It is damaged and could not be replaced.
  case damaged(StoreLocation, reason: String)
  /// A newer luawidget wrote it. It's left unchanged.
  case newerVersion(StoreLocation, found: Int, supported: Int)

  /// Another process has taken over the lease for this write.
  case leaseLost(instance: String)

  // The request

  /// A key that is empty or too long.
  case invalidKey(bytes: Int, limit: Int)
  /// A key that contains NUL.
  case zeroByte
  case valueTooLarge(bytes: Int, limit: Int)
  case valueTooDeep(limit: Int)
  /// Defaults only: caches evict entries instead.
  case quotaExceeded(suite: String, limit: Int)
}

/// A store's location as shown to the user. Only the implementation knows what the text means: a path, a server's address.
public struct StoreLocation: Sendable, Equatable, Hashable, CustomStringConvertible {
  public let description: String
  /// How the user can replace an unusable store.
  let replacement: String?
  /// How the user can make the store writable.
  let writeAccess: String?

  /// - Parameters:
  ///   - replacement: A suggestion for an unusable or damaged store.
  ///   - writeAccess: A suggestion for a read-only store.
  public init(_ description: String, replacement: String? = nil, writeAccess: String? = nil) {
    self.description = description
    self.replacement = replacement
    self.writeAccess = writeAccess
  }
}

extension StoreError: CustomStringConvertible {
  /// One clause without a full stop and the location, so a script can see it.
  public var message: String {
    switch self {
    case .unavailable(_, let reason): "the store cannot be used: \(reason)"
    case .notConfigured(let reason): "the store has no location: \(reason)"
    case .readOnly: "the store is read-only"
    case .full: "no space is left for the store"
    case .busy: "the store is locked by another process"
    case .noLocks(_, let reason): "files in this folder cannot be locked: \(reason)"
    case .damaged(_, let reason): "the store is damaged and cannot be replaced: \(reason)"
    case .newerVersion(_, let found, let supported):
      "the store was written by a newer luawidget (version \(found), this one supports \(supported))"
    case .leaseLost: "another process has updated the widget meanwhile"
    case .invalidKey(let bytes, let limit): "a key must have 1 to \(limit) bytes, got \(bytes)"
    case .zeroByte: "a key must not contain NUL"
    case .valueTooLarge(let bytes, let limit): "a value must not exceed \(limit) bytes, got \(bytes)"
    case .valueTooDeep(let limit): "a value must not nest more than \(limit) tables"
    case .quotaExceeded(_, let limit): "all values together must not exceed \(limit) bytes; remove some first"
    }
  }

  /// The store, if the error is about one.
  public var location: StoreLocation? {
    switch self {
    case .unavailable(let location, _), .readOnly(let location), .full(let location), .busy(let location),
      .damaged(let location, _), .newerVersion(let location, _, _), .noLocks(let location, _):
      location
    case .notConfigured, .leaseLost, .invalidKey, .zeroByte, .valueTooLarge, .valueTooDeep, .quotaExceeded: nil
    }
  }

  /// A suggestion for the user, if any.
  public var remedy: String? {
    switch self {
    case .unavailable(let location, _), .damaged(let location, _): location.replacement
    case .readOnly(let location): location.writeAccess
    case .full: "free some space, then run it again"
    case .busy: "run it again; `luawidget doctor` checks all stores"
    case .noLocks: "set XDG_STATE_HOME, XDG_DATA_HOME and XDG_CACHE_HOME to folders on a local disk"
    case .newerVersion: "update luawidget"
    case .notConfigured, .leaseLost, .invalidKey, .zeroByte, .valueTooLarge, .valueTooDeep, .quotaExceeded: nil
    }
  }

  /// Whether the store failed, as opposed to an invalid request.
  public var isStoreFailure: Bool {
    switch self {
    case .unavailable, .notConfigured, .readOnly, .full, .busy, .noLocks, .damaged, .newerVersion, .leaseLost: true
    case .invalidKey, .zeroByte, .valueTooLarge, .valueTooDeep, .quotaExceeded: false
    }
  }

  /// The message, with the location if any.
  public var description: String { location.map { "\($0): \(message)" } ?? message }
}

/// A problem a store worked around, reported to the user once. The operation succeeded.
public enum StoreNotice: Sendable, Equatable, Hashable {
  /// A damaged store was set aside under another name and replaced with a new one.
  case replacedDamaged(StoreLocation, keptAs: String, reason: String)
  /// A stored snapshot is ignored because it's damaged or from a newer luawidget.
  case unreadableSnapshot(instance: String)
  /// A stored value is ignored because it's damaged.
  case unreadableValue(StoreLocation, owner: String, key: String)
  /// The HTTP cache is off because its store can't be used.
  case responsesNotStored(StoreError)
  /// Values in widgets' caches last only as long as the process, because the store can't be used.
  case valuesNotStored(StoreError)
  /// The same of values of defaults that were written since.
  case defaultsNotStored(StoreError)
  /// Decisions and uses of permissions aren't recorded.
  case auditNotWritten(path: String, reason: String)
}

extension StoreNotice: CustomStringConvertible {
  public var description: String {
    switch self {
    case .replacedDamaged(let location, let name, let reason):
      "\(location) is damaged (\(reason)); it was renamed to \(name) and replaced by a new store"
    case .unreadableSnapshot(let instance): "the stored snapshot of \(instance) cannot be read and is ignored"
    case .unreadableValue(let location, let owner, let key):
      "\(location): the value of \"\(key)\" of \(owner) is damaged and is ignored"
    case .responsesNotStored(let error): advising("HTTP responses are not cached: \(error)", try: error.remedy)
    case .valuesNotStored(let error): advising("values in `cache` are lost after this run: \(error)", try: error.remedy)
    case .defaultsNotStored(let error): advising("new values in `defaults` are lost after this run: \(error)", try: error.remedy)
    case .auditNotWritten(let path, let reason): "uses of permissions are not recorded in \(path): \(reason)"
    }
  }
}

/// A word of a shell command.
public enum ShellWord {
  /// The word itself if that's safe, otherwise in single quotes (POSIX 2.2.2).
  public static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { isLetter($0) || isDigit($0) || "_-./,:+@%".utf8.contains($0) }
    if isPlain, !word.isEmpty { return word }
    return "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
  }
}
