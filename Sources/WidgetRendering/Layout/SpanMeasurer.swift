import WidgetModel

/// The fonts of a text's spans, where they differ from the text's own.
public struct SpanFonts: Sendable, Equatable {
  /// The size of the text's own font, in points.
  let size: Double
  let fonts: [ResolvedFont]

  /// - Returns: nil if every span has the text's own font, and for long texts.
  init?(_ node: ViewNode, in style: ResolvedStyle, textSize: TextSize) {
    guard !node.spans.isEmpty, let spans = node.styledText, spans.contains(where: \.hasFont) else { return nil }
    // Every measurement searches the text.
    guard spans.reduce(0, { $0 + $1.text.utf8.count }) <= Self.longestText else { return nil }
    // Right-to-left lines are drawn in one style.
    guard !spans.contains(where: { TextDirection.isRightToLeft($0.text[...]) }) else { return nil }
    fonts = spans.map { $0.hasFont ? style.inherited(by: $0.style, textSize: textSize).font : style.font }
    guard fonts.contains(where: { $0 != style.font }) else { return nil }
    size = style.font.size
  }

  /// Bytes.
  private static let longestText = 1000

  /// A span's font in a text drawn in `own`, which may be smaller than the text's usual font.
  ///
  /// - Parameter span: nil for what layout inserted.
  func font(of span: Int?, in own: ResolvedFont) -> ResolvedFont {
    guard let span, fonts.indices.contains(span) else { return own }
    var font = fonts[span]
    if own.size != size, size > 0 { font.size = max(1, font.size * own.size / size) }
    return font
  }
}

extension TextSpan {
  fileprivate var hasFont: Bool { font != nil || weight != nil || italic != nil || monospaced != nil }
}

/// Measures the lines of a text whose spans have their own fonts.
///
/// Layout measures parts of the text without saying where they are. A part occurring more than once is measured where it's widest.
struct SpanMeasurer: TextMeasurer {
  private let base: any TextMeasurer
  private let fonts: SpanFonts
  /// The text in UTF-8, and the span of each byte; -1 for what's in no span.
  private let bytes: [UInt8]
  private let owners: [Int]
  private let used: [Int?]
  /// Counts what's compared; nil outside a layout. A layout has one thread.
  private nonisolated(unsafe) let work: MeasuringWork?

  /// - Parameter text: The spans' text, safe to draw.
  init(_ base: any TextMeasurer, _ fonts: SpanFonts, text: String, spans: [TextSpan], _ work: MeasuringWork? = nil) {
    (self.base, self.work) = (base, work)
    self.fonts = fonts
    var bytes: [UInt8] = []
    var owners: [Int] = []
    var runs = StyledRuns(spans)
    for run in runs.indexedRuns(of: text) {
      bytes += run.text.utf8
      owners += Array(repeating: run.span ?? -1, count: run.text.utf8.count)
    }
    self.bytes = bytes
    self.owners = owners
    used = Set(owners).sorted().map { $0 < 0 ? nil : $0 }
  }

  var scalesText: Bool { base.scalesText }

  func measureSymbol(_ symbol: String, font: ResolvedFont) -> TextExtent { base.measureSymbol(symbol, font: font) }

  /// The height is that of a line with the largest font.
  func measure(_ text: String, font: ResolvedFont) -> TextExtent {
    var extent = Self.line(used.map { base.measure("x", font: fonts.font(of: $0, in: font)) })
    extent.width = width(Array(text.utf8)[...], font)
    return extent
  }

  /// The size of a line made of runs.
  func extent(of runs: [(text: String, span: Int?)], font: ResolvedFont) -> TextExtent {
    let parts = runs.map { base.measure($0.text, font: fonts.font(of: $0.span, in: font)) }
    guard !parts.isEmpty else { return base.measure("", font: font) }
    var extent = Self.line(parts)
    extent.width = parts.reduce(0) { $0 + $1.width }
    return extent
  }

  /// The height and ascent of a line of parts with the same baseline.
  private static func line(_ parts: [TextExtent]) -> TextExtent {
    let ascent = parts.map(\.ascent).max() ?? 0
    let descent = parts.map { $0.height - $0.ascent }.max() ?? 0
    return TextExtent(width: 0, height: ascent + descent, ascent: ascent)
  }

  private func width(_ text: ArraySlice<UInt8>, _ font: ResolvedFont) -> Double {
    var rest = text
    var width = 0.0
    while let first = rest.first {
      let (length, own) = widestMatch(rest, font)
      if length > 0 {
        width += own
        rest = rest.dropFirst(length)
      } else {
        // A hyphen or an ellipsis.
        let scalar = rest.prefix(first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4)
        width += base.measure(String(decoding: scalar, as: UTF8.self), font: font).width
        rest = rest.dropFirst(scalar.count)
      }
    }
    return width
  }

  /// The longest start of a text found in this one, and its width.
  private func widestMatch(_ text: ArraySlice<UInt8>, _ font: ResolvedFont) -> (length: Int, width: Double) {
    var compared = bytes.count
    defer { work?.add(bytes: compared / Self.comparedOfOne) }
    var longest = 0
    var starts: [Int] = []
    for start in bytes.indices where bytes[start] == text[text.startIndex] {
      var length = 0
      while length < text.count, start + length < bytes.count, bytes[start + length] == text[text.startIndex + length] {
        length += 1
      }
      compared += length
      // Only whole characters.
      while length > 0, length < text.count, text[text.startIndex + length] & 0xC0 == 0x80 { length -= 1 }
      if length > longest { (longest, starts) = (length, []) }
      if length == longest, length > 0, starts.count < 16 { starts.append(start) }
    }
    return (longest, starts.map { width(of: $0..<($0 + longest), font) }.max() ?? 0)
  }

  /// Comparing this many bytes costs as much as reading one of a text.
  private static let comparedOfOne = 64

  private func width(of range: Range<Int>, _ font: ResolvedFont) -> Double {
    var width = 0.0
    var start = range.lowerBound
    while start < range.upperBound {
      var end = start + 1
      while end < range.upperBound, owners[end] == owners[start] { end += 1 }
      let text = String(decoding: bytes[start..<end], as: UTF8.self)
      width += base.measure(text, font: fonts.font(of: owners[start] < 0 ? nil : owners[start], in: font)).width
      start = end
    }
    return width
  }
}
