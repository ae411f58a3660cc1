/// Reports changes of watched names. The receiver compares the contents to find out what changed.
///
/// Used on one serial queue, on which it also calls back.
///
/// The callback receives whether a file was completely written: closed after writing, or renamed into place.
protocol ChangeSource: AnyObject {
  /// Replaces the watched names. Called again after each change, because folders may appear and disappear.
  ///
  /// - Returns: false if this source cannot watch all of them. Then another source must be used.
  func watch(_ names: WatchedNames) -> Bool

  func stop()
}
