import CChafa
import CPango
import WidgetGraphics
import WidgetModel

/// Encodes an image for a terminal.
struct TerminalImage {
  let request: TerminalImageRequest
  let pixels: Pixels
  /// The cells filled by the image, keeping its aspect ratio.
  let columns: Int
  let rows: Int

  init(_ request: TerminalImageRequest) throws(PaintError) {
    guard (1...256).contains(request.columns), (1...256).contains(request.rows) else {
      throw .badRequest("\(request.columns) x \(request.rows) cells: both must be from 1 to 256")
    }
    guard (1...64).contains(request.cellWidth), (1...128).contains(request.cellHeight) else {
      throw .badRequest("cells of \(request.cellWidth) x \(request.cellHeight) pixels: must be at most 64 x 128")
    }
    guard (1...0xFFFFFF).contains(request.imageID) else { throw .badRequest("an image_id of \(request.imageID)") }
    self.request = request
    let space = Size(
      width: Double(request.columns * request.cellWidth), height: Double(request.rows * request.cellHeight))
    var own: Pixels
    do { own = try Pixels.decode(request.image) } catch { throw .image(error) }
    if request.fills { own = own.cropped(toRatio: space.width / space.height) }
    let factor = min(space.width / Double(own.width), space.height / Double(own.height))
    func cells(_ length: Int, _ cell: Int, _ most: Int) -> Int {
      min(most, max(1, Int(saturating: (Double(length) * factor / Double(cell)).rounded(.up))))
    }
    columns = cells(own.width, request.cellWidth, request.columns)
    rows = cells(own.height, request.cellHeight, request.rows)
    pixels = own.fitted(width: space.width, height: space.height)
  }

  func painted() throws(PaintError) -> Rendering {
    let bytes =
      switch request.graphics {
      case .kitty:
        KittyImage(
          png: try png(), id: request.imageID, columns: columns, rows: rows, usesPlaceholders: request.usesPlaceholders
        ).bytes
      case .iterm2: ITerm2Image(png: try png(), columns: columns, rows: rows).bytes
      case .sixel, .blocks: try Chafa(self).bytes()
      }
    return Rendering(bytes: bytes, width: Double(columns), height: Double(rows))
  }
}

extension TerminalImage {
  private func png() throws(PaintError) -> [UInt8] {
    guard let png = pixels.png() else { throw .drawing("no memory") }
    return png
  }
}

/// Sixels and blocks, made by chafa.
private struct Chafa {
  let image: TerminalImage

  init(_ image: TerminalImage) { self.image = image }

  func bytes() throws(PaintError) -> [UInt8] {
    guard let terminal = chafa_term_info_new(), let config = chafa_canvas_config_new() else { throw .drawing("no memory") }
    defer {
      chafa_term_info_unref(terminal)
      chafa_canvas_config_unref(config)
    }
    for (sequence, text) in Self.sequences { chafa_term_info_set_seq(terminal, sequence, text, nil) }
    let request = image.request
    chafa_canvas_config_set_geometry(config, Int32(image.columns), Int32(image.rows))
    chafa_canvas_config_set_cell_geometry(config, Int32(request.cellWidth), Int32(request.cellHeight))
    chafa_canvas_config_set_canvas_mode(config, CHAFA_CANVAS_MODE_TRUECOLOR)
    chafa_canvas_config_set_pixel_mode(config, mode)
    // Half and quarter blocks, found in every terminal font.
    let symbols = chafa_symbol_map_new()
    defer { chafa_symbol_map_unref(symbols) }
    chafa_symbol_map_add_by_tags(symbols, ChafaSymbolTags(rawValue: tags))
    chafa_canvas_config_set_symbol_map(config, symbols)
    guard let canvas = chafa_canvas_new(config) else { throw .drawing("no canvas") }
    defer { chafa_canvas_unref(canvas) }

    var data = [UInt8](repeating: 0, count: image.pixels.width * image.pixels.height * 4)
    let width = image.pixels.width
    image.pixels.forEach { x, y, pixel in
      let index = (y * width + x) * 4
      (data[index], data[index + 1], data[index + 2], data[index + 3]) = pixel
    }
    chafa_canvas_draw_all_pixels(
      canvas, CHAFA_PIXEL_RGBA8_UNASSOCIATED, data, Int32(width), Int32(image.pixels.height), Int32(width * 4))
    guard let text = chafa_canvas_print(canvas, terminal) else { throw .drawing("nothing printed") }
    defer { g_string_free(text, 1) }
    let length = Int(text.pointee.len)
    guard let start = text.pointee.str else { return [] }
    return Array(UnsafeRawBufferPointer(start: start, count: length))
  }

  private var mode: ChafaPixelMode {
    image.request.graphics == .sixel ? CHAFA_PIXEL_MODE_SIXELS : CHAFA_PIXEL_MODE_SYMBOLS
  }

  private var tags: Int32 {
    CHAFA_SYMBOL_TAG_SPACE.rawValue | CHAFA_SYMBOL_TAG_SOLID.rawValue | CHAFA_SYMBOL_TAG_HALF.rawValue
      | CHAFA_SYMBOL_TAG_QUAD.rawValue
  }

  /// The sequences to use, because chafa would choose them by environment variables a painter doesn't have.
  private static let sequences: [(ChafaTermSeq, String)] = [
    (CHAFA_TERM_SEQ_RESET_ATTRIBUTES, "\u{1B}[0m"),
    (CHAFA_TERM_SEQ_INVERT_COLORS, "\u{1B}[7m"),
    (CHAFA_TERM_SEQ_SET_COLOR_FG_DIRECT, "\u{1B}[38;2;%1;%2;%3m"),
    (CHAFA_TERM_SEQ_SET_COLOR_BG_DIRECT, "\u{1B}[48;2;%1;%2;%3m"),
    (CHAFA_TERM_SEQ_SET_COLOR_FGBG_DIRECT, "\u{1B}[38;2;%1;%2;%3;48;2;%4;%5;%6m"),
    (CHAFA_TERM_SEQ_BEGIN_SIXELS, "\u{1B}P%1;%2;%3q"),
    (CHAFA_TERM_SEQ_END_SIXELS, "\u{1B}\\"),
  ]
}
