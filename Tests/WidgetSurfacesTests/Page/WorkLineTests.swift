import Foundation
import Synchronization
import Testing

@testable import WidgetSurfaces

@Suite struct WorkLineTests {
  /// Starts work that lasts until `isOpen` is true.
  private static func hold(_ line: WorkLine, _ isOpen: Gate, for widget: String) async -> Task<Bool, Never> {
    let task = Task { (try? await line.run(for: widget) { isOpen.wait() }) != nil }
    while !isOpen.isWaiting { await Task.yield() }
    return task
  }

  private final class Record<Element: Sendable>: Sendable {
    private let state = Mutex<[Element]>([])
    var elements: [Element] { state.withLock { $0 } }
    func append(_ element: Element) { state.withLock { $0.append(element) } }
  }

  final class Gate: Sendable {
    private let state = Mutex((isOpen: false, isWaiting: false))
    var isWaiting: Bool { state.withLock { $0.isWaiting } }
    func open() { state.withLock { $0.isOpen = true } }
    func wait() {
      state.withLock { $0.isWaiting = true }
      while !state.withLock({ $0.isOpen }) { usleep(1000) }
    }
  }

  @Test("a widget whose pictures take long delays another's by one picture at most")
  func fairness() async {
    let line = WorkLine()
    let gate = Gate()
    let order = Record<String>()
    let first = await Self.hold(line, gate, for: "slow")
    var tasks: [Task<Void, Never>] = []
    for (index, widget) in ["slow", "slow", "slow", "quick", "quick", "other"].enumerated() {
      tasks.append(Task { try? await line.run(for: widget) { order.append(widget) } })
      while await line.waiting <= index { await Task.yield() }
    }
    gate.open()
    for task in tasks { await task.value }
    #expect(await first.value)
    let drawn = order.elements
    #expect(Set(drawn.prefix(3)) == ["quick", "other"], "\(drawn)")
    #expect(drawn.suffix(3) == ["slow", "slow", "slow"])
  }

  @Test("a widget that asks for too many pictures doesn't keep others from asking")
  func crowd() async {
    let line = WorkLine()
    let gate = Gate()
    let first = await Self.hold(line, gate, for: "slow")
    let results = Record<Bool>()
    var tasks: [Task<Void, Never>] = []
    for _ in 0..<40 {
      tasks.append(
        Task {
          let isDrawn = (try? await line.run(for: "slow") {}) != nil
          results.append(isDrawn)
        })
    }
    while results.elements.count < 8 { await Task.yield() }
    let other = Task { (try? await line.run(for: "other") {}) != nil }
    while results.elements.count < 9 { await Task.yield() }
    gate.open()
    #expect(await other.value)
    for task in tasks { await task.value }
    #expect(await first.value)
    #expect(results.elements.filter { $0 }.count == 31)
  }
}
