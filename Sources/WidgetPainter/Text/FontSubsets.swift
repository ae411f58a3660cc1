import CPango
import WidgetModel
import WidgetRendering

/// The fonts a card is drawn with, reduced to its letters, for a page.
struct FontSubsets {
  private struct Key: Hashable {
    var file: String
    var index: Int32
  }

  private struct Face {
    /// Retained by the font map, which is never freed.
    var face: OpaquePointer
    var order: Int
    var uses: Set<PageFont.Use> = []
    var letters: Set<UInt32>
  }

  private let shaper: TextShaper
  private var faces: [Key: Face] = [:]
  private var seen: Set<PlacedText> = []

  init(_ shaper: TextShaper) { self.shaper = shaper }

  /// Adds a card's texts.
  mutating func add(_ card: CardLayout) {
    for text in card.texts where seen.insert(text).inserted {
      shaper.forEachRun(of: text.text, font: text.font) { add($0, $1, text.font) }
    }
  }

  private mutating func add(_ font: UnsafeMutablePointer<PangoFont>, _ letters: [Unicode.Scalar], _ wanted: ResolvedFont) {
    guard let pattern = pango_fc_font_get_pattern(UnsafeMutableRawPointer(font).assumingMemoryBound(to: PangoFcFont.self)),
      let shapes = pango_font_get_hb_font(font),
      let face = hb_font_get_face(shapes)
    else { return }
    var file: UnsafeMutablePointer<FcChar8>?
    guard FcPatternGetString(pattern, FC_FILE, 0, &file) == FcResultMatch, let file else { return }
    var index: Int32 = 0
    FcPatternGetInteger(pattern, FC_INDEX, 0, &index)
    let key = Key(file: String(cString: UnsafePointer(file)), index: index)
    if faces[key] == nil {
      let order = order(of: pattern, wanted)
      // The letters of updates the browser makes, such as those of a timer.
      faces[key] = Face(face: face, order: order, letters: order == 0 ? Set(UInt32(0x20)...0x7E) : [])
    }
    faces[key]?.uses.insert(PageFont.Use(wanted))
    faces[key]?.letters.formUnion(letters.map(\.value))
  }

  /// The family's place among those the design takes letters from.
  private func order(of pattern: OpaquePointer, _ font: ResolvedFont) -> Int {
    let wanted = TextShaper.families(font).split(separator: ",").map(String.init)
    var index: Int32 = 0
    var family: UnsafeMutablePointer<FcChar8>?
    while FcPatternGetString(pattern, FC_FAMILY, index, &family) == FcResultMatch, let name = family {
      if let order = wanted.firstIndex(of: String(cString: UnsafePointer(name))) { return order }
      index += 1
    }
    return wanted.count
  }

  /// The subsets; faces that can't be reduced are left out, and the reader's fonts are used for their letters.
  func fonts() -> [PageFont] {
    faces.sorted { ($0.value.order, $0.key.file, $0.key.index) < ($1.value.order, $1.key.file, $1.key.index) }
      .compactMap { _, face in
        let uses = face.uses.sorted {
          ($0.design.rawValue, $0.isDisplay ? 1 : 0, $0.weight, $0.isItalic ? 1 : 0)
            < ($1.design.rawValue, $1.isDisplay ? 1 : 0, $1.weight, $1.isItalic ? 1 : 0)
        }
        return Self.subset(face.face, face.letters).map { PageFont(bytes: $0, order: face.order, uses: uses) }
      }
  }

  private static func subset(_ face: OpaquePointer, _ letters: Set<UInt32>) -> [UInt8]? {
    guard let input = hb_subset_input_create_or_fail() else { return nil }
    defer { hb_subset_input_destroy(input) }
    hb_subset_input_set_flags(input, HB_SUBSET_FLAGS_NO_HINTING.rawValue)
    let wanted = hb_subset_input_unicode_set(input)
    for letter in letters { hb_set_add(wanted, letter) }
    // Digits of equal width.
    hb_set_add(hb_subset_input_set(input, HB_SUBSET_SETS_LAYOUT_FEATURE_TAG), hb_tag_from_string("tnum", 4))
    guard let subset = hb_subset_or_fail(face, input) else { return nil }
    defer { hb_face_destroy(subset) }
    guard let blob = hb_face_reference_blob(subset) else { return nil }
    defer { hb_blob_destroy(blob) }
    var length: UInt32 = 0
    guard let data = hb_blob_get_data(blob, &length), length > 0 else { return nil }
    return data.withMemoryRebound(to: UInt8.self, capacity: Int(length)) {
      Array(UnsafeBufferPointer(start: $0, count: Int(length)))
    }
  }
}
