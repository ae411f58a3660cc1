import Synchronization
import Testing
import WidgetHost
import WidgetTesting

@Suite struct SessionEventsTests {
  private static let source = """
    function perform_update() print "updating" return update_result.new_data end
    function content() return ui.text { "shown" } end
    """

  @Test("every reader receives every event, whenever it reads")
  func manyReaders() async {
    let widget = TestWidget(Self.source)
    let streams = [widget.session.events.stream(), widget.session.events.stream(), widget.session.events.stream()]
    await widget.update()
    await widget.session.close()
    var all: [[SessionEvent]] = []
    for stream in streams {
      var events: [SessionEvent] = []
      for await event in stream { events.append(event) }
      all.append(events)
    }
    #expect(all[0].count == 4 && all[0] == all[1] && all[1] == all[2], "\(all[0])")
  }

  @Test("an observer has received every event when the update returns")
  func observer() async {
    let widget = TestWidget(Self.source)
    let events = Mutex<[SessionEvent]>([])
    widget.session.events.observe { event in events.withLock { $0.append(event) } }
    await widget.update()
    let received = events.withLock { $0 }
    #expect(received.count == 4 && received.last == .updating(false), "\(received)")
  }

  @Test("a reader that goes away is removed, and a late one starts with the next event")
  func comeAndGo() async {
    let widget = TestWidget(Self.source)
    do { _ = widget.session.events.stream() }
    #expect(widget.session.events.readerCount == 0)
    await widget.update()
    let late = widget.session.events.stream()
    #expect(widget.session.events.readerCount == 1)
    await widget.session.close()
    for await event in late { Issue.record("\(event)") }
    for await event in widget.session.events.stream() { Issue.record("\(event)") }
  }

  @Test("the buffer of a reader that never reads holds the newest events and delays no other reader")
  func slowReader() async {
    let widget = TestWidget(Self.source)
    let slow = widget.session.events.stream()
    for _ in 0..<400 { await widget.update() }
    await widget.session.close()
    var count = 0
    var last: SessionEvent?
    for await event in slow { (count, last) = (count + 1, event) }
    #expect(count == 1_024 && last == .updating(false))
  }
}
