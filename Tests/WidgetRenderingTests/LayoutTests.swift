import Testing
import WidgetModel
import WidgetRendering

@Suite struct LayoutTests {
  @Test("a spacer pushes its neighbours apart")
  func spacers() {
    expectLayout(hstack(text("Boarding"), spacer(), text("12:05")), width: 160, "|Boarding       12:05|")
    expectLayout(hstack(text("a"), spacer(), text("b"), spacer(), text("c")), width: 88, "|a    b    c|")
    expectLayout(hstack(spacer(), text("right")), width: 80, "|     right|")
    expectLayout(hstack(text("Boarding"), spacer(), text("12:05")), width: 112, "|Boarding 12:05|")
  }

  @Test("the spacing of a row is one cell by default")
  func spacing() {
    expectLayout(hstack(text("a"), text("b")), width: 80, "|a b       |")
    expectLayout(hstack(text("a"), text("b")) { $0.spacing = 0 }, width: 80, "|ab        |")
    expectLayout(hstack(text("a"), text("b")) { $0.spacing = 1 }, width: 80, "|a b       |")
    expectLayout(hstack(text("a"), text("b")) { $0.spacing = 24 }, width: 80, "|a   b     |")
    expectLayout(vstack(text("a"), text("b")) { $0.spacing = 4 }, width: 24, "|a  |\n|b  |")
    expectLayout(vstack(text("a"), text("b")) { $0.spacing = 16 }, width: 24, "|a  |\n|   |\n|b  |")
  }

  @Test("text wraps next to a fixed column, and the short one keeps its width")
  func wraps() {
    expectLayout(
      hstack(text("Boarding closes at gate"), text("12:05")), width: 128,
      """
      |Boarding        |
      |closes at 12:05 |
      |gate            |
      """)
    expectLayout(
      hstack(text("12:05"), text("Boarding closes")) { $0.align = .top }, width: 112,
      """
      |12:05 Boarding|
      |      closes  |
      """)
  }

  @Test("a row with enough space breaks no word and truncates no button")
  func comfort() {
    expectLayout(
      hstack(text("to be or not"), text("International")), width: 160, "|to be  International|\n|or not              |")
    expectLayout(
      hstack(text("to be or not") { $0.lineLimit = 2 }, button("Refresh")), width: 120, "|to  [ Refresh ]|\n|be…            |")
  }

  @Test("a column aligns its views unless they have an alignment")
  func alignment() {
    expectLayout(vstack(text("wide text"), text("x")) { $0.align = .trailing }, width: 80, "| wide text|\n|         x|")
    expectLayout(vstack(text("wide text"), text("x")) { $0.align = .center }, width: 104, "|  wide text  |\n|      x      |")
    expectLayout(vstack(text("title"), text("x") { $0.align = .trailing }), width: 80, "|title     |\n|         x|")
    expectLayout(text("centred") { $0.align = .center }, width: 88, "|  centred  |")
    expectLayout(text("two words") { $0.align = .trailing }, width: 48, "|   two|\n| words|")
    expectLayout(
      hstack(text("a\nb\nc"), text("x") { $0.align = .bottom }, text("y")) { $0.align = .top }, width: 40,
      "|a   y|\n|b    |\n|c x  |")
  }

  @Test("padding is in whole cells around the content")
  func padding() {
    expectLayout(text("x") { $0.padding = EdgeInsets(all: 16) }, width: 56, "|       |\n|  x    |\n|       |")
    expectLayout(text("x") { $0.padding = EdgeInsets(top: 0, left: 3, bottom: 0, right: 0) }, width: 40, "| x   |")
  }

  @Test("fixed, minimum and maximum sizes")
  func sizes() {
    expectLayout(hstack(text("a") { $0.width = 40 }, text("b")), width: 80, "|a     b   |")
    expectLayout(hstack(text("a") { $0.minWidth = 24 }, text("b")), width: 80, "|a   b     |")
    expectLayout(hstack(text("abc def") { $0.maxWidth = 24 }, text("b")), width: 80, "|abc b     |\n|def       |")
    expectLayout(hstack(text("a") { $0.maxWidth = .infinity }, text("b")), width: 80, "|a        b|")
    expectLayout(vstack(text("a") { $0.height = 32 }, text("b")), width: 24, "|a  |\n|   |\n|b  |")
    expectLayout(text("a b c d") { $0.maxHeight = 32 }, width: 16, "|a |\n|… |")
    expectLayout(text("wide") { $0.width = 1e9 }, width: 48, "|wide  |")
    expectLayout(
      hstack(
        text("r") {
          $0.width = 40; $0.align = .trailing
        }, text("b")), width: 80, "|    r b   |")
  }

  @Test("a higher priority is served first")
  func priority() {
    expectLayout(
      hstack(text("important") { $0.priority = 1 }, text("whatever") { $0.lineLimit = 1 }), width: 112, "|important wha…|")
    expectLayout(
      hstack(text("whatever") { $0.lineLimit = 1 }, text("important") { $0.priority = 1 }), width: 112, "|wha… important|")
  }

  @Test("a line limit truncates at the tail, the head or the middle")
  func lineLimit() {
    expectLayout(text("a long sentence here") { $0.lineLimit = 1 }, width: 80, "|a long…   |")
    expectLayout(
      text("a long sentence here") {
        $0.lineLimit = 1; $0.truncation = .head
      }, width: 80, "|…here     |")
    expectLayout(
      text("a long sentence here") {
        $0.lineLimit = 1; $0.truncation = .middle
      }, width: 80, "|a lon…here|")
    expectLayout(text("a") { $0.lineLimit = -4 }, width: 24, "|a  |")
  }

  @Test("a hidden view keeps its space")
  func hidden() {
    expectLayout(hstack(text("a"), text("secret") { $0.hidden = true }, text("b")), width: 96, "|a        b  |")
    expectLayout(vstack(text("a"), vstack(text("b")) { $0.hidden = true }, text("c")), width: 24, "|a  |\n|   |\n|c  |")
    expectLayout(text("secret") { $0.opacity = 0 }, width: 64, "|        |")
    expectLayout(text("secret") { $0.color = .named(.clear) }, width: 64, "|        |")
  }

  @Test("dividers")
  func dividers() {
    expectLayout(vstack(text("a"), divider(), text("b")), width: 40, "|a    |\n|─────|\n|b    |")
    expectLayout(hstack(text("a\nb"), divider(), text("c")), width: 56, "|a | c  |\n|b |    |")
  }

  @Test("progress, buttons, toggles, labels and the rest")
  func controls() {
    expectLayout(progress(0.5), width: 80, "|█████░░░░░|")
    expectLayout(progress(0.33), width: 80, "|███▎░░░░░░|")
    expectLayout(progress(.nan), width: 40, "|░░░░░|")
    expectLayout(progress(7), width: 40, "|█████|")
    expectLayout(hstack(text("Used"), progress(0.5), text("50%")), width: 160, "|Used █████▌░░░░░ 50%|")
    expectLayout(progress(0.5, .circle), width: 160, "|█████░░░░░  50%     |")
    expectLayout(button("Refresh"), width: 160, "|[ Refresh ]         |")
    expectLayout(button("Go", icon: "airplane"), width: 88, "|[ ✈ Go ]   |")
    expectLayout(button("", icon: "airplane"), width: 88, "|[ ✈ ]      |")
    expectLayout(button("Refresh"), width: 72, "|[ Refr… ]|")
    expectLayout(button("Refresh"), width: 24, "|Re…|")
    expectLayout(toggle("Wi-Fi", isOn: true), width: 88, "|[x] Wi-Fi  |")
    expectLayout(toggle("Wi-Fi", isOn: false), width: 88, "|[ ] Wi-Fi  |")
    expectLayout(view(.label("Checked in", icon: "checkmark")), width: 72, "|✓ Checked|\n|  in     |")
    expectLayout(view(.label("plain", icon: nil)), width: 64, "|plain   |")
    expectLayout(view(.icon("star")), width: 24, "|☆  |")
    expectLayout(view(.icon("no such")), width: 24, "|□  |")
    expectLayout(view(.date(1000, style: .relative)), width: 80, "|3 min ago |")
    expectLayout(view(.link("Site", url: "https://example.com")), width: 48, "|Site  |")
    expectLayout(view(.activityIndicator("Wait")), width: 56, "|⠋ Wait |")
    expectLayout(view(.activityIndicator(nil)), width: 24, "|⠋  |")
    expectLayout(view(.image(.reference("https://e.com/a/cat.png?k=1"), mode: .fit)), width: 128, "|[image cat.png] |")
    expectLayout(view(.image(.bytes([1]), mode: .fit)), width: 64, "|[image] |")
    expectLayout(view(.image(.bytes([1]), mode: .fit)) { $0.accessibility = "A cat" }, width: 64, "|A cat   |")
  }

  @Test("a preferred height is filled, and a maximum clips")
  func heights() {
    expectLayout(vstack(text("a"), spacer(), text("b")), width: 16, "|a |\n|b |")
    expectLayout(vstack(text("a"), spacer(), text("b")), width: 16, height: 60, "|a |\n|  |\n|  |\n|b |")
    expectLayout(vstack(text("a"), text("b"), text("c")), width: 16, maxHeight: 32, "|a |\n|b |")
    expectLayout(vstack(text("one two three four"), text("b")), width: 40, maxHeight: 48, "|one  |\n|two  |\n|thre…|")
    expectLayout(vstack(text("x") { $0.height = 1e12 }, text("b")), width: 16, maxHeight: 32, "|x |\n|  |")
  }

  @Test("empty containers take no space, empty texts take a line")
  func emptiness() {
    expectLayout(vstack(text("a"), vstack(), hstack(), text("b")) { $0.spacing = 16 }, width: 16, "|a |\n|  |\n|b |")
    expectLayout(vstack(text("a"), text(""), text("b")), width: 16, "|a |\n|  |\n|b |")
  }

  @Test("wide characters stay whole")
  func wide() {
    expectLayout(hstack(text("日本"), spacer(), text("🇩🇪")), width: 80, "|日本    🇩🇪|")
    expectLayout(text("日本"), width: 24, "|日 |\n|本 |")
    expectLayout(hstack(text("日") { $0.width = 8 }, text("b")), width: 32, "|  b |")
  }

  @Test("ASCII has only ASCII")
  func ascii() {
    #expect(drawn(view(.label("Größe → “groß”", icon: "star")), width: 160, encoding: .ascii) == "|* Gr??e -> \"gro?\"   |")
    #expect(drawn(progress(0.5), width: 80, encoding: .ascii) == "|#####-----|")
    #expect(drawn(text("a long sentence") { $0.lineLimit = 1 }, width: 80, encoding: .ascii) == "|a long... |")
  }
}
