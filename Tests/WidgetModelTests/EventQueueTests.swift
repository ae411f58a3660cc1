import Testing
import WidgetModel

@Suite struct EventQueueTests {
  private func event(_ data: String) -> WidgetEvent { WidgetEvent(source: "push", name: "push", data: data, time: 1) }

  @Test("of too many events the oldest are dropped and counted, by number and by size")
  func limits() {
    var queue = EventQueue()
    for number in 0..<300 { queue.append(event("\(number)")) }
    var batch = queue.take()
    #expect(batch.events.count == 256 && batch.dropped == 44)
    #expect(batch.events.first?.data == "44" && batch.events.last?.data == "299")
    #expect(queue.isEmpty)
    for _ in 0..<100 { queue.append(event(String(repeating: "x", count: WidgetEvent.maximumBytes))) }
    batch = queue.take()
    #expect(batch.events.count == 63 && batch.dropped == 37)
  }

  @Test("the newest events fit into a message; the others count as dropped")
  func fitting() {
    let batch = EventBatch([event("a"), event(String(repeating: "b", count: 5000)), event("c")], dropped: 1)
    #expect(batch.fitting(bytes: 200) == EventBatch([event("c")], dropped: 3))
    #expect(batch.fitting(bytes: 10_000) == batch)
  }

  @Test("an event survives a message; what no event can be isn't read")
  func wire() {
    for event in [event("a\nb"), WidgetEvent(source: "https://a.example/", name: "price", data: "", id: "7", time: 0.5)] {
      #expect(WidgetEvent(event.luaValue) == event)
    }
    let long = String(repeating: "x", count: WidgetEvent.maximumBytes + 1)
    for value: LuaValue in [
      .null, ["source": "a"], ["source": "a", "name": "b", "data": "c"], ["source": "a", "name": "b", "data": 1, "time": 1.0],
      ["source": "a", "name": "b", "data": .string(long), "time": 1.0],
      ["source": "a", "name": "b", "data": "c", "time": .number(.nan)],
      ["source": "a", "name": "b", "data": "c", "time": 1.0, "id": 7],
    ] {
      #expect(WidgetEvent(value) == nil)
    }
  }

  @Test(
    "a program sends text: a line feed at its end is the shell's",
    arguments: [
      ("a\n", "a", nil), ("a\n\n", "a\n", nil), ("", nil, WidgetEvent.PushProblem.empty), ("\n", nil, .empty),
    ] as [(String, String?, WidgetEvent.PushProblem?)])
  func pushing(_ bytes: String, _ data: String?, _ problem: WidgetEvent.PushProblem?) {
    switch WidgetEvent.pushing(Array(bytes.utf8), named: "push", at: 1) {
    case .success(let event): #expect(event.data == data && event.source == "push")
    case .failure(let failure): #expect(failure == problem)
    }
  }

  @Test("other bytes, a long text and a strange name are refused")
  func refused() {
    func problem(_ bytes: [UInt8], _ name: String = "push") -> WidgetEvent.PushProblem? {
      if case .failure(let problem) = WidgetEvent.pushing(bytes, named: name, at: 1) { problem } else { nil }
    }
    #expect(problem([0xFF]) == .notText)
    #expect(problem([UInt8](repeating: 97, count: WidgetEvent.maximumBytes)) == nil)
    #expect(problem([UInt8](repeating: 97, count: WidgetEvent.maximumBytes + 1)) == .tooLong)
    for name in ["", "a b", "\u{202E}", String(repeating: "a", count: 65)] { #expect(problem([97], name) == .badName) }
  }
}
