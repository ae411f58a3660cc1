import CPango
import WidgetGraphics
import WidgetModel
import WidgetRendering
import WidgetSystem

/// The output formats of a drawing.
enum CanvasTarget {
  /// The maximum pixels per side, and in total.
  static let mostPixelsPerSide = 16_384
  static let mostPixels = 32 << 20

  /// Draws and encodes. Equal drawings give equal bytes, whatever was drawn before.
  ///
  /// - Parameters:
  ///   - size: Points.
  ///   - scale: Pixels per point; PNG only.
  ///   - description: SVG and PDF only.
  static func bytes(
    _ format: OutputFormat, size: Size, scale: Double, _ description: DocumentDescription, _ draw: (Canvas) -> Void
  ) throws(PaintError) -> [UInt8] {
    switch format {
    case .png: try png(size, scale, draw)
    case .svg: try svg(size, description, draw)
    case .pdf: try document(size, description, draw) { cairo_pdf_surface_create_for_stream($0, $1, $2, $3) }.bytes
    case .text, .ansi, .html, .markdown, .spoken, .json, .waybar, .i3bar, .swaybar, .i3blocks, .polybar,
      .lemonbar, .genmon, .xbar, .swiftbar, .argos, .tmux, .plain, .plainJSON:
      throw .badRequest("the painter does not draw \(format.rawValue)")
    }
  }

  private static func svg(
    _ size: Size, _ description: DocumentDescription, _ draw: (Canvas) -> Void
  ) throws(PaintError) -> [UInt8] {
    let (bytes, layer) = try document(size, description, draw) { cairo_svg_surface_create_for_stream($0, $1, $2, $3) }
    let texts = layer ?? SVGTextLayer()
    return description.added(to: texts.added(to: SVGIdentifiers.renumbered(bytes)), role: texts.role)
  }

  private static func png(_ size: Size, _ scale: Double, _ draw: (Canvas) -> Void) throws(PaintError) -> [UInt8] {
    let width = pixels(size.width * scale)
    let height = pixels(size.height * scale)
    guard width <= mostPixelsPerSide, height <= mostPixelsPerSide, width * height <= mostPixels else {
      throw .tooLarge(width: width, height: height)
    }
    guard let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height)) else {
      throw .drawing("no surface")
    }
    defer { cairo_surface_destroy(surface) }
    try check(surface)
    draw(Canvas(surface: surface, scale: scale))
    cairo_surface_flush(surface)
    try check(surface)
    guard let data = cairo_image_surface_get_data(surface) else { throw .drawing("no memory") }
    return PNGWriter.bytes(data, width: width, height: height, stride: Int(cairo_image_surface_get_stride(surface)))
  }

  /// The largest scale at which a drawing stays within a PNG's pixel limit.
  static func largestScale(of size: Size) -> Double {
    let side = Double(mostPixelsPerSide - 1) / max(1, size.width, size.height)
    let area = (Double(mostPixels) / (max(1, size.width) * max(1, size.height))).squareRoot()
    return (min(side, area) * 100 - 1).rounded(.down) / 100
  }

  private static func pixels(_ length: Double) -> Int { Int(saturating: min(1e6, max(1, length.rounded(.up)))) }

  private typealias MakeSurface = (cairo_write_func_t?, UnsafeMutableRawPointer?, Double, Double) -> OpaquePointer?

  private static func document(
    _ size: Size, _ description: DocumentDescription, _ draw: (Canvas) -> Void, _ make: MakeSurface
  ) throws(PaintError) -> (bytes: [UInt8], layer: SVGTextLayer?) {
    let sink = ByteSink()
    let closure = Unmanaged.passUnretained(sink).toOpaque()
    let write: cairo_write_func_t = { closure, bytes, count in
      guard let closure, let bytes else { return CAIRO_STATUS_WRITE_ERROR }
      Unmanaged<ByteSink>.fromOpaque(closure).takeUnretainedValue().bytes
        .append(contentsOf: UnsafeBufferPointer(start: bytes, count: Int(count)))
      return CAIRO_STATUS_SUCCESS
    }
    guard let surface = make(write, closure, size.width, size.height) else { throw .drawing("no surface") }
    defer { cairo_surface_destroy(surface) }
    try check(surface)
    switch cairo_surface_get_type(surface) {
    case CAIRO_SURFACE_TYPE_PDF:
      cairo_pdf_surface_restrict_to_version(surface, CAIRO_PDF_VERSION_1_4)
      cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR, "luawidget")
      cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, description.title)
      if !description.text.isEmpty { cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_SUBJECT, description.text) }
      // The output doesn't contain the current time.
      cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, "2000-01-01T00:00:00Z")
    case CAIRO_SURFACE_TYPE_SVG: cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PX)
    default: break
    }
    let canvas = Canvas(surface: surface, scale: 1)
    draw(canvas)
    cairo_surface_finish(surface)
    try check(surface)
    return withExtendedLifetime(sink) { (sink.bytes, canvas.textLayer) }
  }

  private static func check(_ surface: OpaquePointer) throws(PaintError) {
    let status = cairo_surface_status(surface)
    guard status == CAIRO_STATUS_SUCCESS else { throw .drawing(String(cString: cairo_status_to_string(status))) }
  }
}

private final class ByteSink {
  var bytes: [UInt8] = []
}

/// Describes an SVG or a PDF, for search and for readers who can't see it.
struct DocumentDescription {
  var title: String
  /// The content as text.
  var text: String

  /// Adds a title, a description and a role to an SVG from Cairo.
  func added(to svg: [UInt8], role: String) -> [UInt8] {
    let start = Array("<svg".utf8)
    guard let open = svg.indices.first(where: { svg[$0...].starts(with: start) }),
      let close = svg[open...].firstIndex(of: UInt8(ascii: ">"))
    else { return svg }
    let head = " role=\"\(role)\" aria-labelledby=\"title description\">\n<title id=\"title\">\(Self.escaped(title))</title>\n"
    let description = text.isEmpty ? "" : "<desc id=\"description\">\(Self.escaped(text))</desc>"
    return svg[..<close] + Array((head + description).utf8) + svg[(close + 1)...]
  }

  static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
  }
}
