import Synchronization
import Testing
import WidgetSystem

@testable import WidgetSurfaces

/// Turns of widgets.
@Suite struct WorkLineTests {
  /// A list of what ran, and gates that hold work up.
  private final class Record: Sendable {
    private let names = Mutex<[String]>([])
    private let open = Mutex(false)

    var all: [String] { names.withLock { $0 } }
    func add(_ name: String) { names.withLock { $0.append(name) } }
    func openGate() { open.withLock { $0 = true } }
    func wait() { while !open.withLock({ $0 }) { usleep(1000) } }
  }

  private func until(_ condition: () async -> Bool) async {
    for _ in 0..<20_000 {
      if await condition() { return }
      try? await Task.sleep(for: .milliseconds(1))
    }
    Issue.record("the condition never held")
  }

  @Test("a widget that takes long holds up itself, and no other")
  func slow() async throws {
    let line = WorkLine(places: 2)
    let record = Record()
    async let first: Void = line.run(for: "slow") {
      record.add("slow 1"); record.wait()
    }
    await until { record.all == ["slow 1"] }
    async let second: Void = line.run(for: "slow") { record.add("slow 2") }
    try await line.run(for: "a") { record.add("a") }
    try await line.run(for: "b") { record.add("b") }
    #expect(record.all == ["slow 1", "a", "b"])
    record.openGate()
    _ = try await (first, second)
    #expect(record.all == ["slow 1", "a", "b", "slow 2"])
  }

  @Test("with one place, the widget whose last turn is the longest ago is next, and each widget's work stays in order")
  func turns() async throws {
    let line = WorkLine(places: 1)
    let record = Record()
    let gate = Task {
      try await line.run(for: "gate") {
        record.add("gate"); record.wait()
      }
    }
    await until { record.all == ["gate"] }
    var tasks: [Task<Void, any Error>] = []
    for (number, widget) in ["a", "a", "a", "b", "gate"].enumerated() {
      tasks.append(Task { try await line.run(for: widget) { record.add("\(widget) \(number)") } })
      // One after the other.
      await until { await line.waitingCount == number + 1 }
    }
    record.openGate()
    try await gate.value
    for task in tasks { try await task.value }
    #expect(record.all == ["gate", "a 0", "b 3", "gate 4", "a 1", "a 2"])
  }

  @Test("one widget's waiting work is refused before it fills the line")
  func full() async throws {
    let line = WorkLine(places: 1)
    let record = Record()
    let gate = Task {
      try await line.run(for: "a") {
        record.add("gate"); record.wait()
      }
    }
    await until { record.all == ["gate"] }
    let tasks = (0..<40).map { _ in
      Task { do { try await line.run(for: "a") {} } catch { record.add("refused") } }
    }
    await until { record.all.count == 9 }
    let other = Task { try await line.run(for: "b") { record.add("b") } }
    record.openGate()
    try await gate.value
    for task in tasks { await task.value }
    try await other.value
    #expect(record.all == ["gate"] + Array(repeating: "refused", count: 8) + ["b"])
  }
}
