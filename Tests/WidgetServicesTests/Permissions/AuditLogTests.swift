import Foundation
import Synchronization
import Testing
import WidgetServices
import WidgetSystem
import WidgetTesting

/// The record of decisions and uses.
@Suite struct AuditLogTests {
  private func event(_ kind: AuditEvent.Kind, _ permission: String, at time: Double = 1, detail: String = "") -> AuditEvent {
    AuditEvent(time: time, kind, widget: "a", permission, detail: detail)
  }

  @Test("what is recorded can be read again by another process, in order of time")
  func reading() throws {
    let folder = TestFolder()
    let path = folder("state/audit")
    FileAuditLog(folder: StorePath(path)).record(event(.used, "run=git", at: 3, detail: "/usr/bin/git"))
    FileAuditLog(folder: StorePath(path)).record(event(.allowed, "run=git", at: 2))
    let events = try FileAuditLog(folder: StorePath(path)).events()
    #expect(events == [event(.allowed, "run=git", at: 2), event(.used, "run=git", at: 3, detail: "/usr/bin/git")])
    for name in ["uses", "decisions"] { #expect(try FileStatus(path: path + "/\(name).log").permissions == 0o600) }
  }

  @Test("control characters, line breaks and tabs stay within their field and control nothing")
  func escaping() throws {
    let folder = TestFolder()
    let log = FileAuditLog(folder: StorePath(folder("audit")))
    log.record(event(.refused, "env=A\u{1B}[2J\n9\tallowed\ta\trun=sh\t\u{202E}\u{85}"))
    #expect(try log.events().map(\.permission) == [#"env=A\u{1b}[2J\u{a}9\u{9}allowed\u{9}a\u{9}run=sh\u{9}\u{202e}\u{85}"#])
  }

  @Test("starts of programs and opened URLs are recorded each time, other uses once an hour")
  func repetition() throws {
    let folder = TestFolder()
    let log = FileAuditLog(folder: StorePath(folder("audit")))
    for time in [0, 10, 3700] {
      for permission in ["run=git", "open_url=https", "env=HOME"] { log.record(event(.used, permission, at: Double(time))) }
    }
    let counts = Dictionary(grouping: try log.events(), by: \.permission).mapValues(\.count)
    #expect(counts == ["run=git": 3, "open_url=https": 3, "env=HOME": 2])
  }

  @Test("the size is bounded, and no number of uses removes a decision")
  func bounds() throws {
    let folder = TestFolder()
    let log = FileAuditLog(folder: StorePath(folder("audit")), sizeLimit: 4096)
    log.record(event(.denied, "run=sh", at: 0))
    for index in 1...1000 { log.record(event(.used, "run=git", at: Double(index), detail: String(repeating: "x", count: 40))) }
    let events = try log.events()
    #expect(events.first == event(.denied, "run=sh", at: 0))
    #expect(events.last?.time == 1000 && events.count > 40)
    for name in ["uses.log", "uses.log.1"] { #expect(try FileStatus(path: folder("audit/" + name)).size <= 4096) }
  }

  @Test("many writers at once lose and mix nothing")
  func concurrency() async throws {
    let folder = TestFolder()
    let path = folder("audit")
    await withTaskGroup { group in
      for writer in 0..<8 {
        group.addTask {
          let log = FileAuditLog(folder: StorePath(path))
          for index in 0..<50 { log.record(AuditEvent(time: Double(index), .used, widget: "w\(writer)", "run=git")) }
        }
      }
    }
    let events = try FileAuditLog(folder: StorePath(path)).events()
    #expect(Dictionary(grouping: events, by: \.widget).values.allSatisfy { $0.count == 50 } && events.count == 400)
  }

  @Test(
    "a link, a pipe or a second name in place of the log is not written, and the user learns it once",
    arguments: ["link", "pipe", "name"])
  func replaced(kind: String) throws {
    let folder = TestFolder()
    let target = folder("target")
    try "kept".write(toFile: target, atomically: true, encoding: .utf8)
    mkdir(folder("audit"), 0o700)
    let path = folder("audit/uses.log")
    switch kind {
    case "link": symlink(target, path)
    case "pipe": mkfifo(path, 0o600)
    default: link(target, path)
    }
    let notices = Mutex<[String]>([])
    let log = FileAuditLog(folder: StorePath(folder("audit"))) { notice in notices.withLock { $0.append("\(notice)") } }
    for index in 1...3 { log.record(event(.used, "run=git", at: Double(index))) }
    #expect(try String(contentsOfFile: target, encoding: .utf8) == "kept")
    #expect(notices.withLock { $0.count } == 1)
  }

  @Test("a huge log is read to a limit and set aside")
  func huge() throws {
    let folder = TestFolder()
    mkdir(folder("audit"), 0o700)
    let path = folder("audit/uses.log")
    let file = try FileDescriptor.open(path, O_WRONLY | O_CREAT, mode: 0o600)
    ftruncate(file.rawValue, 1 << 30)
    file.close()
    let log = FileAuditLog(folder: StorePath(folder("audit")))
    log.record(event(.used, "run=git"))
    #expect(try log.events() == [event(.used, "run=git")])
    #expect(try FileStatus(path: path).size < 100)
  }

  @Test("a line that a full disk cut doesn't spoil the next one")
  func cut() throws {
    let folder = TestFolder()
    let log = FileAuditLog(folder: StorePath(folder("audit")))
    log.record(event(.used, "run=git", at: 1))
    let file = try FileDescriptor.open(folder("audit/uses.log"), O_WRONLY | O_APPEND)
    try file.writeAll(Array("2000\tus".utf8))
    file.close()
    log.record(event(.used, "run=git", at: 3))
    #expect(try log.events().map(\.time) == [1, 3])
  }

  @Test("both implementations return events in order of time")
  func implementations() throws {
    let folder = TestFolder()
    for log in [MemoryAuditLog(), FileAuditLog(folder: StorePath(folder("audit")))] as [any AuditLog] {
      for (kind, time) in [(AuditEvent.Kind.allowed, 2.0), (.revoked, 3), (.denied, 1)] {
        log.record(event(kind, "notify", at: time))
      }
      #expect(try log.events().map(\.kind) == [.denied, .allowed, .revoked])
    }
  }
}
