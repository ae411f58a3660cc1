package import WidgetGraphics
import WidgetModel
import WidgetRendering
import WidgetServices
import WidgetSystem

/// The layouts of cards with a fixed size: a painter measures their texts once, and this program lays them out.
///
/// The painter is another process than the one that draws images, and decodes none, so no image can have taken it over.
package actor PageLayouts {
  private static let cacheBytes = 16 << 20
  /// Seconds without another attempt after a widget's failure: the browser lays its cards out meanwhile.
  private static let pause = 30.0

  private struct Entry {
    var key: [UInt8]
    var measurements: CardMeasurements
  }

  private let painter: PainterProcess?
  nonisolated let patience: Double
  private let measuring = WorkLine(places: PainterProcess.count)
  /// Its own line, so that cards whose texts are known don't wait for a painter.
  private let placing = WorkLine(places: PainterProcess.count)
  private var cache: [Entry] = []
  /// The fonts of the cached cards by name: most cards have the same ones.
  private var fonts: [String: [UInt8]] = [:]
  /// The end of each widget's pause, on the monotonic clock.
  private var pausedUntil: [String: Double] = [:]
  private static let mostPauses = 256

  /// - Parameters:
  ///   - painter: nil if it isn't installed.
  ///   - patience: Seconds a page waits for its cards' measurements.
  package init(painter: PainterProcess?, patience: Double = PainterProcess.patience / 5) {
    self.painter = painter
    self.patience = patience
  }

  /// A card's layout; nil lets the browser lay it out.
  ///
  /// - Parameters:
  ///   - isEmbedding: Whether the page has the fonts in it, instead of loading them from here.
  ///   - deadline: When the page is needed, on the monotonic clock; by default once this card has had its time.
  func card(_ request: RenderingRequest, isEmbedding: Bool = false, until deadline: Double = .infinity) async -> PlacedCard? {
    let left = deadline - MonotonicTime.now()
    guard let painter, left > 0 else { return nil }
    let key = Self.key(request)
    let widget = request.snapshot.widget.instance
    if let known = known(key), let layout = await layout(request, known.texts, of: widget) {
      return PlacedCard(layout: layout, fonts: known.fonts, fontFolder: isEmbedding ? nil : Route.fonts)
    }
    guard MonotonicTime.now() >= pausedUntil[widget, default: 0] else { return nil }
    let patience = min(patience, left)
    // Too many are waiting: the browser lays out this one.
    guard
      let result = try? await measuring.run(
        for: widget,
        {
          Result { () throws(PaintError) in try painter.measurements(of: request, within: patience) }
        })
    else { return nil }
    guard case .success(let measurements) = result, let layout = await layout(request, measurements.texts, of: widget) else {
      // Other cards may have taken the time.
      if patience < self.patience / 2 { return nil }
      if pausedUntil.count >= Self.mostPauses { pausedUntil = [:] }
      pausedUntil[widget] = MonotonicTime.now() + Self.pause
      return nil
    }
    let kept = keep(key, measurements)
    return PlacedCard(layout: layout, fonts: kept.fonts, fontFolder: isEmbedding ? nil : Route.fonts)
  }

  /// On a thread of its own: requests and other cards don't wait for a view that's much work.
  private func layout(_ request: RenderingRequest, _ texts: TextMeasurements, of widget: String) async -> CardLayout? {
    try? await placing.run(for: widget) { try? request.layout(texts) }
  }

  /// A font's file, while a cached card uses it.
  func font(_ name: String) -> [UInt8]? { fonts[name] }

  /// Equal for cards with the same layout. The time matters only where the card shows it.
  private static func key(_ request: RenderingRequest) -> [UInt8] {
    var timeless = request.measuring
    timeless.clock = PaintClock(now: 0)
    let dates = request.snapshot.view?.dateTexts(request.clock.calendar).joined(separator: "\n") ?? ""
    let age = request.snapshot.failure == nil && !request.isStale ? "" : "\(Int(saturating: request.clock.now / 60))"
    return SHA256.hash(PaintRequest.rendering(timeless).encoded() + Array((dates + "\n" + age).utf8)).bytes
  }

  private func known(_ key: [UInt8]) -> CardMeasurements? {
    guard let index = cache.firstIndex(where: { $0.key == key }) else { return nil }
    let entry = cache.remove(at: index)
    cache.append(entry)
    return entry.measurements
  }

  private func keep(_ key: [UInt8], _ new: CardMeasurements) -> CardMeasurements {
    var measurements = new
    for index in measurements.fonts.indices {
      let name = measurements.fonts[index].name
      // One array for all cards.
      if let known = fonts[name] {
        measurements.fonts[index].bytes = known
      } else {
        fonts[name] = measurements.fonts[index].bytes
      }
    }
    cache.append(Entry(key: key, measurements: measurements))
    func size() -> Int { fonts.reduce(0) { $0 + $1.value.count } + cache.reduce(0) { $0 + $1.measurements.texts.count * 64 } }
    while size() > Self.cacheBytes, cache.count > 1 {
      cache.removeFirst()
      let used = Set(cache.flatMap { $0.measurements.fonts.map(\.name) })
      fonts = fonts.filter { used.contains($0.key) }
    }
    return measurements
  }
}
