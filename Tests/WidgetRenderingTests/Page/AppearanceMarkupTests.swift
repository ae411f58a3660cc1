import Testing
import WidgetModel

@testable import WidgetRendering

/// Images for each appearance, masks, materials and layered icons on pages.
@Suite struct AppearanceMarkupTests {
  private static let clock = CalendarClock(now: 1_795_262_400)
  private static let image = ImageSource.bytes([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1])

  private func flow(_ view: ViewNode) -> (html: String, rules: String) {
    let card = HTMLCard(snapshot(view), in: Size(width: 360, height: 0), options: RenderingOptions.test)
    return (card.html, card.rules.text)
  }

  private func placed(_ view: ViewNode) throws -> (html: String, rules: String) {
    let snapshot = snapshot(view)
    let size = try #require(SurfaceSize.size(of: .medium))
    let request = CardRequest(snapshot, width: size.width, height: size.height, family: .medium, textSize: .large)
    let layout = CardLayout(
      request, LayoutContext(measurer: EstimatedMeasurer(), metrics: .points, clock: Self.clock, isRedacted: false) { _ in nil })
    let card = HTMLCard(
      snapshot, in: .zero, options: RenderingOptions(clock: Self.clock, family: .medium), placed: PlacedCard(layout: layout))
    return (String(decoding: MarkupWriter.bytes(of: [try #require(card.markup)]), as: UTF8.self), card.rules.text)
  }

  private func count(_ part: String, in html: String) -> Int {
    html.split(separator: part, omittingEmptySubsequences: false).count - 1
  }

  private func photo(_ source: ImageSource) -> ViewNode {
    view(.image(source, mode: .fill)) { ($0.width, $0.height) = (60, 40) }
  }

  @Test("a pair is two images, of which the appearance shows one")
  func pair() throws {
    let pair = photo(.pair(light: Self.image, dark: .bytes([0xFF, 0xD8, 0xFF, 0xE0])))
    for html in [flow(pair).html, try placed(vstack(pair)).html] {
      #expect(html.contains("in-light") && html.contains("data:image/png"), "\(html)")
      #expect(html.contains("in-dark") && html.contains("data:image/jpeg"), "\(html)")
    }
    // The other one isn't in the page.
    let half = flow(photo(.pair(light: Self.image, dark: .reference("night.png")))).html
    #expect(!half.contains("in-light") && half.contains("data:image/png"))
    #expect(flow(photo(.pair(light: .reference("a.png"), dark: .reference("b.png")))).html.contains("missing"))
  }

  @Test("a blurred background is larger than the box that clips it")
  func blur() throws {
    let node = vstack(text("Title")) {
      $0.background = .rgb(0)
      $0.setEffect(\.backgroundImage, to: Self.image)
      $0.setEffect(\.backgroundBlur, to: 12)
    }
    for page in [flow(node), try placed(node)] {
      #expect(page.html.contains("backdrop clips") && page.html.contains("filter-blur12px"), "\(page.html)")
      #expect(page.rules.contains("{inset:-24px}") && page.rules.contains("{width:calc(100% + 48px)}"), "\(page.rules)")
    }
  }

  @Test(
    "masks are clips, and gradients masks",
    arguments: [
      (ViewNode(.shape(.circle)), "clip-path:circle(closest-side)", "clip-path:path(\"M"),
      (ViewNode(.shape(.capsule)), "clip-path:inset(0 round 9999px)", "clip-path:path(\"M"),
      (ViewNode(.icon("heart.fill")), "clip-path:path(\"M", "clip-path:path(\"M"),
      (ViewNode(.shape(.path("M0 0L1 0L0 1Z"))), "clip-path:polygon(0% 0%,100% 0%,0% 100%)", "clip-path:path(\"M"),
    ] as [(ViewNode, String, String)])
  func masks(_ mask: ViewNode, _ inFlow: String, _ inPlace: String) throws {
    let node = photo(Self.image).masked(by: mask)
    #expect(flow(node).rules.contains(inFlow), "\(flow(node).rules)")
    #expect(try placed(vstack(node)).rules.contains(inPlace))
    var fading = mask
    fading.style.setEffect(\.fillGradient, to: Gradient([.rgb(0), .named(.clear)]))
    #expect(flow(photo(Self.image).masked(by: fading)).rules.contains("mask-image:linear-gradient(180deg"))
    #expect(try placed(vstack(photo(Self.image).masked(by: fading))).rules.contains("mask-image:linear-gradient(180deg"))
  }

  @Test("a shape seen through a text is a text that can be selected, in the shape's colours")
  func gradientText() throws {
    var shape = view(.shape(.rectangle)) { ($0.width, $0.height) = (120, 40) }
    shape.style.setEffect(\.fillGradient, to: Gradient([.named(.red), .named(.blue)], direction: .right))
    let node = shape.masked(by: text("Words"))
    for page in [flow(node), try placed(vstack(node))] {
      #expect(page.html.contains("seen-through") && page.html.contains(">Words<"), "\(page.html)")
      #expect(page.rules.contains("background-image:linear-gradient(90deg"), "\(page.rules)")
      #expect(!page.html.contains("aria-hidden=\"true\">Words"))
    }
  }

  @Test("a shape seen through a text has the shape's size, with the text in its middle")
  func sizeOfMaskedShape() throws {
    let shape = view(.shape(.rectangle)) { $0.height = 40 }
    let page = flow(shape.masked(by: text("Words")))
    #expect(page.html.contains("hidden") && page.html.contains("in-shape") && page.html.contains("over fills"), "\(page.html)")
  }

  @Test("a material keeps the translucent tint of each appearance")
  func material() throws {
    let node = vstack(text("Title")) {
      $0.background = Material.thin.tint
      $0.setEffect(\.material, to: .thin)
    }
    for page in [flow(node), try placed(node)] {
      #expect(page.html.contains("material"))
      #expect(
        page.rules.contains(
          "background:light-dark(color-mix(in srgb,#ffffff 55%,transparent),color-mix(in srgb,#1c1c1e 55%,transparent))"),
        "\(page.rules)")
    }
  }

  @Test("the parts of an icon have their colours, and those beyond the value are faint")
  func icons() throws {
    let icon = view(.icon("wifi")) {
      $0.setEffect(\.iconValue, to: 0.3)
      $0.setEffect(\.palette, to: [.named(.green)])
    }
    for page in [flow(icon), try placed(vstack(icon))] {
      #expect(
        count("<path", in: page.html) == 3 && page.html.contains("aria-label=\"Wi-Fi 30%\""), "\(page.html)")
      #expect(count("opacity-0_3", in: page.html) == 2 && page.rules.contains("fill:var(--green-fill)"))
    }
    let heart = view(.icon("heart.fill")) { $0.setEffect(\.iconValue, to: 0.25) }
    #expect(flow(heart).rules.contains("clip-path:inset(75% 0 0)"))
  }

  @Test("a terminal draws a text in the colours of the shape behind it, and a masked view in the frame of its mask")
  func terminal() {
    var shape = view(.shape(.rectangle)) { ($0.width, $0.height) = (160, 16) }
    shape.style.setEffect(\.fill, to: .rgb(0xFF0000))
    let drawing = TerminalDrawing(
      snapshot(vstack(shape.masked(by: text("Words")))), in: Size(width: 240, height: 0), options: RenderingOptions(columns: 30))
    #expect(drawing.text().contains("Words"))
    #expect(drawing.ansi(.trueColor).contains("38;2;255;0;0"))
  }
}
