import Testing
import WidgetModel
import WidgetRendering
import WidgetSurfaces

/// A view as an item in a bar.
@Suite struct BarItemTests {
  private static let disk = ViewNode(
    .vstack,
    children: [
      text("Disk") { $0.weight = .bold },
      ViewNode(
        .hstack, children: [ViewNode(.label("Used", icon: "internaldrive")), ViewNode(.spacer(minLength: nil)), text("400 GB")]),
      ViewNode(.progress(0.4, shape: .bar)), ViewNode(.divider), button("More", 3, id: "more"),
      ViewNode(.toggle("Details", isOn: true), action: 4), ViewNode(.link("Help", url: "https://example.com/help")),
    ])

  private func text(_ string: String, _ style: (inout ViewStyle) -> Void = { _ in }) -> ViewNode {
    BarItemTests.text(string, style)
  }
  private static func text(_ string: String, _ style: (inout ViewStyle) -> Void = { _ in }) -> ViewNode {
    var node = ViewNode(.text(string))
    style(&node.style)
    return node
  }

  @Test("without a separate view for bars, a widget shows its icon and its first value")
  func derived() {
    let item = item(snapshot(Self.disk, icon: "internaldrive"))
    #expect(item.text == "⛁ 400 GB" || item.text.hasSuffix(" 400 GB"))
    #expect(item.percentage == 40)
    #expect(item.classes == ["fresh", "widget-disk"])
    #expect(item.tooltip.first == "Disk" && item.tooltip.contains { $0.hasSuffix("Used: 400 GB") })
    #expect(item.tooltip.last == "Updated 3 minutes ago")
  }

  @Test("a title is the value, whatever is before it")
  func title() {
    let view = ViewNode(.vstack, children: [text("Berlin 3"), text("14°") { $0.font = .style(.largeTitle) }])
    #expect(item(snapshot(view)).text == "14°")
  }

  @Test("the inline view is shown whole, with its own colours and controls")
  func inline() {
    let inline = ViewNode(
      .hstack, children: [text("71 %") { $0.color = .named(.red) }, ViewNode(.button("+", icon: nil), action: 1)])
    let item = item(snapshot(Self.disk), inline: inline)
    #expect(item.segments.map(\.text) == ["71 %", "+"])
    #expect(item.segments.map(\.color) == [0xFF453A, nil])
    #expect(item.segments[0].tap == nil && item.segments[1].tap != nil)
  }

  @Test("the menu has the texts, controls, links and the refresh of the full view")
  func menu() {
    let menu = item(snapshot(Self.disk)).menu
    #expect(menu.contains(.separator))
    let controls = menu.compactMap { entry -> String? in
      if case .control(let text, let isOn, _) = entry { isOn.map { "\(text) \($0)" } ?? text } else { nil }
    }
    #expect(controls == ["More", "☑ Details true", "Refresh"])
    #expect(menu.contains(.link("Help", url: "https://example.com/help")))
  }

  @Test("a failure keeps the last view, with a mark and the reason")
  func failure() {
    let failure = Failure(.reported, "no network", remedy: "connect")
    let old = item(snapshot(Self.disk, failure: failure), options: options(isStale: true))
    #expect(old.text.contains("400 GB") && old.text.hasSuffix("⚠ 3 min ago"))
    #expect(old.classes == ["failed", "stale", "widget-disk"])
    #expect(old.tooltip.suffix(2) == ["failed: no network", "connect"])
    let never = item(snapshot(nil, failure: failure))
    #expect(never.text == "⚠ Disk" && never.state == .failed)
    #expect(never.tooltip == ["Disk", "failed: no network", "connect"])
  }

  @Test("stale data have their age, a hidden widget has nothing")
  func states() {
    #expect(item(snapshot(Self.disk), options: options(isStale: true)).segments.last?.text == "3 min ago")
    #expect(item(snapshot(Self.disk), options: options(isStale: true)).state == .stale)
    let hidden = item(snapshot(Self.disk, hasContent: false))
    #expect(hidden.segments.isEmpty && hidden.state == .empty && hidden.tooltip.isEmpty)
  }

  @Test("private content is hidden everywhere, its percentage too")
  func redacted() {
    let view = ViewNode(
      .vstack, children: [ViewNode(.private, children: [text("secret 12"), ViewNode(.progress(0.5, shape: .bar))])])
    let item = item(snapshot(view), options: options(isRedacted: true))
    #expect(item.percentage == nil)
    for format in OutputFormat.allCases where format.isForBar {
      #expect(!String(decoding: format.bytes([item]), as: UTF8.self).contains("secret"))
    }
  }

  @Test("where i3bar has little space, the value stays beside its icon")
  func shortTexts() {
    let view = ViewNode(.hstack, children: [ViewNode(.icon("star")), text("85 %"), text("of the day")])
    let output = String(decoding: OutputFormat.i3bar.bytes([item(snapshot(view), inline: view)]), as: UTF8.self)
    let blocks = output.split(separator: "},{")
    #expect(blocks.map { $0.contains("short_text") } == [false, false, true], "\(output)")
  }

  @Test("each format has its exact text")
  func exactTexts() {
    let view = ViewNode(.hstack, children: [text("5 % & #1") { $0.color = .rgb(0xFF0000) }, button("A|B", 1)])
    let item = item(snapshot(view), inline: view)
    func output(_ format: OutputFormat) -> String { String(decoding: format.bytes([item]), as: UTF8.self) }
    let id = item.segments[1].tap?.text ?? ""
    #expect(
      output(.waybar) == """
        {"alt":"fresh","class":["fresh","widget-disk"],"text":"<span color=\\"#ff0000\\">5 % &amp; #1</span> A|B",\
        "tooltip":"Disk\\n5 % &amp; #1\\nUpdated 3 minutes ago"}

        """)
    #expect(
      output(.i3bar) == """
        [{"color":"#ff0000","full_text":"5 % & #1","instance":"click","name":"widget-disk","separator":false,"separator_block_width":9},\
        {"full_text":"A|B","instance":"\(id)","name":"widget-disk","short_text":""}]

        """)
    #expect(output(.tmux) == "#[fg=#ff0000]5 % & ##1#[default] A|B\n")
    #expect(
      output(.polybar) == """
        %{A2:/usr/bin/luawidget tap /home/me/disk.lua middle_click:}\
        %{A1:/usr/bin/luawidget tap /home/me/disk.lua click:}%{F#ff0000}5 % & #1%{F-}%{A} \
        %{A1:/usr/bin/luawidget tap /home/me/disk.lua \(id):}A|B%{A}%{A}

        """)
    #expect(
      output(.xbar) == """
        5 % & #1 A│B | emojize=false ansi=false
        ---
        5 % & #1 | color=#ff0000 emojize=false ansi=false
        A│B | shell="/usr/bin/luawidget" param1="tap" param2="/home/me/disk.lua" param3="\(id)" terminal=false refresh=true \
        emojize=false ansi=false
        ---
        Updated 3 minutes ago | color=#98989f emojize=false ansi=false
        Refresh | shell="/usr/bin/luawidget" param1="tap" param2="/home/me/disk.lua" param3="refresh" terminal=false refresh=true \
        emojize=false ansi=false

        """)
  }

  @Test("a hidden widget has no item where that is possible, and a small one with its name in xbar")
  func hiddenInMenus() {
    let hidden = item(snapshot(Self.disk, hasContent: false))
    func output(_ format: OutputFormat) -> String { String(decoding: format.bytes([hidden]), as: UTF8.self) }
    // Argos shows the name of the file for no output at all.
    #expect(output(.argos) == "---\n")
    #expect(output(.swiftbar) == "\n")
    // xbar cannot hide an item.
    #expect(
      output(.xbar) == """
        · | emojize=false ansi=false
        ---
        Disk has nothing to show | emojize=false ansi=false
        ---
        Updated 3 minutes ago | color=#98989f emojize=false ansi=false
        Refresh | shell="/usr/bin/luawidget" param1="tap" param2="/home/me/disk.lua" param3="refresh" terminal=false refresh=true \
        emojize=false ansi=false

        """)
  }

  @Test("the age counts from the last good check, also one without new data")
  func checked() {
    let snapshots = BarSnapshots(full: snapshot(text("up")), checkedAt: 1_800_000_120)
    #expect(BarItem(snapshots, options: options()).tooltip.last == "Updated 1 minute ago")
    #expect(BarItem(BarSnapshots(full: snapshot(text("up"))), options: options()).tooltip.last == "Updated 3 minutes ago")
    let never = BarSnapshots(full: snapshot(nil), checkedAt: 1_800_000_120)
    #expect(!BarItem(never, options: options()).tooltip.contains { $0.hasPrefix("Updated") })
  }
}
