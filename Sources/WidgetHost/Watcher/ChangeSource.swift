/// Says when something happened to names that are watched; what really changed is found out by looking.
///
/// Used on one serial queue only, on which it also calls back.
protocol ChangeSource: AnyObject {
  /// Replaces what is watched. Called again after each change, because folders come and go.
  ///
  /// - Returns: false when this source cannot watch all of it; another one must then be used.
  func watch(_ names: WatchedNames) -> Bool

  func stop()
}
