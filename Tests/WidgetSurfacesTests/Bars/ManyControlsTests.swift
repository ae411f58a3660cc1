import Testing
import WidgetHost
import WidgetModel
import WidgetRendering

@testable import WidgetSurfaces

/// Views with many controls.
@Suite struct ManyControlsTests {
  private static let count = 2000

  private static func view() -> ViewNode {
    ViewNode(
      .vstack,
      children: (0..<count).map { index in
        var style = ViewStyle()
        style.id = index.isMultiple(of: 2) ? "b\(index)" : nil
        style.hidden = index == 0
        return ViewNode(.button("Button \(index)", icon: nil), style: style, action: index + 1)
      })
  }

  private static func snapshot(_ view: ViewNode) -> Snapshot {
    Snapshot(
      widget: WidgetIdentity(id: "many", instance: "many", name: "Many"), view: view, result: .newData, reason: .launch,
      updatedAt: 1000)
  }

  @Test("an item shows a bounded number of a view's controls")
  func item() {
    let snapshots = BarSnapshots(full: Self.snapshot(Self.view()), inline: Self.snapshot(Self.view()))
    let item = BarItem(snapshots, options: BarOptions(clock: CalendarClock(now: 1180), tapCommand: ["tap"]))
    let controls = item.menu.filter { if case .control = $0 { true } else { false } }
    #expect(controls.count == BarItem.menuLimit + 1, "and the one that refreshes")
    #expect(item.text.count <= BarItem.textLimit)
    #expect(Set(item.segments.compactMap(\.tap)).count == item.segments.count)
  }

  @Test("each control is found by its handler, and differs from the others")
  func references() throws {
    let view = Self.view()
    let controls = ViewControls(view)
    #expect(controls.all.count == Self.count && controls.pressable.count == Self.count - 1)
    #expect(Set(controls.all.map(\.digest)).count == Self.count)
    for action in [1, 2, Self.count] {
      let control = try #require(view.control(action: action))
      #expect(control == controls.all[action - 1])
      #expect(view.action(of: control) == action)
    }
    #expect(view.control(action: Self.count + 1) == nil)
  }
}
