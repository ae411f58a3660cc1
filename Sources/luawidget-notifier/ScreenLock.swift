/// Whether the screen is locked, by the desktop or by the session of the system.
struct ScreenLock {
  let session: Bus
  /// nil where there is no system bus.
  let system: Bus?

  func isActive() -> Bool {
    let desktop = try? session.call(
      "org.freedesktop.ScreenSaver", "/org/freedesktop/ScreenSaver", "org.freedesktop.ScreenSaver", "GetActive")
    if desktop?.readFlag() == true { return true }
    let hint = try? system?.call(
      "org.freedesktop.login1", "/org/freedesktop/login1/session/auto", "org.freedesktop.DBus.Properties", "Get"
    ) {
      $0.append("org.freedesktop.login1.Session")
      $0.append("LockedHint")
    }
    guard let hint, hint.enter("v", "b") else { return false }
    return hint.readFlag() == true
  }
}
