import Testing
import WidgetModel

@testable import WidgetRendering

@Suite struct MarkupTests {
  @Test("text is escaped where it is written, and what steers a reader becomes visible")
  func escaping() {
    let markup = Markup.element(.p, .text(.ariaLabel, "\"a\" & 'b'\n\u{1B}"), text: "<b>\u{202E}x\u{9B}\u{200B} & y</b>")
    #expect(
      MarkupWriter.text(of: [markup])
        == #"<p aria-label="&quot;a&quot; &amp; &#39;b&#39;\#n\u{1B}">&lt;b&gt;\u{202E}x\u{9B} &amp; y&lt;/b&gt;</p>"#)
  }

  @Test("elements alone stand on lines of their own, beside text they do not")
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
    "a class is named after its declaration, in letters that need no escape",
    arguments: [
      (Declaration.length("width", 120.5), "width-120_5px"), (.percentage("width", 0.25), "width-25pc"),
      (.color("color", .rgb(0x01ABEF)), "color-01abef"), (.color("color", .named(.red)), "color-red"),
      (.border(.named(.red)), "box-shadow-inset-0-0-0-1px-red"), (.maximumWidth(3), "max-width-min3px-100pc"),
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

  @Test("pictures are PNG, JPEG, GIF and WebP by their first bytes; SVG is none")
  func pictures() {
    #expect(PictureData(tinyPNG)?.kind == .png)
    #expect(PictureData([0xFF, 0xD8, 0xFF, 0xE0])?.url == "data:image/jpeg;base64,/9j/4A==")
    #expect(PictureData(Array("GIF89a".utf8))?.url == "data:image/gif;base64,R0lGODlh")
    #expect(PictureData(Array("RIFF....WEBPV".utf8))?.url == "data:image/webp;base64,UklGRi4uLi5XRUJQVg==")
    for other in ["", "GIF", "<svg xmlns='http://www.w3.org/2000/svg'/>", "RIFF....WAVE", "<html>", "\u{89}PNG"] {
      #expect(PictureData(Array(other.utf8)) == nil)
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
    "moments for machines, in UTC",
    arguments: [
      (1_795_262_700.9, "2026-11-21T12:05:00Z"), (0, "1970-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59Z"),
      (-62_135_596_800, "0001-01-01T00:00:00Z"), (-62_135_596_801, nil), (253_402_300_800, nil), (.nan, nil), (1e300, nil),
    ] as [(Double, String?)])
  func moments(moment: Double, text: String?) { #expect(HTMLDate.text(moment) == text) }

  @Test("every colour of text can be read on a card, light and dark (WCAG 2.2, 1.4.3: 4.5 to 1)")
  func contrast() {
    func luminance(_ color: UInt32) -> Double {
      let parts = [color >> 16, color >> 8, color].map { Double($0 & 0xFF) / 255 }
      let linear = parts.map { $0 <= 0.04045 ? $0 / 12.92 : power(($0 + 0.055) / 1.055, 2.4) }
      return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    }
    func contrast(_ one: UInt32, _ other: UInt32) -> Double {
      let (light, dark) = (max(luminance(one), luminance(other)), min(luminance(one), luminance(other)))
      return (light + 0.05) / (dark + 0.05)
    }
    #expect(abs(contrast(0, 0xFFFFFF) - 21) < 0.01)
    for name in ColorName.allCases {
      guard let pair = HTMLPalette.pair(name) else { continue }
      #expect(contrast(pair.light, HTMLPalette.card.light) >= 4.5, "\(name) on a light card")
      #expect(contrast(pair.dark, HTMLPalette.card.dark) >= 4.5, "\(name) on a dark card")
      // Buttons and placeholders have titles of any colour but the faintest.
      guard name != .tertiary else { continue }
      #expect(contrast(pair.light, HTMLPalette.fill.light) >= 4.5, "\(name) on a light button")
      #expect(contrast(pair.dark, HTMLPalette.fill.dark) >= 4.5, "\(name) on a dark button")
    }
  }

  /// By series: the exponent is 2.4, the base at most 1.
  private func power(_ base: Double, _ exponent: Double) -> Double {
    var (root, low, high) = (0.0, 0.0, 1.0)
    // The fifth root of the twelfth power.
    let target = (0..<12).reduce(1) { product, _ in product * base }
    for _ in 0..<60 {
      root = (low + high) / 2
      if root * root * root * root * root < target { low = root } else { high = root }
    }
    return root
  }
}
