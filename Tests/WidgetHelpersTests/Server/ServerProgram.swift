import Foundation
import Synchronization
import WidgetHelpers
import WidgetSystem
import WidgetTesting

/// The real program with a handler instead of a board.
final class ServerProgram: Sendable {
  let process: ServerProcess
  let port: Int
  private let listener: Listener

  /// - Parameter executable: nil is the real program.
  init(
    executable: String? = nil, heartbeat: HelperProcess.Heartbeat = HelperProcess.Heartbeat(),
    _ handler: @escaping @Sendable (HTTPRequestMessage, ResponseChannel) -> Void
  ) throws {
    let folder = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    listener = try Listener(address: "127.0.0.1", port: 0)
    port = listener.port
    let box = NoticeBox()
    process = ServerProcess(
      executable: executable ?? folder.appending(path: "luawidget-server").path, listeners: [listener.descriptor],
      heartbeat: heartbeat,
      onNotice: { text in box.texts.withLock { $0.append(text) } }, handler: handler)
    self.box = box
    try process.start()
  }

  private let box: NoticeBox
  private final class NoticeBox: Sendable { let texts = Mutex<[String]>([]) }

  var notices: [String] { box.texts.withLock { $0 } }

  func stop() {
    process.stop()
    listener.descriptor.close()
  }

  /// Runs a blocking test on its own thread.
  func withConnection<Result: Sendable>(_ body: @escaping @Sendable (RawConnection) throws -> Result) async throws -> Result {
    try await onOwnThread { [port] in try body(try RawConnection(port: port)) }
  }
}

/// Stops a process and waits until all its threads stand still: SIGSTOP only asks for it, and until then it may accept and reply.
func suspend(_ pid: Int32) {
  kill(pid, SIGSTOP)
  let folder = "/proc/\(pid)/task"
  for thread in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
    // `1234 (its name) T ...`
    while let text = try? String(contentsOfFile: "\(folder)/\(thread)/stat", encoding: .utf8),
      let name = text.lastIndex(of: ")"), text[name...].dropFirst(2).first != "T"
    { usleep(1_000) }
  }
}

/// Waits for a condition for up to two minutes.
func eventually(_ condition: () -> Bool) async -> Bool {
  for _ in 0..<12_000 {
    if condition() { return true }
    try? await Task.sleep(for: .milliseconds(10))
  }
  return condition()
}
