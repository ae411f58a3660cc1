import Testing
import WidgetModel
import WidgetRendering

/// The words of speech and Markdown.
@Suite struct SpokenTextTests {
  private func lines(_ format: some SnapshotFormat, _ view: ViewNode) -> [Substring] {
    let bytes = format.render(snapshot(view), in: .zero, options: .test)
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").dropFirst().map { $0 }
  }

  private func spoken(_ view: ViewNode) -> [Substring] { lines(SpokenFormat(), view) }
  private func markdown(_ view: ViewNode) -> [Substring] { lines(MarkdownFormat(), view) }

  @Test("an icon that says something about its label is in speech and in Markdown; one that illustrates it is not")
  func icons() {
    let row = hstack(
      view(.label("Lift", icon: "checkmark.circle.fill")), view(.label("Kiosk", icon: "xmark")),
      view(.label("Departures", icon: "tram")))
    #expect(spoken(row) == ["Lift, check mark, Kiosk, cross, Departures"])
    #expect(markdown(row) == ["✔ Lift · ✗ Kiosk · Departures"])
  }

  @Test("sentences are not followed by a comma, and white space is not spoken")
  func punctuation() {
    #expect(spoken(hstack(text("It landed."), text(" 62 % "), text("at  home"))) == ["It landed. 62 %, at home"])
  }

  @Test("lengths of time are words")
  func times() {
    // Now is 1180.
    func date(_ seconds: Double, _ style: DateStyle) -> ViewNode { view(.date(1180 + seconds, style: style)) }
    #expect(
      spoken(vstack(date(39 * 86400, .relative), date(39 * 86400, .offset), date(-3600, .relative), date(0, .relative)))
        == ["in 39 days", "in 39 days", "1 hour ago", "now"])
    #expect(markdown(date(-7200, .relative)) == ["2 h ago"])
  }

  @Test("a value of a chart has its decimal")
  func chart() {
    #expect(spoken(view(.chart(Chart(.line, [ChartSeries([98.6, 112.3])])))) == ["2 values, min 98.6, max 112.3, last 112.3"])
  }

  @Test("a percentage is the same in every format")
  func percentage() {
    #expect(spoken(progress(0.4)) == ["40%"] && markdown(progress(0.4, .circle)) == ["40%"])
    #expect(drawn(progress(0.4, .circle), width: 120).contains("40%"))
  }

  @Test("in Markdown toggles are tasks, italic text is marked, and a decimal point is not escaped")
  func markup() {
    #expect(markdown(vstack(toggle("Buy milk", isOn: false), toggle("Walk", isOn: true))) == ["- [ ] Buy milk", "- [x] Walk"])
    #expect(markdown(toggle("Alone", isOn: false)) == ["- [ ] Alone"])
    #expect(markdown(text("soon") { $0.italic = true }) == ["*soon*"])
    #expect(
      markdown(
        text("now") {
          $0.italic = true
          $0.weight = .bold
        }) == ["***now***"])
    #expect(markdown(text("7.4°")) == ["7.4°"])
    #expect(markdown(text("7. heaven")) == ["7\\. heaven"])
  }
}
