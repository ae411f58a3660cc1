import WidgetSystem

/// The terminal of the process, for sequences that show nothing: notifications, and the clipboard.
enum ControllingTerminal {
  /// Writes everything at once, so it can't mix with a frame drawn at the same time.
  ///
  /// - Returns: false without a terminal.
  static func write(_ bytes: [UInt8]) -> Bool {
    guard let terminal = try? FileDescriptor.open("/dev/tty", O_WRONLY | O_NOCTTY) else { return false }
    defer { terminal.close() }
    return (try? terminal.writeAll(bytes)) != nil
  }
}
