extension StoreError: CustomStringConvertible {
  /// One clause without a full stop, and without the location: safe to show to a script.
  public var message: String {
    switch self {
    case .unavailable(_, let reason): "the store cannot be used: \(reason)"
    case .notConfigured(let reason): "the store has no location: \(reason)"
    case .readOnly: "the store is read-only"
    case .full: "no space is left for the store"
    case .busy: "the store is locked by another process"
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

  /// The store, when the error is about one.
  public var location: StoreLocation? {
    switch self {
    case .unavailable(let location, _), .readOnly(let location), .full(let location), .busy(let location),
      .damaged(let location, _), .newerVersion(let location, _, _):
      location
    case .notConfigured, .leaseLost, .invalidKey, .zeroByte, .valueTooLarge, .valueTooDeep, .quotaExceeded: nil
    }
  }

  /// A suggestion for the user, if there is one.
  public var remedy: String? {
    switch self {
    case .unavailable(let location, _), .damaged(let location, _): location.replacement
    case .readOnly(let location): location.writeAccess
    case .full: "free some space, then run it again"
    case .busy: "run it again; `luawidget doctor` checks all stores"
    case .newerVersion: "update luawidget"
    case .notConfigured, .leaseLost, .invalidKey, .zeroByte, .valueTooLarge, .valueTooDeep, .quotaExceeded: nil
    }
  }

  /// Whether the store failed, rather than the request being invalid.
  public var isStoreFailure: Bool {
    switch self {
    case .unavailable, .notConfigured, .readOnly, .full, .busy, .damaged, .newerVersion, .leaseLost: true
    case .invalidKey, .zeroByte, .valueTooLarge, .valueTooDeep, .quotaExceeded: false
    }
  }

  /// The message, with the location if there is one.
  public var description: String { location.map { "\($0): \(message)" } ?? message }
}
