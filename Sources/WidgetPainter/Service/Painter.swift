import CPango
import Synchronization
public import WidgetGraphics
import WidgetModel
import WidgetRendering

/// Draws renderings and terminal images in this process. ``PainterService`` is the program around it.
///
/// Equal requests give equal bytes, whatever was drawn before. Draws one rendering at a time; other threads wait.
public final class Painter: Sendable {
  private let tools = Mutex(Tools())

  public init() {}

  /// - Throws: `badRequest`, `tooLarge`, `image`, `drawing`. A view's image that can't be shown isn't an error.
  public func paint(_ request: PaintRequest) throws(PaintError) -> Rendering {
    switch request {
    case .rendering(let request):
      let result: Result<Rendering, PaintError> = tools.withLock { tools in
        do throws(PaintError) { return .success(try tools.draw(request)) } catch { return .failure(error) }
      }
      return try result.get()
    case .sheet(let request):
      let result: Result<Rendering, PaintError> = tools.withLock { tools in
        do throws(PaintError) { return .success(try tools.draw(request)) } catch { return .failure(error) }
      }
      return try result.get()
    case .terminalImage(let request):
      // Only one thread at a time uses gdk-pixbuf and chafa, too.
      let result: Result<Rendering, PaintError> = tools.withLock { _ in
        do throws(PaintError) { return .success(try TerminalImage(request).painted()) } catch { return .failure(error) }
      }
      return try result.get()
    case .pixels(let image):
      let result: Result<Rendering, PaintError> = tools.withLock { _ in
        do throws(PaintError) { return .success(try Self.decode(image)) } catch { return .failure(error) }
      }
      return try result.get()
    }
  }

  private static func decode(_ image: [UInt8]) throws(PaintError) -> Rendering {
    do throws(ImageProblem) {
      let side = Double(DecodedImage.mostPixelsPerSide)
      let pixels = try Pixels.decode(image).limited(width: side, height: side)
      return Rendering(bytes: pixels.bytes, width: Double(pixels.width), height: Double(pixels.height))
    } catch { throw .image(error) }
  }
}

/// Caches between requests: fonts, and the lines shaped with them.
struct Tools: ~Copyable {
  private struct ShaperKey: Hashable {
    var fonts: FontSet
    var scale: Double
  }

  private var shapers: [ShaperKey: TextShaper] = [:]
  private var fontMaps: [FontSet: UnsafeMutablePointer<PangoFontMap>] = [:]
  /// Those without any font.
  private var emptySets: Set<FontSet> = []

  mutating func draw(_ request: RenderingRequest) throws(PaintError) -> Rendering {
    try Self.check(request)
    if request.format == .html { return measure(request) }
    // SVG and PDF have no pixels; their text is measured at scale 1.
    let scale = request.format == .png ? request.scale : 1
    let shaper = shaper(request.fonts, scale: scale)
    let images = ImageResources(request.resources)
    let card = Self.card(request, shaper, images)
    let description = request.format == .png ? DocumentDescription(title: "", text: "") : Self.description(request)
    let bytes = try CanvasTarget.bytes(request.format, size: card.size, scale: scale, description) { canvas in
      Self.draw(card, request, shaper, images, request.format == .png ? scale : 3, on: canvas)
    }
    return Rendering(
      bytes: bytes, width: card.size.width, height: card.size.height, notes: images.notes, report: card.report,
      hasFonts: !emptySets.contains(request.fonts))
  }

  mutating func draw(_ request: SheetRequest) throws(PaintError) -> Rendering {
    guard request.rows.reduce(0, { $0 + $1.cells.count }) <= SheetRequest.mostCells else {
      throw .badRequest("more than \(SheetRequest.mostCells) cards on a sheet")
    }
    let scale = request.format == .png ? request.scale : 1
    for cell in request.rows.lazy.flatMap(\.cells) {
      var rendering = cell.rendering
      rendering.scale = request.scale
      try Self.check(rendering)
    }
    let shaper = shaper(request.fonts, scale: scale)
    let images = ImageResources(request.resources)
    let sheet = Sheet(request, shaper) { Self.card($0, shaper, images) }
    let name = request.rows.first?.cells.first?.rendering.snapshot.widget.name ?? ""
    let description = DocumentDescription(title: terminalSafe(name, limit: 200), text: "")
    // A sheet of high cards gets smaller instead of being refused.
    let shown = min(scale, CanvasTarget.largestScale(of: sheet.size))
    let bytes = try CanvasTarget.bytes(request.format, size: sheet.size, scale: shown, description) { canvas in
      SheetPainter(sheet: sheet, shaper: shaper).draw(on: canvas) { cell in
        Self.draw(cell.card, cell.request, shaper, images, request.format == .png ? shown : 3, on: canvas)
      }
    }
    return Rendering(
      bytes: bytes, width: sheet.size.width, height: sheet.size.height, notes: images.notes,
      hasFonts: !emptySets.contains(request.fonts))
  }

  /// Measures the texts of a page's card.
  private mutating func measure(_ request: RenderingRequest) -> Rendering {
    let shaper = shaper(request.fonts, scale: 1)
    let recorder = RecordingMeasurer(PangoMeasurer(shaper: shaper))
    let sizes = Dictionary(
      request.imageSizes.map { ($0.src, Size(width: $0.width, height: $0.height)) }, uniquingKeysWith: { first, _ in first })
    let card = CardLayout(
      request.card,
      request.layoutContext(recorder) { source in if case .reference(let src) = source { sizes[src] } else { nil } })
    var fonts = FontSubsets(shaper)
    fonts.add(card)
    return Rendering(
      bytes: CardMeasurements(texts: recorder.measurements, fonts: fonts.fonts()).encoded(), width: card.size.width,
      height: card.size.height)
  }

  /// The name, and the lines to read aloud.
  private static func description(_ request: RenderingRequest) -> DocumentDescription {
    let options = RenderingOptions(
      clock: request.clock.calendar, showsAge: request.showsAge, isStale: request.isStale, isRedacted: request.isRedacted,
      family: request.family)
    let spoken = String(
      decoding: SpokenFormat().render(request.snapshot, in: Size(width: request.width, height: 0), options: options),
      as: UTF8.self)
    let lines = spoken.split(separator: "\n").dropFirst()
    return DocumentDescription(title: terminalSafe(request.snapshot.widget.name, limit: 200), text: lines.joined(separator: "\n"))
  }

  static func card(_ request: RenderingRequest, _ shaper: TextShaper, _ images: ImageResources) -> CardLayout {
    let sizes = images.sizes
    return CardLayout(
      request.card,
      request.layoutContext(PangoMeasurer(shaper: shaper)) { source in
        if case .reference(let src) = source { sizes[src] } else { nil }
      })
  }

  static func draw(
    _ card: CardLayout, _ request: RenderingRequest, _ shaper: TextShaper, _ images: ImageResources, _ imageScale: Double,
    on canvas: Canvas
  ) {
    let views = ViewPainter(
      canvas: canvas, shaper: shaper, palette: Palette(scheme: request.colorScheme, theme: request.theme), images: images,
      imageScale: imageScale)
    CardPainter(views: views, card: card).draw()
  }

  static func check(_ request: RenderingRequest) throws(PaintError) {
    guard request.width.isFinite, (16...4096).contains(request.width) else {
      throw .badRequest("a width of \(request.width) points: must be from 16 to 4096")
    }
    if let height = request.height {
      guard height.isFinite, (16...8192).contains(height) else {
        throw .badRequest("a height of \(height) points: must be from 16 to 8192")
      }
    }
    guard request.scale.isFinite, (0.25...8).contains(request.scale) else {
      throw .badRequest("a scale of \(request.scale): must be from 0.25 to 8")
    }
  }

  mutating func shaper(_ fonts: FontSet, scale: Double) -> TextShaper {
    let key = ShaperKey(fonts: fonts, scale: scale)
    if let shaper = shapers[key] { return shaper }
    // Only a few scales are in use at a time.
    if shapers.count >= 6 { shapers.removeAll() }
    let shaper = TextShaper(fontMap: fontMap(fonts), scale: scale)
    shapers[key] = shaper
    return shaper
  }

  private mutating func fontMap(_ fonts: FontSet) -> UnsafeMutablePointer<PangoFontMap> {
    if let map = fontMaps[fonts] { return map }
    // Before the font map: without a current configuration Pango would load the default one.
    let configuration = FontConfiguration.make(fonts)
    if configuration.map({ FontConfiguration.isEmpty($0) }) != false { emptySets.insert(fonts) }
    // Never freed: there are at most two.
    let map: UnsafeMutablePointer<PangoFontMap> = pango_cairo_font_map_new_for_font_type(CAIRO_FONT_TYPE_FT)
    if let configuration {
      pango_fc_font_map_set_config(OpaquePointer(map), configuration)
      FcConfigDestroy(configuration)
    }
    fontMaps[fonts] = map
    return map
  }
}
