import WidgetModel
import WidgetRendering
import WidgetSurfaces
import WidgetTesting

/// Texts that mean something to a bar, a shell, or a parser.
let dangerousTexts: [String] = [
  "plain", "", " ", "---", "--", "-", "-5°", "~~~", "a|b", "| href=x", "| bash=/bin/sh param1=-c", "%{A1:reboot:}x%{A}",
  "%{F#f00}", "%",
  "100%", "{A1:x:}", "#(reboot)", "#{pane_pid}", "#[fg=red]", "#", "##", "###[x", "<b>", "</span>", "&amp;", "&", "\"quoted\"",
  "'; reboot; '", "$(reboot)", "`reboot`", "\\", "\\n", "a\nb", "a\r\nb", "\u{1B}[31mred", "\u{1B}]8;;x\u{7}", "nul\u{0}",
  "\u{2028}line", "\u{202E}evil", "a\u{200B}b", "日本語", "👨‍👩‍👧‍👦", "{\"full_text\":\"x\"}", "]", "},{", ":mushroom:", "%H:%M", "*bold*",
  "e\u{301}",
  String(repeating: "long ", count: 100), "color=red", "{}", "%output%", "\u{FFFD}", "%\u{301}{F-}", "#\u{301}[x]",
  "%{\u{301}F-}", "|\u{301} bash=x", "-\u{301}--",
  "~\u{301}~~", "#[\u{301}fg=red]", "<\u{301}b>", "&\u{301}amp;",
]

let tapCommand = ["/opt/a b/luawidget", "tap", "--set", "name=it's: $(x) %{A}", "/home/me/widgets/a:b.lua"]
let plainTapCommand = ["/usr/bin/luawidget", "tap", "/home/me/disk.lua"]

func text(_ string: String, _ style: (inout ViewStyle) -> Void = { _ in }) -> ViewNode {
  var node = ViewNode(.text(string))
  style(&node.style)
  return node
}

func button(_ title: String, _ action: Int, id: String? = nil) -> ViewNode {
  var node = ViewNode(.button(title, icon: nil), action: action)
  node.style.id = id
  return node
}

func snapshot(
  _ view: ViewNode?, name: String = "Disk", icon: String? = nil, hasContent: Bool = true, failure: Failure? = nil
) -> Snapshot {
  Snapshot(
    widget: WidgetIdentity(id: "disk", instance: "disk", name: name, icon: icon, path: "/home/me/disk.lua"), view: view,
    hasContent: hasContent, result: .newData, reason: .launch, updatedAt: 1_800_000_000, failure: failure)
}

func options(isStale: Bool = false, isRedacted: Bool = false, tapCommand: [String]? = plainTapCommand) -> BarOptions {
  BarOptions(
    clock: CalendarClock(now: 1_800_000_180), isRedacted: isRedacted, isStale: isStale, tapCommand: tapCommand)
}

func item(_ full: Snapshot, inline: ViewNode? = nil, options: BarOptions = options()) -> BarItem {
  BarItem(BarSnapshots(full: full, inline: inline.map { snapshot($0) }), options: options)
}

/// A view with dangerous texts wherever a script can put one.
func dangerousView(_ generator: inout SeededGenerator) -> ViewNode {
  func string() -> String {
    (0..<Int.random(in: 1...2, using: &generator)).map { _ in
      dangerousTexts[Int.random(in: 0..<dangerousTexts.count, using: &generator)]
    }.joined()
  }
  var action = 0
  func leaf() -> ViewNode {
    action += 1
    var node: ViewNode
    switch Int.random(in: 0..<9, using: &generator) {
    case 0: node = ViewNode(.button(string(), icon: "gear"), action: action)
    case 1: node = ViewNode(.toggle(string(), isOn: true), action: action)
    case 2: node = ViewNode(.link(string(), url: "https://example.com/?q=" + string()))
    case 3: node = ViewNode(.label(string(), icon: string()))
    case 4: node = ViewNode(.progress(0.4, shape: .bar))
    case 5: node = ViewNode(.gauge(Gauge(3, minimum: 0, maximum: 4, text: string(), valueText: string())))
    case 6: node = ViewNode(.icon(string()))
    default: node = ViewNode(.text(string()), action: action % 4 == 0 ? action : nil)
    }
    if Int.random(in: 0..<4, using: &generator) == 0 { node.style.id = string() }
    if Int.random(in: 0..<4, using: &generator) == 0 { node.style.color = .rgb(0xFF0000) }
    if Int.random(in: 0..<4, using: &generator) == 0 { node.style.weight = .bold }
    if Int.random(in: 0..<6, using: &generator) == 0 { node.style.accessibility = string() }
    return node
  }
  let rows = (0..<Int.random(in: 0...4, using: &generator)).map { _ in
    ViewNode(.hstack, children: (0..<Int.random(in: 1...3, using: &generator)).map { _ in leaf() })
  }
  return ViewNode(.vstack, children: rows + [leaf()])
}

extension OutputFormat {
  /// A status bar's bytes; empty for other formats.
  func bytes(_ items: [BarItem], isFollowing: Bool = false) -> [UInt8] {
    barWriter?.bytes(items, isFollowing: isFollowing) ?? []
  }
}
