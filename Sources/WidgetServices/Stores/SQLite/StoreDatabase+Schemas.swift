extension StoreDatabase {
  /// Caches and stored responses, which may be lost at any time.
  ///
  /// - Parameter onNotice: Called once for each damaged file that was set aside, and for each damaged value.
  public static func cache(_ path: StorePath, onNotice: @escaping @Sendable (StoreNotice) -> Void = { _ in }) -> StoreDatabase {
    StoreDatabase(path, .cache, onNotice: onNotice)
  }

  /// Defaults, permission decisions and the notification quota, which must not be lost.
  ///
  /// - Parameter onNotice: Called once for each damaged file that was set aside, and for each damaged value.
  public static func data(_ path: StorePath, onNotice: @escaping @Sendable (StoreNotice) -> Void = { _ in }) -> StoreDatabase {
    StoreDatabase(path, .data, onNotice: onNotice)
  }
}
