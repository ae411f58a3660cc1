import Testing
import WidgetModel
import WidgetRendering

// Views as a script would write them, and layouts as text.

typealias Edit = (inout ViewStyle) -> Void

func view(_ content: ViewContent, _ children: [ViewNode] = [], action: Int? = nil, _ edit: Edit = { _ in }) -> ViewNode {
  var style = ViewStyle()
  edit(&style)
  return ViewNode(content, style: style, children: children, action: action)
}

func text(_ text: String, _ edit: Edit = { _ in }) -> ViewNode { view(.text(text), [], edit) }
func hstack(_ children: ViewNode..., edit: Edit = { _ in }) -> ViewNode { view(.hstack, children, edit) }
func vstack(_ children: ViewNode..., edit: Edit = { _ in }) -> ViewNode { view(.vstack, children, edit) }
func spacer(_ minLength: Double? = nil) -> ViewNode { view(.spacer(minLength: minLength)) }
func divider() -> ViewNode { view(.divider) }
func progress(_ value: Double, _ shape: ProgressShape = .bar) -> ViewNode { view(.progress(value, shape: shape)) }
func button(_ title: String, icon: String? = nil, action: Int = 1) -> ViewNode {
  view(.button(title, icon: icon), action: action)
}
func toggle(_ title: String, isOn: Bool, action: Int = 2) -> ViewNode { view(.toggle(title, isOn: isOn), action: action) }

func snapshot(
  _ view: ViewNode?, name: String = "Test", icon: String? = nil, insets: EdgeInsets = .single, failure: Failure? = nil
) -> Snapshot {
  Snapshot(
    widget: WidgetIdentity(id: "test", instance: "test", name: name, icon: icon), view: view, insets: insets, result: .newData,
    reason: .launch, updatedAt: 1000, failure: failure)
}

/// Draws views without a box. Each line is between bars.
func drawn(
  _ view: ViewNode, width: Double, height: Double? = nil, maxHeight: Double = 0, encoding: OutputEncoding = .utf8
) -> String {
  var snapshot = snapshot(view, insets: .zero)
  snapshot.preferredSize.height = height ?? 0
  let options = RenderingOptions(encoding: encoding, widthRule: .graphemeClusters, clock: CalendarClock(now: 1180))
  let drawing = TerminalDrawing(
    snapshot, in: Size(width: width + 16, height: maxHeight > 0 ? maxHeight + 32 : 0), options: options)
  return drawing.canvas.lines.dropFirst().dropLast().joined(separator: "\n").replacing("│", with: "|")
}

func expectLayout(
  _ view: ViewNode, width: Double, height: Double? = nil, maxHeight: Double = 0, _ expected: String,
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
  #expect(drawn(view, width: width, height: height, maxHeight: maxHeight) == expected, sourceLocation: sourceLocation)
}

/// Strings known to break borders.
let hostileStrings: [String] = [
  "plain", "", " ", "日本語のテキスト", "한국어 텍스트", "emoji 😀🎉", "👨‍👩‍👧‍👦 family", "🇩🇪🇫🇷🇯🇵 flags", "🏴󠁧󠁢󠁥󠁮󠁧󠁿 tag", "❤️ heart ❤ ☁️",
  "👍🏽👩🏾‍🚀", "1️⃣2️⃣", "e\u{301}\u{302}", "Z" + String(repeating: "\u{300}", count: 500) + "algo", "\u{301}lone", "नमस्ते हिन्दी क्षि",
  "ภาษาไทยไม่มีช่องว่าง กำ", "العربية", "עברית ימין", "a\u{202E}evil\u{202C}b", "\u{1B}[31mred\u{1B}[0m", "\u{1B}]0;title\u{7}",
  "tab\there",
  "line\nfeed", "carriage\rreturn", "crlf\r\nline", "\u{9B}31m", "nul\u{0}", "a\u{200B}b\u{200D}c\u{FEFF}d", "\u{2028}x\u{2029}",
  "각ᄀ",
  "ᄀᄀᄀ", "ﷺ", "𒐫", "\u{10FFFF}", "\u{FFFD}", "\u{E000}", "soft\u{AD}hyphen", "｡ｱｲｳ ＡＢＣ", String(repeating: "W", count: 300), "🧑‍🤝‍🧑🇩",
  "\u{D4E}", "👩\u{200D}", "🇪",
  "🚀", "क\u{94D}", "ष",
]
