import Foundation
import Synchronization
import Testing
import WidgetGraphics
import WidgetSystem
import WidgetTesting

/// `luawidget-desktop` where there's no display.
@Suite struct DesktopProgramTests {
  private static let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    .appending(path: "luawidget-desktop").path

  private final class Ends: Sendable { let list = Mutex<[WindowProcess.End]>([]) }

  @Test(
    "a display that does not exist ends it with the reason, and it is not started again",
    arguments: [
      (["DISPLAY": ":4711"], "the display cannot be opened: DISPLAY is \":4711\""),
      (
        ["WAYLAND_DISPLAY": "none", "XDG_RUNTIME_DIR": "/nonexistent"],
        "the display cannot be opened: WAYLAND_DISPLAY is \"none\""
      ), ([:], "the display cannot be opened: neither WAYLAND_DISPLAY nor DISPLAY is set"),
    ])
  func noDisplay(_ environment: [String: String], _ reason: String) async throws {
    let ends = Ends()
    let process = WindowProcess(
      executable: Self.program, environment: environment, colorScheme: nil, onNotice: { _ in },
      onEnd: { end in ends.list.withLock { $0.append(end) } }, handler: { _, _ in })
    try process.start()
    for _ in 0..<12_000 where ends.list.withLock({ $0.isEmpty }) { try await Task.sleep(for: .milliseconds(10)) }
    #expect(ends.list.withLock { $0 } == [.failed(reason)])
    #expect(process.starts == 1)
    process.stop()
  }

  @Test("it ends with the host")
  func hostEnds() async throws {
    let outcome = try await onOwnThread {
      try ChildProcess(URL(filePath: Self.program), [], environment: ["PATH": "/usr/bin:/bin"]).end()
    }
    #expect(outcome >= 0, "it was ended by a signal")
  }
}
