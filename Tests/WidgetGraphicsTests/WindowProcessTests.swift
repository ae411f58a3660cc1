import Synchronization
import Testing
import WidgetGraphics
import WidgetSystem
import WidgetTesting

/// The client of `luawidget-desktop`, with other programs replacing it.
@Suite struct WindowProcessTests {
  private final class Log: Sendable {
    let notices = Mutex<[String]>([])
    let ends = Mutex<[WindowProcess.End]>([])
  }

  private func process(_ executable: String, _ log: Log) -> WindowProcess {
    WindowProcess(
      executable: executable, environment: [:], colorScheme: nil, onNotice: { text in log.notices.withLock { $0.append(text) } },
      onEnd: { end in log.ends.withLock { $0.append(end) } }, handler: { _, _ in })
  }

  @Test("a program that crashes is reported and started again, more and more slowly, until it is stopped")
  func crash() async throws {
    let log = Log()
    let process = process("/bin/false", log)
    try process.start()
    #expect(await eventually { process.starts >= 3 })
    #expect(log.notices.withLock { $0.first } == "luawidget-desktop exited with status 1")
    process.stop()
    #expect(await eventually { log.ends.withLock { $0 } == [.closed] })
    let starts = process.starts
    #expect(log.notices.withLock { $0.count } <= starts)
  }

  @Test("a program whose libraries are missing isn't started again, and the reason says so")
  func unloaded() async throws {
    let folder = TestFolder()
    let path = folder("program")
    try writeScript("#!/bin/sh\nexit 127\n", to: path)
    let log = Log()
    let process = process(path, log)
    try process.start()
    #expect(await eventually { !log.ends.withLock { $0.isEmpty } })
    let reason =
      "luawidget-desktop could not be loaded: a library that it needs is missing or too old; luawidget doctor names it"
    #expect(log.ends.withLock { $0 } == [.failed(reason)] && process.starts == 1)
  }

  @Test("a program that is not there is an error")
  func missing() {
    #expect(throws: SystemError.self) { try process("/nowhere/luawidget-desktop", Log()).start() }
  }

  @Test("a program that sends anything else than messages is ended and started again")
  func wrongMessages() async throws {
    let folder = TestFolder()
    let path = folder("program")
    try writeScript("#!/bin/sh\nprintf 'xxxxxxxxxxxx' >&0\nsleep 60\n", to: path)
    let log = Log()
    let process = process(path, log)
    try process.start()
    #expect(await eventually { process.starts >= 2 })
    process.stop()
    #expect(log.notices.withLock { $0.first }?.hasPrefix("luawidget-desktop sent an invalid message: a frame of ") == true)
  }
}

/// Waits for a condition.
func eventually(_ condition: () -> Bool) async -> Bool {
  for _ in 0..<12_000 {
    if condition() { return true }
    try? await Task.sleep(for: .milliseconds(10))
  }
  return condition()
}
