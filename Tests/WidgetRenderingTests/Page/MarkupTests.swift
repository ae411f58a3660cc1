import Testing
import WidgetModel

@testable import WidgetRendering

@Suite struct MarkupTests {
  @Test("text is escaped when it is written, and control characters become visible")
  func escaping() {
    let markup = Markup.element(.p, .text(.ariaLabel, "\"a\" & 'b'\n\u{1B}"), text: "<b>\u{202E}x\u{9B}\u{200B} & y</b>")
    #expect(
      MarkupWriter.text(of: [markup])
        == #"<p aria-label="&quot;a&quot; &amp; &#39;b&#39;\#n\u{1B}">&lt;b&gt;\u{202E}x\u{9B} &amp; y&lt;/b&gt;</p>"#)
  }

  @Test("each element is on a separate line, except next to text")
  func whiteSpace() {
    let item = Markup.element(.span, text: "x")
    #expect(
      MarkupWriter.text(of: [.element(.div, children: [item, .element(.hr), item])]) == """
        <div>
         <span>x</span>
         <hr>
         <span>x</span>
        </div>
        """)
    #expect(MarkupWriter.text(of: [.element(.p, children: [.text("a"), item])]) == "<p>a<span>x</span></p>")
    #expect(
      MarkupWriter.text(of: [.element(.svg, children: [.element(.rect), .element(.svgText)])])
        == "<svg>\n <rect/>\n <text></text>\n</svg>")
  }

  @Test(
    "a class is named after its declaration and needs no escapes",
    arguments: [
      (Declaration.length("width", 120.5), "width-120_5px"), (.percentage("width", 0.25), "width-25pc"),
      (.color("color", .rgb(0x01ABEF)), "color-01abef"), (.color("color", .named(.red)), "color-red"),
      (.border(.named(.red)), "box-shadow-inset-0-0-0-1px-red-fill"), (.maximumWidth(3), "max-width-min3px-100pc"),
    ])
  func classes(declaration: Declaration, name: String) { #expect(declaration.className == name) }

  @Test(
    "links go to the web, to mail and to applications, and nowhere else",
    arguments: [
      ("https://example.com/a?b=c&d#e", "https://example.com/a?b=c&d#e"), ("HTTPS://x", "HTTPS://x"),
      ("mailto:a@b.c", "mailto:a@b.c"), ("myflight://check-in", "myflight://check-in"),
      ("https://x/\u{E9} \"<>'`", "https://x/%C3%A9%20%22%3C%3E'%60"), ("https://x/\u{202E}", "https://x/%E2%80%AE"),
      ("https://x/a\nb\u{0}", "https://x/a%0Ab%00"), ("javascript:alert(1)", nil), ("JavaScript:alert(1)", nil),
      ("data:text/html,x", nil),
      ("vbscript:x", nil), ("file:///etc/passwd", nil), ("blob:x", nil), ("about:blank", nil), ("view-source:https://x", nil),
      ("/relative", nil), ("//host/path", nil), ("", nil), (":", nil), ("https:", nil), (" javascript:x", nil),
      ("java\nscript:x", nil),
      ("1a:x", nil),
    ] as [(String, String?)])
  func links(url: String, written: String?) { #expect(LinkTarget(url)?.url == written) }

  @Test("images are PNG, JPEG, GIF and WebP by their first bytes, never SVG")
  func images() {
    #expect(ImageData(tinyPNG)?.type == .png)
    #expect(ImageData([0xFF, 0xD8, 0xFF, 0xE0])?.url == "data:image/jpeg;base64,/9j/4A==")
    #expect(ImageData(Array("GIF89a".utf8))?.url == "data:image/gif;base64,R0lGODlh")
    #expect(ImageData(Array("RIFF....WEBPV".utf8))?.url == "data:image/webp;base64,UklGRi4uLi5XRUJQVg==")
    for other in ["", "GIF", "<svg xmlns='http://www.w3.org/2000/svg'/>", "RIFF....WAVE", "<html>", "\u{89}PNG"] {
      #expect(ImageData(Array(other.utf8)) == nil)
    }
  }

  @Test(
    "numbers are plain decimals",
    arguments: [
      (0, "0"), (-0.0, "0"), (1, "1"), (1.5, "1.5"), (0.001, "0.001"), (0.0001, "0"), (-2.25, "-2.25"), (1e21, "1000000000"),
      (.nan, "0"), (.infinity, "1000000000"), (-.infinity, "-1000000000"), (99.9996, "100"),
    ] as [(Double, String)])
  func numbers(value: Double, text: String) { #expect(CSSNumber.text(value) == text) }

  @Test(
    "the datetime attribute is in UTC",
    arguments: [
      (1_795_262_700.9, "2026-11-21T12:05:00Z"), (0, "1970-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59Z"),
      (-62_135_596_800, "0001-01-01T00:00:00Z"), (-62_135_596_801, nil), (253_402_300_800, nil), (.nan, nil), (1e300, nil),
    ] as [(Double, String?)])
  func moments(moment: Double, text: String?) { #expect(HTMLDate.text(moment) == text) }

  @Test("every text colour has a contrast of 4.5 to 1 on a card (WCAG 2.2, 1.4.3)")
  func contrast() {
    let contrast = Contrast.ratio
    #expect(abs(contrast(0, 0xFFFFFF) - 21) < 0.01 && contrast(0x777777, 0x777777) == 1)
    for name in ColorName.allCases {
      guard let pair = SystemPalette.text(name) else { continue }
      #expect(contrast(pair.light, HTMLPalette.card.light) >= 4.5, "\(name) on a light card")
      #expect(contrast(pair.dark, HTMLPalette.card.dark) >= 4.5, "\(name) on a dark card")
      // Buttons and placeholders have titles in any colour but the faintest.
      guard name != .tertiary else { continue }
      #expect(contrast(pair.light, HTMLPalette.fill.light) >= 4.5, "\(name) on a light button")
      #expect(contrast(pair.dark, HTMLPalette.fill.dark) >= 4.5, "\(name) on a dark button")
    }
  }

  @Test("a warning is not taken for an error: orange text differs clearly from red text")
  func states() throws {
    let (orange, red) = (try #require(SystemPalette.text(.orange)), try #require(SystemPalette.text(.red)))
    func green(_ color: UInt32) -> Int { Int(color >> 8 & 0xFF) }
    #expect(green(orange.light) - green(red.light) >= 0x40 && green(orange.dark) - green(red.dark) >= 0x30)
  }

  @Test("text is legible on any background")
  func onBackgrounds() {
    var grounds = ColorName.allCases.compactMap(SystemPalette.fill).flatMap { [$0.light, $0.dark] }
    grounds += stride(from: UInt32(0), to: 0xFFFFFF, by: 0x01_3579)
    for ground in grounds {
      #expect([0, 0xFFFFFF].contains(Contrast.label(on: ground)))
      #expect(Contrast.ratio(Contrast.label(on: ground), ground) >= 4.5)
      #expect(Contrast.ratio(Contrast.label(on: ground), Contrast.raised(on: ground)) >= 4.5)
      #expect(Contrast.ratio(Contrast.faint(on: ground), ground) >= 4.5)
      #expect(Contrast.ratio(Contrast.faint(on: ground, strength: 0.38), ground) >= 4.5)
    }
  }

  private func rules(_ view: ViewNode) -> String {
    HTMLCard(snapshot(view), in: Size(width: 320, height: 0), options: .test).rules.text
  }

  @Test(
    "fills have the system's colours, text has darker ones",
    arguments: [
      (view(.text("x")) { $0.background = .named(.yellow) }, ".background-yellow-fill{background:var(--yellow-fill)}"),
      (view(.text("x")) { $0.border = .named(.red) }, "inset 0 0 0 1px var(--red-fill)"),
      (view(.progress(0.5, shape: .bar)) { $0.color = .named(.green) }, ".color-green-fill{color:var(--green-fill)}"),
      (view(.gauge(Gauge(0.5))) { $0.color = .named(.pink) }, ".color-pink-fill{color:var(--pink-fill)}"),
      (view(.chart(Chart(.bar, [ChartSeries([1], color: .named(.mint))]))), ".color-mint-fill{color:var(--mint-fill)}"),
      (view(.chart(Chart(.pie, [ChartSeries([1, 2])]))), ".color-blue-fill{color:var(--blue-fill)}"),
      (view(.text("x")) { $0.color = .named(.yellow) }, ".color-yellow{color:var(--yellow)}"),
      (view(.icon("star")) { $0.color = .named(.yellow) }, ".color-yellow-fill{color:var(--yellow-fill)}"),
      (view(.label("Deep", icon: "circle.fill")) { $0.color = .named(.mint) }, ".color-mint-fill{color:var(--mint-fill)}"),
    ])
  func fills(view: ViewNode, rule: String) { #expect(rules(view).contains(rule), "\(rules(view))") }

  @Test("text on a background is black or white unless it has a colour")
  func wordsOnBackgrounds() {
    let yellow = rules(view(.text("x")) { $0.background = .named(.yellow) })
    #expect(yellow.contains("{--label:#000000}") && yellow.contains("{color:var(--label)}"))
    #expect(rules(view(.text("x")) { $0.background = .named(.indigo) }).contains("{--label:#ffffff}"))
    let both = rules(view(.text("x")) { $0.background = .pair(light: .rgb(0xEEEEFF), dark: .rgb(0x222244)) })
    #expect(both.contains("{--label:light-dark(#000000,#ffffff)}"), "\(both)")
    let inside = rules(view(.vstack, [text("x") { $0.color = .named(.secondary) }]) { $0.background = .named(.gray) })
    #expect(inside.contains("{--secondary:#") && inside.contains("{color:var(--secondary)}"), "\(inside)")
    let own = rules(
      view(.text("x")) {
        $0.background = .named(.yellow); $0.color = .rgb(0x400000)
      })
    #expect(own.contains("{color:#400000}") && !own.contains("{color:var(--label)}"))
    let red = rules(
      view(.text("x")) {
        $0.background = .named(.yellow); $0.color = .named(.red)
      })
    #expect(red.contains("{color:#d10014}"), "the red of dark cards has too little contrast with yellow: \(red)")
    #expect(!rules(view(.text("x")) { $0.background = .named(.clear) }).contains("--label"))
  }
}
