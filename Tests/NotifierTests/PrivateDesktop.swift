import Foundation
import WidgetSystem
import WidgetTesting

@testable import WidgetServices

/// A user with a private D-Bus session, a home folder and a notification server.
final class PrivateDesktop {
  static let daemon = "/usr/bin/dbus-daemon"
  static let programs = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path

  let folder = TestFolder()
  let environment: [String: String]
  let server: FakeNotificationServer
  /// The process id of the bus.
  private let bus: pid_t

  var client: NotifierClient { NotifierClient(executable: "\(Self.programs)/luawidget-notifier", environment: environment) }
  var scheduled: FolderScheduledNotificationStore {
    FolderScheduledNotificationStore(root: StoreLocations(environment: environment).scheduledNotifications)
  }

  init(capabilities: [String] = ["body", "actions"]) async throws {
    try FileManager.default.createDirectory(atPath: folder("run"), withIntermediateDirectories: true)
    let address = "unix:path=\(folder("bus"))"
    try """
    <busconfig><type>session</type><listen>\(address)</listen><auth>EXTERNAL</auth>
    <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
    </busconfig>
    """.write(toFile: folder("bus.conf"), atomically: true, encoding: .utf8)
    let arguments = ["dbus-daemon", "--config-file=\(folder("bus.conf"))", "--nofork", "--nopidfile"]
    bus = try ProcessLaunch(Self.daemon, arguments, closesOthers: true).start()
    environment = [
      "HOME": folder("home"), "XDG_RUNTIME_DIR": folder("run"), "DBUS_SESSION_BUS_ADDRESS": address, "PATH": "/usr/bin:/bin",
      "LANG": "C.UTF-8", "TZ": "UTC",
    ]
    try FileManager.default.createDirectory(atPath: folder("home"), withIntermediateDirectories: true)
    let path = folder("bus")
    // Its file exists before it listens.
    try await eventually("the bus listens") { accepts(path) }
    let server = FakeNotificationServer(address: address, capabilities: capabilities)
    self.server = server
    try await eventually("the server has its names") { server.isReady || server.problem != nil }
    if let problem = server.problem { throw Problem(words: problem) }
  }

  deinit { end() }

  /// Ends the session; the notifier ends with it.
  private func end() {
    server.stop()
    Libc.kill(bus, SIGTERM)
    Thread { [bus] in
      var status: Int32 = 0
      waitpid(bus, &status, 0)
    }.start()
  }

  /// Waits until no notifier runs: its lock is free.
  func notifierEnds() async throws {
    let runtime = folder("run/luawidget")
    try await eventually("the notifier ends") {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: runtime)) ?? []
      return names.filter { $0.hasPrefix("notifier") && $0.hasSuffix(".lock") }.allSatisfy { name in
        guard let file = try? FileDescriptor.open("\(runtime)/\(name)", O_RDWR) else { return true }
        defer { file.close() }
        return flock(file.rawValue, LOCK_EX | LOCK_NB) == 0
      }
    }
  }

  /// Runs `luawidget` as this user.
  func run(_ arguments: String...) async throws -> (status: Int32, output: String) {
    let output = folder("output-\(UUID().uuidString)")
    guard FileManager.default.createFile(atPath: output, contents: nil) else { throw Problem(words: "cannot create \(output)") }
    let (environment, home) = (environment, URL(filePath: folder("home")))
    let status = try await blocking {
      let file = try FileDescriptor.open(output, O_WRONLY)
      defer { file.close() }
      return try ChildProcess(
        URL(filePath: "\(Self.programs)/luawidget"), arguments, environment: environment, directory: home, output: file,
        errors: file
      ).end()
    }
    return (status, try String(contentsOfFile: output, encoding: .utf8))
  }

  struct Problem: Error { var words: String }
}

/// Whether a program listens on a socket.
private func accepts(_ path: String) -> Bool {
  let client = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
  defer { close(client) }
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
  return withUnsafePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(client, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
  } == 0
}

/// Waits for a condition, for at most two minutes.
func eventually(_ words: String, _ condition: () async throws -> Bool) async throws {
  let end = ContinuousClock.now + .seconds(120)
  while try await !condition() {
    guard ContinuousClock.now < end else { throw PrivateDesktop.Problem(words: "not within 120 s: \(words)") }
    try await Task.sleep(for: .milliseconds(20))
  }
}

/// Runs a blocking call on its own thread.
func blocking<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    Thread { continuation.resume(with: Swift.Result { try work() }) }.start()
  }
}
