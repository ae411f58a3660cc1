package import WidgetModel
package import WidgetRendering

/// The layout of a request's card, which the painter and the program asking it compute alike.
extension RenderingRequest {
  package var card: CardRequest {
    var card = CardRequest(
      snapshot, width: width, height: height, family: family, textSize: textSize, displayMode: displayMode,
      isRedacted: isRedacted, isStale: isStale, showsAge: showsAge)
    card.theme = theme
    return card
  }

  /// - Parameter imageSize: An image's size in points, if it's known.
  package func layoutContext(
    _ measurer: any TextMeasurer, imageSize: @escaping @Sendable (ImageSource) -> Size?
  ) -> LayoutContext {
    LayoutContext(
      measurer: measurer, metrics: .points, textSize: textSize, clock: clock.calendar, isRedacted: isRedacted,
      imageSize: imageSize)
  }

  /// The request to measure this card's texts for a page. It has sizes instead of images, so the painter decodes nothing.
  package var measuring: RenderingRequest {
    var request = self
    request.format = .html
    let files = Dictionary(resources.map { ($0.src, $0.bytes) }, uniquingKeysWith: { first, _ in first })
    request.resources = []
    request.imageSizes = []
    var count = 0
    request.snapshot.view?.visitImages { source in
      let size: Size?
      let src: String
      switch source {
      case .reference(let name): (src, size) = (name, files[name].flatMap(Self.size))
      case .bytes(let bytes):
        (src, size) = ("bytes:\(count)", Self.size(bytes))
        count += 1
        source = .reference(src)
      case .pair: return
      }
      guard let size, !request.imageSizes.contains(where: { $0.src == src }) else { return }
      request.imageSizes.append(ImageSize(src: src, width: size.width, height: size.height))
    }
    return request
  }

  /// The card's layout with the painter's measurements.
  ///
  /// - Throws: `invalidReply` if the measurements are those of another layout.
  package func layout(_ measurements: TextMeasurements) throws(PaintError) -> CardLayout {
    let files = Dictionary(resources.map { ($0.src, $0.bytes) }, uniquingKeysWith: { first, _ in first })
    let measurer = RecordedMeasurer(measurements)
    let layout = CardLayout(
      card,
      layoutContext(measurer) { source in
        switch source {
        case .reference(let name): files[name].flatMap(Self.size)
        case .bytes(let bytes): Self.size(bytes)
        case .pair: nil
        }
      })
    guard !measurer.isIncomplete else { throw .invalidReply("the measurements of another layout") }
    return layout
  }

  /// A pixel is a point.
  private static func size(_ image: [UInt8]) -> Size? {
    (try? ImageHeader(image)).map { Size(width: Double($0.width), height: Double($0.height)) }
  }
}

extension PaintClock {
  /// The clock of a layout.
  package var calendar: CalendarClock {
    let others = Dictionary(otherOffsets.map { ($0.date, $0.utcOffset) }, uniquingKeysWith: { first, _ in first })
    let own = utcOffset
    return CalendarClock(
      now: now, dates: texts.isEmpty ? nil : RequestedDates(texts), words: HostWords(locale: locale),
      utcOffset: { others[$0] ?? own })
  }
}

/// The texts of dates, from a request.
private struct RequestedDates: LocalDates {
  private struct Key: Hashable {
    var date: Double
    var style: DateStyle
  }

  private let texts: [Key: String]

  init(_ texts: [PaintClock.Text]) {
    self.texts = Dictionary(texts.map { (Key(date: $0.date, style: $0.style), $0.text) }, uniquingKeysWith: { first, _ in first })
  }

  func text(_ moment: Double, style: DateStyle, now: Double) -> String? { texts[Key(date: moment, style: style)] }
}
