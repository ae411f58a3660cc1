import Testing
import WidgetGraphics
import WidgetModel
import WidgetRendering

@testable import WidgetPainter

/// The pixels of drawn views.
@Suite struct DrawingTests {
  /// The pixels of a card of this view, row by row.
  private struct Picture {
    var width = 0
    var pixels: [(red: Int, green: Int, blue: Int)] = []

    init(_ request: RenderingRequest) throws {
      let decoded = try Pixels.decode(try paint(request).bytes)
      width = decoded.width
      decoded.forEach { _, _, pixel in pixels.append((Int(pixel.0), Int(pixel.1), Int(pixel.2))) }
    }

    /// How many pixels are like that.
    func count(_ isLike: ((red: Int, green: Int, blue: Int)) -> Bool) -> Int { pixels.count { isLike($0) } }

    /// The columns with a pixel like that.
    func columns(_ isLike: ((red: Int, green: Int, blue: Int)) -> Bool) -> Set<Int> {
      Set(pixels.indices.filter { isLike(pixels[$0]) }.map { $0 % width })
    }

    func rows(_ isLike: ((red: Int, green: Int, blue: Int)) -> Bool) -> Set<Int> {
      Set(pixels.indices.filter { isLike(pixels[$0]) }.map { $0 / width })
    }
  }

  private func picture(_ view: ViewNode, scheme: ColorScheme = .light) throws -> Picture {
    var request = request(view)
    request.colorScheme = scheme
    return try Picture(request)
  }

  @Test("a decimal point is seen between digits, however narrow they are", arguments: ["1.1", "7.1", "1,1"])
  func decimalPoint(_ number: String) throws {
    func width(_ words: String) throws -> Int {
      var node = ViewNode(.text(words))
      (node.style.color, node.style.font) = (.rgb(0xFF0000), .custom(size: 21, weight: nil, design: nil))
      var request = request(node)
      request.scale = 1
      let columns = try Picture(request).columns(Self.isRed)
      return (columns.max() ?? 0) - (columns.min() ?? 0)
    }
    #expect(try width(number) - width(number.filter(\.isNumber)) >= 4)
  }

  private static func isRed(_ pixel: (red: Int, green: Int, blue: Int)) -> Bool {
    pixel.red > 200 && pixel.green < 100 && pixel.blue < 100
  }

  private func sized(_ parts: (String, Double)..., color: Color = .rgb(0xFF0000)) -> ViewNode {
    let spans = parts.map { text, size in
      span(text) { ($0.font, $0.color) = (.custom(size: size, weight: nil, design: nil), color) }
    }
    return ViewNode(.text(spans.map(\.text).joined()), spans: spans)
  }

  @Test("parts of a text have their own sizes, on one baseline")
  func spanSizes() throws {
    let large = try picture(sized(("H", 40), color: .rgb(0xFF0000))).rows(Self.isRed)
    let both = try picture(sized(("H", 40), ("H", 12))).rows(Self.isRed)
    let small = try picture(sized(("H", 12))).rows(Self.isRed)
    #expect(large.count > 25 && small.count < 12)
    #expect(both.count == large.count && both.max() == large.max())
  }

  @Test("the shadow of an SVG is an image, because masks have hard edges")
  func shadow() throws {
    var box = view(.shape(.rectangle)) { ($0.width, $0.height) = (40, 40) }
    box.style.setEffect(\.shadow, to: Shadow(radius: 10))
    let svg = String(decoding: try paint(request(box, as: .svg)).bytes, as: UTF8.self)
    #expect(svg.contains("<image") && !svg.contains("<mask"))
  }

  // MARK: Masks, materials and blur

  /// - Parameter pixels: Red, green, blue and alpha of each pixel.
  private func png(width: Int, height: Int, _ pixels: [UInt8]) -> [UInt8] {
    // Cairo's order.
    var own: [UInt8] = []
    for start in stride(from: 0, to: pixels.count, by: 4) {
      own += [pixels[start + 2], pixels[start + 1], pixels[start], pixels[start + 3]]
    }
    return PNGWriter.bytes(own, width: width, height: height, stride: width * 4)
  }

  private func box(_ width: Double, _ height: Double, _ color: Color = .rgb(0xFF0000), _ edit: Edit = { _ in }) -> ViewNode {
    view(.shape(.rectangle)) {
      ($0.width, $0.height, $0.color) = (width, height, color)
      edit(&$0)
    }
  }

  @Test("only what a mask covers is drawn, as opaque as the mask is there")
  func masks() throws {
    let whole = try picture(box(80, 80)).count(Self.isRed)
    let circle = try picture(box(80, 80).masked(by: ViewNode(.shape(.circle)))).count(Self.isRed)
    #expect((0.75...0.8).contains(Double(circle) / Double(whole)), "\(circle) of \(whole)")
    var fading = ViewNode(.shape(.rectangle))
    fading.style.setEffect(\.fillGradient, to: Gradient([.rgb(0), .named(.clear)], direction: .right))
    let faded = try picture(box(80, 80).masked(by: fading))
    #expect(faded.count(Self.isRed) < whole / 2 && faded.count { $0.red > 240 && (100..<240).contains($0.green) } > whole / 4)
    let word = try picture(box(120, 60).masked(by: text("Hi") { $0.font = .custom(size: 30, weight: .heavy, design: nil) }))
    #expect((200..<1500).contains(word.count(Self.isRed)))
  }

  @Test("a mask is one on a redacted card too; only the bars of private views have none")
  func redactedMasks() throws {
    func bytes(_ view: ViewNode, isRedacted: Bool) throws -> [UInt8] {
      var request = request(view)
      request.isRedacted = isRedacted
      return try paint(request).bytes
    }
    var fading = ViewNode(.shape(.rectangle))
    fading.style.setEffect(\.fillGradient, to: Gradient([.rgb(0), .named(.clear)], direction: .right))
    for mask in [ViewNode(.shape(.circle)), fading, text("Hi")] {
      let masked = column(box(80, 80).masked(by: mask))
      #expect(try bytes(masked, isRedacted: true) == bytes(masked, isRedacted: false))
    }
    let hidden = view(.private, [text("1234").masked(by: ViewNode(.shape(.circle)))])
    #expect(try bytes(hidden, isRedacted: true) == bytes(view(.private, [text("1234")]), isRedacted: true))
  }

  @Test("text in front of an image in a zstack or an overlay contrasts with it", arguments: [ViewContent.zstack, .overlay])
  func textInFrontOfAnImage(_ content: ViewContent) throws {
    let dark = png(width: 2, height: 2, Array(repeating: [0x10, 0x20, 0x40, 255], count: 4).flatMap { $0 })
    var image = view(.image(.bytes(dark), mode: .fill)) { ($0.width, $0.height) = (120, 60) }
    let title = text("Title") { $0.font = .custom(size: 36, weight: .heavy, design: nil) }
    let plain = try picture(view(content, [image, title])).count { $0.red > 240 }
    image.style.setEffect(\.imageColors, to: Gradient(Array(repeating: .rgb(0x102040), count: 8)))
    #expect(try picture(view(content, [image, title])).count { $0.red > 240 } > plain + 50)
    let masked = view(content, [image.masked(by: ViewNode(.shape(.rectangle))), title])
    #expect(try picture(masked).count { $0.red > 240 } > plain + 50)
  }

  @Test("a masked link, text and heading don't end a PDF", arguments: [OutputFormat.pdf, .svg, .png])
  func maskedDocuments(_ format: OutputFormat) throws {
    let masked = column(text("Hi"), ViewNode(.link("Site", url: "https://example.com"))).masked(by: ViewNode(.shape(.capsule)))
    #expect(try paint(request(column(masked, text("after")), as: format)).bytes.count > 500)
  }

  @Test("dashes whose gaps the caps close are a plain line")
  func closedDashes() throws {
    func picture(_ dash: [Double], _ cap: LineCap) throws -> [UInt8] {
      var shape = view(.shape(.circle)) { ($0.width, $0.height) = (60, 60) }
      var style = StrokeStyle()
      (style.dash, style.cap) = (dash, cap)
      (shape.style.effects, shape.style.color) = (ViewEffects(), .rgb(0xFF0000))
      shape.style.setEffect(\.stroke, to: .rgb(0xFF0000))
      shape.style.setEffect(\.lineWidth, to: 8)
      shape.style.setEffect(\.strokeStyle, to: style)
      return try paint(request(shape)).bytes
    }
    #expect(try picture([2, 6], .round) == picture([], .round))
    #expect(try picture([2, 20], .round) != picture([], .round) && picture([2, 6], .butt) != picture([], .butt))
  }

  @Test("a card covered hundreds of times leaves out the last layers, so it doesn't hold up others")
  func layers() throws {
    func top(_ layers: Int) throws -> Int {
      let below = (0..<layers).map { _ in box(228, 200, .rgb(0)) }
      return try picture(view(.zstack, below + [box(228, 200)])).count(Self.isRed)
    }
    #expect(try top(60) > 40_000 && top(400) == 0)
  }

  @Test("a material blurs what's behind it and nothing else")
  func material() throws {
    // Stripes, whose colours mix where they're blurred.
    let colors: [Color] = [.rgb(0xFF0000), .rgb(0x0000FF)]
    let boxes: [ViewNode] = (0..<20).map { index in box(6, 60, colors[index % 2]) }
    let stripes = view(.hstack, boxes) { $0.spacing = 0 }
    let pane = view(.shape(.rectangle)) {
      ($0.width, $0.height, $0.color) = (60, 60, .named(.clear))
      $0.background = .translucent(.rgb(0xFFFFFF), opacity: 0)
      $0.setEffect(\.material, to: .thin)
    }
    func isMixed(_ pixel: (red: Int, green: Int, blue: Int)) -> Bool {
      (90..<170).contains(pixel.red) && pixel.green < 20 && (90..<170).contains(pixel.blue)
    }
    let plain = try picture(view(.zstack, [stripes]))
    let blurred = try picture(view(.zstack, [stripes, pane]))
    #expect(plain.count(isMixed) == 0)
    #expect((3400...3700).contains(blurred.count(isMixed)), "\(blurred.count(isMixed))")
  }

  @Test("a blurred background image has no hard edges inside and fills its frame")
  func blurredImage() throws {
    var checks: [UInt8] = []
    for index in 0..<16 * 16 { checks += (index / 8 + index / 128) % 2 == 0 ? [255, 0, 0, 255] : [0, 0, 255, 255] }
    let image = png(width: 16, height: 16, checks)
    func card(_ blur: Double?) throws -> Picture {
      try picture(
        view(.vstack) {
          ($0.width, $0.height, $0.background) = (80, 80, .rgb(0))
          $0.setEffect(\.backgroundImage, to: .bytes(image))
          $0.setEffect(\.backgroundBlur, to: blur)
        })
    }
    let (sharp, soft) = (try card(nil), try card(12))
    func isColored(_ pixel: (red: Int, green: Int, blue: Int)) -> Bool { pixel.green < 30 && pixel.red + pixel.blue > 200 }
    #expect(sharp.count(isColored) >= 6300 && soft.count(isColored) >= 6300)
    let isPurple: ((red: Int, green: Int, blue: Int)) -> Bool = { $0.green < 30 && (60..<195).contains($0.red) && $0.blue > 60 }
    #expect(
      sharp.count(isPurple) < 1500 && soft.count(isPurple) > 2 * sharp.count(isPurple),
      "\(sharp.count(isPurple)), \(soft.count(isPurple))")
  }

  @Test("an image for each appearance")
  func imagePair() throws {
    func image(_ pixel: [UInt8]) -> ImageSource { .bytes(png(width: 2, height: 2, pixel + pixel + pixel + pixel)) }
    let pair = ImageSource.pair(light: image([255, 0, 0, 255]), dark: image([0, 0, 255, 255]))
    let node = view(.image(pair, mode: .fill)) { ($0.width, $0.height) = (40, 40) }
    #expect(try picture(node, scheme: .light).count(Self.isRed) >= 1500)
    let dark = try picture(node, scheme: .dark)
    #expect(dark.count(Self.isRed) == 0 && dark.count { $0.blue > 200 && $0.red < 60 } >= 1500)
  }

  @Test("the colour an image is remembered by is that of its colourful part")
  func mainColor() throws {
    func color(_ parts: [([UInt8], Int)]) -> UInt32? {
      let pixels = parts.flatMap { pixel, count in (0..<count).flatMap { _ in pixel } }
      return DecodedImage(originalWidth: 100, originalHeight: 1, width: 100, height: 1, pixels: pixels)?.mainColor
    }
    #expect(color([([200, 30, 30, 255], 100)]) == 0xC81E1E)
    // Two thirds are grey.
    #expect(color([([200, 30, 30, 255], 34), ([240, 240, 240, 255], 66)]) == 0xC81E1E)
    #expect(color([([240, 240, 240, 255], 100)]) == 0xF0F0F0)
    #expect(color([([200, 30, 30, 0], 90), ([20, 30, 200, 255], 10)]) == 0x141EC8)
    #expect(color([([200, 30, 30, 0], 100)]) == nil)
  }

  @Test("the colours of an image from its top to its bottom; one with transparent parts has none")
  func bands() {
    func bands(_ alpha: UInt8) -> [UInt32]? {
      let pixels = (0..<16).flatMap { row in
        (0..<4).flatMap { _ in [row < 8 ? 255 : 0, 0, 0, row == 3 ? alpha : 255] as [UInt8] }
      }
      return DecodedImage(originalWidth: 4, originalHeight: 16, width: 4, height: 16, pixels: pixels)?.bands
    }
    #expect(bands(255) == Array(repeating: 0xFF0000, count: 4) + Array(repeating: 0, count: 4) && bands(9) == nil)
  }

  @Test("the rounded design has a face for light, regular, medium and bold")
  func rounded() throws {
    let weights: [FontWeight] = [.light, .regular, .medium, .bold]
    let ink = try weights.map { weight in
      let picture = try picture(
        text("Heavy") { ($0.font, $0.color) = (.custom(size: 60, weight: weight, design: .rounded), .rgb(0xFF0000)) })
      return picture.pixels.reduce(0) { $0 + max(0, $1.red - $1.green) }
    }
    for (lighter, heavier) in zip(ink, ink.dropFirst()) { #expect(Double(lighter) * 1.04 < Double(heavier), "\(ink)") }
  }

  @Test("the axis of a chart has the colour of its container, but not that of its only series")
  func axisColor() throws {
    func red(_ chart: Chart, _ own: Color?, _ outer: Color?) throws -> Int {
      let node = view(.chart(chart)) { ($0.height, $0.color) = (120, own) }
      return try picture(column(node) { $0.color = outer }).count(Self.isRed)
    }
    let one = Chart(.bar, [ChartSeries([0, 0], color: .named(.blue))], labels: ["A", "B"], maximum: 10)
    #expect(try red(one, nil, nil) == 0)
    #expect(try red(one, nil, .rgb(0xFF0000)) > 20)
    #expect(try red(one, .rgb(0xFF0000), nil) > 20)
    let plain = Chart(.bar, [ChartSeries([0, 0])], labels: ["A", "B"], maximum: 10)
    #expect(try red(plain, .rgb(0xFF0000), nil) == 0)
  }

  @Test("text on a gradient is light where that is dark, and dark where it's light")
  func textOnGradient() throws {
    func darkest(_ align: Alignment) throws -> (dark: Int, light: Int) {
      let gradient = Gradient([.rgb(0x0000FF), .rgb(0xFFFF00)], direction: .down)
      let node = view(.vstack, [text("HHHH") { $0.font = .style(.largeTitle) }]) {
        ($0.gradient, $0.background, $0.width, $0.height, $0.align) = (gradient, gradient.likeness, 220, 200, align)
      }
      let picture = try picture(node)
      return (
        picture.count { $0.red < 30 && $0.green < 30 && $0.blue < 30 },
        picture.count { $0.red > 230 && $0.green > 230 && $0.blue > 230 }
      )
    }
    let (top, bottom) = (try darkest(.top), try darkest(.bottom))
    #expect(top.light > bottom.light + 200 && bottom.dark > top.dark + 200)
  }

  private func ring(_ edit: (inout StrokeStyle) -> Void) -> ViewNode {
    var ring = view(.shape(.circle)) { ($0.width, $0.height) = (100, 100) }
    ring.style.setEffect(\.stroke, to: .rgb(0xFF0000))
    ring.style.setEffect(\.lineWidth, to: 10)
    var stroke = StrokeStyle()
    edit(&stroke)
    ring.style.setEffect(\.strokeStyle, to: stroke)
    return ring
  }

  @Test("a trimmed circle is a part of a ring, clockwise from the top")
  func trim() throws {
    let whole = try picture(ring { _ in }).count(Self.isRed)
    let quarter = try picture(
      ring {
        $0.trim = StrokeStyle.Trim(from: 0, to: 0.25)
        $0.cap = .butt
      })
    #expect(abs(Double(quarter.count(Self.isRed)) / Double(whole) - 0.25) < 0.02)
    // The quarter is at the upper right: 50 points wide and high, from the ring's middle.
    #expect(quarter.columns(Self.isRed).count <= 51 && quarter.rows(Self.isRed).count <= 51)
    let rest = try picture(ring { $0.trim = StrokeStyle.Trim(from: 0.25, to: 0) })
    #expect(rest.count(Self.isRed) > whole * 7 / 10 && rest.count(Self.isRed) < whole * 8 / 10 + 100)
  }

  @Test("dashes leave gaps, and round ends are longer than butt ones")
  func dashes() throws {
    let whole = try picture(ring { _ in }).count(Self.isRed)
    let butt = try picture(
      ring {
        $0.dash = [10, 10]
        $0.cap = .butt
      }
    ).count(Self.isRed)
    let round = try picture(ring { $0.dash = [10, 10] }).count(Self.isRed)
    #expect(abs(Double(butt) / Double(whole) - 0.5) < 0.06)
    #expect(round > butt + whole / 10)
  }

  @Test("a gradient along a ring goes from its start to its end; across, from side to side", arguments: [true, false])
  func strokeGradient(isAngular: Bool) throws {
    let picture = try picture(
      ring {
        $0.gradient = Gradient([.rgb(0xFF0000), .rgb(0x0000FF)], direction: .right)
        $0.isAngular = isAngular
        $0.trim = StrokeStyle.Trim(from: 0, to: 0.5)
      })
    let (red, blue) = (picture.rows(Self.isRed), picture.rows { $0.blue > 200 && $0.red < 100 && $0.green < 60 })
    #expect(!blue.isEmpty)
    if isAngular { #expect(!red.isEmpty && (red.max() ?? 0) < (blue.min() ?? 0)) }
  }

  @Test("a cropped image keeps its focus in view")
  func focus() throws {
    func mean(_ x: Double?) throws -> Double {
      var image = view(.image(.reference("gradient.png"), mode: .fill)) { ($0.width, $0.height) = (20, 80) }
      image.style.setEffect(\.focus, to: x.map { Size(width: $0, height: 0.5) })
      var request = request(image)
      request.resources = [RenderingRequest.Resource(src: "gradient.png", bytes: gradientPNG(width: 80, height: 80))]
      let picture = try Picture(request)
      let shown = picture.pixels.filter { $0.blue == 0x40 }
      return Double(shown.reduce(0) { $0 + $1.red }) / Double(max(1, shown.count))
    }
    // Red grows from left to right.
    let (left, middle, right) = (try mean(0), try mean(nil), try mean(1))
    #expect(left + 40 < middle && middle + 40 < right, "\(left) \(middle) \(right)")
  }

  @Test("a decorative view isn't in the text of an SVG")
  func decoration() throws {
    var stars = text("STARS")
    stars.style.setEffect(\.isDecorative, to: true)
    let svg = String(decoding: try paint(request(column(stars, text("WORDS")), as: .svg)).bytes, as: UTF8.self)
    #expect(svg.contains("WORDS") && !svg.contains("STARS"))
  }
}
