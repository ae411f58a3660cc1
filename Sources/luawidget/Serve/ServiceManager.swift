import WidgetSystem

/// systemd, if it started this program: readiness, the watchdog and the journal. Source: sd_notify(3), systemd.exec(5).
struct ServiceManager {
  private let socket: String?
  private let journal: String?
  /// Seconds within which a sign of life is expected.
  private let watchdog: Double?

  init(environment: [String: String]) {
    socket = environment["NOTIFY_SOCKET"]
    journal = environment["JOURNAL_STREAM"]
    let isMeant = environment["WATCHDOG_PID"].map { $0 == "\(getpid())" } ?? true
    watchdog = environment["WATCHDOG_USEC"].flatMap { UInt32($0) }.flatMap { isMeant && $0 > 0 ? Double($0) / 1e6 : nil }
  }

  /// Whether what is written there ends up in the journal, which administrators and the group `adm` may read.
  func isJournal(_ descriptor: FileDescriptor) -> Bool {
    guard let journal, let status = try? descriptor.status() else { return false }
    return journal == "\(status.device):\(status.inode)"
  }

  func ready() { send("READY=1") }

  func stopping() { send("STOPPING=1") }

  /// Gives signs of life until the task is cancelled, each after a check that doesn't return while something is stuck.
  func watch(_ check: () async -> Void) async {
    guard let watchdog else { return }
    while (try? await Task.pause(seconds: watchdog / 2)) != nil {
      await check()
      send("WATCHDOG=1")
    }
  }

  private func send(_ state: String) {
    guard let socket else { return }
    LocalSocket.notify(socket, Array(state.utf8))
  }
}
