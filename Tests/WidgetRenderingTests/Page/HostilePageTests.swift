import Testing
import WidgetModel
import WidgetTesting

@testable import WidgetRendering

/// The script's texts never change a page's elements and attributes.
@Suite struct HostilePageTests {
  /// Every field holding text, filled with the same one.
  private func everything(_ text: String) -> Snapshot {
    func styled(_ content: ViewContent, _ children: [ViewNode] = [], action: Int? = nil) -> ViewNode {
      view(content, children, action: action) {
        $0.id = text; $0.accessibility = text
      }
    }
    func plain(_ content: ViewContent) -> ViewNode { ViewNode(content) }
    let contents: [ViewContent] = [
      .text(text), .label(text, icon: text), .icon(text), .link(text, url: text), .link("", url: "https://example.com/" + text),
      .image(.reference(text), mode: .fit), .image(.bytes(Array(text.utf8)), mode: .fill), .button(text, icon: text),
      .toggle(text, isOn: true), .activityIndicator(text),
      .gauge(Gauge(1, text: text, valueText: text)), .gauge(Gauge(1, text: text, valueText: text, shape: .bar)),
      .chart(Chart(.bar, [ChartSeries([1, 2], name: text), ChartSeries([1], name: text)], labels: [text, text])),
      .chart(Chart(.pie, [ChartSeries([1, 2], name: text)], labels: [text, text])),
    ]
    let fields = InputField.Kind.allCases.flatMap { kind in
      [InputField.PickerStyle.menu, .segments].map { style in
        var field = InputField(kind)
        (field.label, field.text, field.placeholder, field.choices) = (text, text, text, [text, "b"])
        (field.style, field.onChange, field.onSubmit, field.lines) = (style, 5, 6, style == .menu ? 1 : 3)
        return view(.field(field), field.parts(id: text), action: field.takesText ? 6 : nil) { $0.id = text }
      }
    }
    let views = contents.map(plain) + contents.map { styled($0, action: 1) } + fields
    let containers: [ViewContent] = [.vstack, .hstack, .zstack, .group, .private, .grid(columns: [GridColumn(), GridColumn()])]
    return Snapshot(
      widget: WidgetIdentity(id: text, instance: text, name: text, icon: text),
      view: view(.vstack, containers.map { styled($0, $0 == .vstack ? views : [views[0]]) }), result: .newData, reason: .launch,
      updatedAt: 1000,
      failure: Failure(.script, text, at: SourceLocation(file: text, line: 1), remedy: text))
  }

  private static let payloads: [String] =
    hostileStrings.filter { !$0.isEmpty } + [
      "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onmouseover='alert(1)", "</style><script>", "]]>",
      "<!--",
      "-->", "&lt;script&gt;", "&#x3C;script&#x3E;", "javascript:alert(1)", "JaVaScRiPt:alert(1)", "java\nscript:alert(1)",
      "\u{1}javascript:alert(1)", "data:text/html,<script>", "vbscript:x", "https://x/\"onclick=\"y", "{{7*7}}", "${7*7}",
      "\u{0}<\u{0}s\u{0}cript>", "<\u{200B}script>", "\u{FE64}script\u{FE65}", "＜script＞", "</title><script>", "`-alert(1)-`",
      "expression(alert(1))", "url(https://evil/)", "}body{display:none", "*/}x{", "\\3c script\\3e", "<svg/onload=alert(1)>",
      "\u{2028}<b>", "\u{85}<b>", "a\u{300}\u{301}<b>", "+ADw-script+AD4-", "<?xml?>", "<![CDATA[x]]>", "%3Cscript%3E",
    ]

  @Test("elements and attributes do not depend on the script's texts")
  func invariant() throws {
    func markup(_ text: String) throws -> (fragment: StrictMarkup, document: StrictMarkup) {
      var options = RenderingOptions.test
      options.isStale = true
      let snapshot = everything(text)
      let size = Size(width: 300, height: 400)
      let fragment = HTMLCard(snapshot, in: size, options: options)
      let document = String(decoding: HTMLFormat().render(snapshot, in: size, options: options), as: UTF8.self)
      #expect(!document.lowercased().contains("<script"))
      return (try StrictMarkup(fragment.html), try StrictMarkup(document))
    }
    let harmless = try markup("harmless")
    #expect(harmless.fragment.elements.count > 150)
    let known = Set(AttributeName.allCases.map(\.rawValue))
    for payload in Self.payloads {
      let hostile = try markup(payload)
      #expect(hostile.fragment.elements == harmless.fragment.elements, "\(payload.debugDescription)")
      #expect(hostile.document.elements == harmless.document.elements, "\(payload.debugDescription)")
      #expect(hostile.document.attributeNames.isSubset(of: known))
      for (name, value) in hostile.document.values {
        #expect(name != "style" && !name.hasPrefix("on"))
        guard name == "href" || name == "src" else { continue }
        let isSafe = value == "#" || ["https:", "http:", "mailto:"].contains(where: value.hasPrefix)
        #expect(isSafe && value.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "\(value)")
      }
    }
  }

  @Test("no name of an element or attribute can run code")
  func vocabulary() {
    let code: Set<String> = [
      "script", "iframe", "object", "embed", "link", "base", "form", "animate", "set", "use", "foreignObject",
    ]
    #expect(code.isDisjoint(with: ElementName.allCases.map(\.rawValue)))
    for name in AttributeName.allCases.map(\.rawValue) {
      #expect(!name.hasPrefix("on") && name != "style" && name != "srcdoc")
    }
  }

  @Test("the controls of a live card belong to one form and send to one path, whatever the script's texts are")
  func liveControls() throws {
    let controls = HTMLControls(form: "actions", path: "/tap", name: "control", prefix: "1 disk ")
    func markup(_ text: String) throws -> StrictMarkup {
      let parts = HTMLCardParts(everything(text), in: Size(width: 300, height: 0), options: .test, controls)
      return try StrictMarkup(MarkupWriter.text(of: [parts.view, parts.footer].compactMap { $0 }))
    }
    let harmless = try markup("harmless")
    for payload in Self.payloads {
      let hostile = try markup(payload)
      #expect(hostile.elements == harmless.elements, "\(payload.debugDescription)")
      for (name, value) in hostile.values {
        if name == "formaction" { #expect(value == "/tap") }
        if name == "form" { #expect(value == "actions" || value == "field-1-disk-6") }
        #expect(name != "action")
      }
    }
    #expect(harmless.values.contains { $0.0 == "formaction" })
  }

  @Test("style rules do not depend on the script's texts")
  func rules() throws {
    for payload in Self.payloads {
      let fragment = HTMLCard(everything(payload), in: Size(width: 300, height: 0), options: .test)
      let plain = HTMLCard(everything("harmless"), in: Size(width: 300, height: 0), options: .test)
      // A text's length decides whether it may be broken, its direction where a control is, and nothing else.
      func text(_ rules: StyleRules) -> Set<Substring> {
        Set(rules.text.replacing("max-content", with: "auto").split(separator: "\n")).subtracting([
          ".align-self-flex-end{align-self:flex-end}"
        ])
      }
      #expect(text(fragment.rules) == text(plain.rules))
    }
  }

  @Test("any tree of views is a well-formed page, and equal trees have equal bytes")
  func anyTree() throws {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<150 {
      let snapshot = snapshot(randomView(&generator, depth: 5), name: hostileStrings.randomElement(using: &generator) ?? "")
      let page = HTMLFormat().render(snapshot, in: Size(width: 300, height: 0), options: .test)
      _ = try StrictMarkup(String(decoding: page, as: UTF8.self))
      #expect(HTMLFormat().render(snapshot, in: Size(width: 300, height: 0), options: .test) == page)
      #expect(!String(decoding: page, as: UTF8.self).replacing("dominant", with: "").contains("nan"))
    }
  }

  @Test("a tree that is too deep, too wide or too long is cut, not refused")
  func limits() throws {
    var deep = WidgetRenderingTests.text("x")
    for _ in 0..<2000 { deep = view(.vstack, [deep]) }
    let wide = view(.hstack, Array(repeating: WidgetRenderingTests.text("y"), count: 10_000))
    let long = view(.vstack, Array(repeating: WidgetRenderingTests.text(String(repeating: "z", count: 300_000)), count: 10))
    let many = view(
      .chart(Chart(.line, [ChartSeries(Array(repeating: 1, count: 50_000))], labels: Array(repeating: "l", count: 50_000))))
    for (view, most) in [(deep, 30_000), (wide, 300_000), (long, 600_000), (many, 1_500_000)] {
      for format in [HTMLFormat(), MarkdownFormat(), SpokenFormat()] as [any SnapshotFormat] {
        let bytes = format.render(snapshot(view), in: .zero, options: .test)
        #expect(!bytes.isEmpty && bytes.count < most, "\(bytes.count)")
      }
    }
  }
}
