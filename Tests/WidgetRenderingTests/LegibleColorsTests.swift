import Testing
import WidgetModel

@testable import WidgetRendering

@Suite struct LegibleColorsTests {
  @Test("white text darkens a badge of a light colour, black text does not")
  func badges() throws {
    func background(_ color: UInt32) -> Color? {
      let badge = text("+1.24 %") {
        $0.color = .rgb(color)
        $0.background = .named(.green)
      }
      return LegibleColors.corrected(hstack(badge)).children[0].style.background
    }
    let white = try #require(background(0xFFFFFF).flatMap { SystemPalette.fill($0) })
    #expect(Contrast.ratio(white.light, 0xFFFFFF) >= Contrast.least && Contrast.ratio(white.dark, 0xFFFFFF) >= Contrast.least)
    #expect(background(0x000000) == .named(.green))
  }

  @Test("a material is dark behind white text and light behind black text, in both appearances", arguments: Material.allCases)
  func materials(_ material: Material) throws {
    for color: UInt32 in [0xFFFFFF, 0x000000] {
      let title = text("Title") { $0.color = .rgb(color) }
      let corrected = LegibleColors.corrected(
        view(.vstack, [title]) {
          $0.background = material.tint
          $0.setEffect(\.material, to: material)
        })
      let ground = try #require(corrected.style.background)
      for behind: UInt32 in [0xFFFFFF, 0x000000] {
        let shades = try #require(SystemPalette.fill(ground, over: .init(light: behind, dark: behind)))
        #expect(Contrast.ratio(shades.light, color) >= Contrast.least && Contrast.ratio(shades.dark, color) >= Contrast.least)
      }
    }
  }

  @Test(
    "titles of buttons and bars contrast with their own tone and track", arguments: [0x6B3FA0, 0x1B4F9C, 0xB0B0B0, 0xFFFFFF, 0])
  func controls(_ ground: UInt32) throws {
    let title = try #require(ColorUse.title.legible(.accent, on: .init(light: ground, dark: ground)))
    let bar = try #require(ColorUse.bar.legible(.accent, on: .init(light: ground, dark: ground)))
    let fill = try #require(SystemPalette.fill(.accent))
    for scheme in [ColorScheme.light, .dark] {
      let tone = Contrast.mix(fill[scheme], ground, SystemPalette.buttonTint)
      #expect(Contrast.ratio(title[scheme], tone) >= Contrast.leastOfColor)
      #expect(Contrast.ratio(bar[scheme], Contrast.track(on: ground)) >= Contrast.leastOfColor)
    }
  }

  @Test("text on a material contrasts with the material and what's behind it")
  func materialGround() throws {
    let ground = GradientGround(Gradient([.rgb(0xFFFFFF), .rgb(0x000000)]), Frame(x: 0, y: 0, width: 100, height: 100))
    let shades = try #require(ground.under(Material.thin.tint).shades(at: Frame(x: 0, y: 100, width: 100, height: 0)))
    #expect(shades == SystemPalette.Shades(light: 0x8C8C8C, dark: 0x0F0F10))
  }

  @Test("an icon is white on a colour, and black on one as bright as yellow")
  func icons() {
    #expect(Contrast.icon(on: 0x007AFF) == 0xFFFFFF && Contrast.icon(on: 0xFFCC00) == 0x000000)
    #expect(String(PageTheme.rules(Theme(accent: .named(.yellow)), image: nil).text).contains("--on-accent:#000"))
  }

  @Test("a text in a named colour gets lighter or darker on a background of little contrast, and stays that colour")
  func names() throws {
    let blue = try #require(SystemPalette.fill(.blue))
    for name in ColorName.allCases where name.isHue && ![.blue, .accent, .gray].contains(name) {
      let shades = try #require(ColorUse.text.legible(name, on: blue))
      for scheme in ColorScheme.allCases {
        #expect(Contrast.ratio(shades[scheme], blue[scheme]) >= Contrast.leastOfColor, "\(name) \(scheme)")
        #expect(Self.hue(shades[scheme], isNear: try #require(SystemPalette.fill(name))[scheme]), "\(name) \(scheme)")
      }
    }
    // What can be read stays.
    let tint = try #require(SystemPalette.fill(.translucent(.named(.green), opacity: 0.22)))
    #expect(ColorUse.text.legible(.green, on: tint) == SystemPalette.text(.green))
    #expect(ColorUse.text.legible(.label, on: tint) == nil)
  }

  @Test("an icon keeps its colour on every background where it can be seen")
  func iconsKeepColors() throws {
    let yellow = try #require(SystemPalette.fill(.yellow))
    for ground: UInt32 in [0x1668C4, 0x62B1F0, 0xFFFFFF, 0x1C1C1E, 0x8E8E93] {
      #expect(ColorUse.icon.legible(.yellow, on: .init(light: ground, dark: ground)) == yellow)
    }
    let hidden = try #require(ColorUse.icon.legible(.yellow, on: yellow))
    #expect(Contrast.ratio(hidden.light, yellow.light) >= 2 && Contrast.ratio(hidden.dark, yellow.dark) >= 2)
  }

  @Test("an icon with its own colour, and the dot of a key, have the colour of bars; an icon in a coloured row that of its text")
  func inks() {
    let own = view(.icon("sun.max.fill")) { $0.color = .named(.yellow) }
    #expect(own.iconUse == .icon)
    #expect(view(.icon("arrow.up")).iconUse == .text && view(.label("up", icon: "arrow.up")).iconUse == .text)
    #expect(view(.icon("circle.fill")).iconUse == .icon && view(.label("Deep", icon: "circle.fill")).iconUse == .icon)
    #expect(text("x").iconUse == .text)
  }

  @Test("texts in front of an image have one colour, wherever they are")
  func image() {
    let bands = Gradient([.rgb(0x2A2D5E), .rgb(0xC98A8E), .rgb(0x5A4A75), .rgb(0x20234A)])
    func labels(isOfImage: Bool) -> Set<UInt32> {
      let ground = GradientGround(bands, Frame(x: 0, y: 0, width: 100, height: 100), isOfImage: isOfImage)
      let inside = ground.inside(x: 0, y: 0, scale: 1)
      return Set(
        stride(from: 5.0, to: 100, by: 10).compactMap { inside.shades(at: Frame(x: 0, y: $0 - 5, width: 100, height: 10)) }
          .map { Contrast.label(on: $0.light) })
    }
    #expect(labels(isOfImage: true) == [0xFFFFFF])
    #expect(labels(isOfImage: false).count == 2)
  }

  @Test("a terminal keeps the hue of a text on a badge, too")
  func terminal() throws {
    let badge = text("late") { ($0.color, $0.background) = (.named(.red), .named(.blue)) }
    let drawing = TerminalDrawing(snapshot(vstack(badge)), in: Size(width: 160, height: 0), options: .test)
    let letter = try #require(drawing.canvas.rows.joined().first { $0.text == "l" })
    let (ink, ground) = (try #require(letter.style.foreground), try #require(letter.style.background))
    let shades = (try #require(SystemPalette.fill(ink)), try #require(SystemPalette.fill(ground)))
    #expect(Contrast.ratio(shades.0.dark, shades.1.dark) >= 3 && Self.hue(shades.0.dark, isNear: 0xFF6961))
  }

  /// Whether two colours have the same strongest and weakest parts, or are nearly as strong.
  private static func hue(_ one: UInt32, isNear other: UInt32) -> Bool {
    func parts(_ color: UInt32) -> [Double] {
      let parts = [16, 8, 0].map { Double(color >> UInt32($0) & 0xFF) }
      let (low, high) = (parts.min() ?? 0, max(1, (parts.max() ?? 0) - (parts.min() ?? 0)))
      return parts.map { ($0 - low) / high }
    }
    return zip(parts(one), parts(other)).allSatisfy { abs($0 - $1) < 0.35 }
  }
}
