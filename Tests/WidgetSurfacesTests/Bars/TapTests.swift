import Testing
import WidgetHost
import WidgetModel
import WidgetSurfaces
import WidgetTesting

/// Clicks on their way to a handler.
@Suite struct TapTests {
  @Test("a tap id is letters, digits and a point, and is read back exactly")
  func ids() {
    for number in [0, 1, 1_800_000_000_000, UInt64.max] {
      for control in [0, 1, UInt32.max] {
        let id = TapID(number: number, control: control)
        #expect(TapID(id.text) == id && id.text.wholeMatch(of: /[0-9a-z]+\.[0-9a-f]{8}/) != nil)
      }
    }
    for text in ["", ".", "a.b", "1.0000000G", "1.00000000 ", "A.00000000", "+1.00000000", "1.+0000000", "01.00000000"] {
      #expect(TapID(text) == nil, "\(text)")
    }
  }

  @Test("clicks of i3bar and swaybar are read, and nothing else is one")
  func clicks() {
    var reader = BarClickReader()
    let lines = """
      [
      {"name":"w","instance":"1","button":1,"modifiers":[],"x":750,"y":8,"relative_x":46,"relative_y":8,"width":96,"height":23}
      ,{"name":"w","instance":"lx2k9f3.9ab3c1d2","button":1,"event":272,"x":750,"y":8,"relative_x":73.5,"scale":1}
      ,{"name":"w","instance":"1","button":5,"modifiers":["Shift","Mod2"]}
      ,{"name":"w","button":9}
      ,{"button":"1"}
      ,{"button":1
      nonsense

      """
    let bytes = Array(lines.utf8)
    // In pieces of any size.
    let clicks = bytes.flatMap { reader.read([$0]) }
    #expect(clicks.map(\.button) == [1, 1, 5, 9])
    #expect(clicks.map(\.target?.text) == ["click", "lx2k9f3.9ab3c1d2", "scroll_down", nil])
    let long = Array(#"{"button":1,"name":""#.utf8) + [UInt8](repeating: 0x41, count: 1 << 20) + Array("\"}\n".utf8)
    #expect(reader.read(long).isEmpty)
    #expect(reader.read(Array(#"{"button":3,"name":"w"}"#.utf8) + [0x0A]).map(\.target) == [.gesture(.rightClick)])
  }

  @Test("random bytes are no clicks")
  func noise() {
    var generator = SeededGenerator(seed: 3)
    var reader = BarClickReader()
    for _ in 0..<2_000 {
      _ = reader.read((0..<40).map { _ in UInt8.random(in: 0...255, using: &generator) } + [0x0A])
    }
    #expect(reader.read(Array(#"{"button":1}"#.utf8) + [0x0A]).count == 1)
  }

  @Test("a gesture presses the control with its name; else a click presses the first one")
  func gestures() throws {
    let view = ViewNode(.vstack, children: [button("One", 1), button("Up", 2, id: "scroll_up")])
    let snapshots = BarSnapshots(full: snapshot(view))
    let controls = ViewControls(view).all
    #expect(TapTarget.gesture(.click).resolve(in: snapshots) == .control(controls[0], isInline: false))
    #expect(TapTarget.gesture(.scrollUp).resolve(in: snapshots) == .control(controls[1], isInline: false))
    #expect(TapTarget.gesture(.scrollDown).resolve(in: snapshots) == .missing)
    #expect(TapTarget.gesture(.middleClick).resolve(in: snapshots) == .refresh)
    #expect(TapTarget.gesture(.rightClick).resolve(in: snapshots) == .control(controls[1], isInline: false))
    let single = BarSnapshots(full: snapshot(button("One", 1)))
    #expect(TapTarget.gesture(.rightClick).resolve(in: single) == .missing)
    #expect(TapTarget("scroll_up") == .gesture(.scrollUp))
    #expect(TapTarget("more") == .name("more"))
    #expect(TapTarget.gesture(.click).resolve(in: BarSnapshots(full: snapshot(text("no controls")))) == .refresh)
  }

  @Test("a click presses no text field: the first control after it")
  func textFieldFirst() {
    var field = InputField(.text)
    (field.label, field.onSubmit) = ("New", 1)
    let typed = ViewNode(.field(field), action: 1)
    let view = ViewNode(.vstack, children: [typed, button("One", 2), button("Two", 3)])
    let snapshots = BarSnapshots(full: snapshot(view))
    let controls = ViewControls(view).all
    #expect(TapTarget.gesture(.click).resolve(in: snapshots) == .control(controls[1], isInline: false))
    #expect(TapTarget.gesture(.rightClick).resolve(in: snapshots) == .control(controls[2], isInline: false))
    #expect(TapTarget.gesture(.click).resolve(in: BarSnapshots(full: snapshot(typed))) == .refresh)
  }

  @Test("the id of an older snapshot finds the control by its id, else by its label and position")
  func restartRule() {
    func id(_ view: ViewNode, _ index: Int) -> TapTarget {
      .tap(TapID(number: 1, control: ViewControls(view).all[index].digest))
    }
    let old = ViewNode(.vstack, children: [button("Less", 7, id: "toggle"), button("Delete", 8)])
    let same = ViewNode(.vstack, children: [button("Other label", 1, id: "toggle"), button("Delete", 2)])
    let moved = ViewNode(.vstack, children: [text("new"), button("Other label", 1, id: "toggle"), button("Delete", 2)])
    #expect(id(old, 0).resolve(in: BarSnapshots(full: snapshot(same))) != .missing)
    #expect(id(old, 1).resolve(in: BarSnapshots(full: snapshot(same))) != .missing)
    #expect(id(old, 0).resolve(in: BarSnapshots(full: snapshot(moved))) != .missing)
    #expect(id(old, 1).resolve(in: BarSnapshots(full: snapshot(moved))) == .missing)
  }
}
