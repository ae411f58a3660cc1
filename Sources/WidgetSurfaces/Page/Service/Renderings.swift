package import WidgetGraphics
import WidgetModel

/// Draws renderings one after the other, widgets taking turns, and keeps the newest images.
package actor Renderings {
  package enum Failure: Error { case busy, missing, noThread, paint(PaintError) }

  private static let cacheBytes = 32 << 20

  private let painter: PainterProcess?
  private let painting = WorkLine()
  /// Its own line, so a page's images don't wait for renderings that nobody looks at.
  private let checking = WorkLine()
  private let check: ImageCheck
  /// Its own line: a painter may take ten seconds.
  private let writing = WorkLine()
  private var cache: [(key: String, bytes: [UInt8])] = []

  /// - Parameter painter: nil if it isn't installed.
  package init(painter: PainterProcess?) {
    self.painter = painter
    check = ImageCheck(painter: painter)
  }

  /// An image.
  ///
  /// - Parameter key: Equal for equal renderings.
  func rendering(_ request: RenderingRequest, key: String) async throws(Failure) -> [UInt8] {
    if let known = known(key) { return known }
    guard let painter else { throw .missing }
    let result = try await Self.run(on: painting, for: request.snapshot.widget.instance) { () -> Result<[UInt8], PaintError> in
      do throws(PaintError) { return .success(try painter.paint(.rendering(request)).bytes) } catch { return .failure(error) }
    }
    switch result {
    case .success(let bytes):
      keep(key, bytes)
      return bytes
    case .failure(let error): throw .paint(error)
    }
  }

  /// A snapshot with its images for a page, without those that can't be shown.
  func embedded(_ files: [String: [UInt8]], in snapshot: Snapshot, isPlaced: Bool) async -> Snapshot {
    let check = check
    let work = { @Sendable () -> Snapshot in
      var images = EmbeddedImages(files: files, isRedacted: false, isPlaced: isPlaced, check: check.problem)
      return images.embedded(in: snapshot)
    }
    // Without their bytes, images have their alternative text.
    return (try? await Self.run(on: checking, for: snapshot.widget.instance, work)) ?? snapshot
  }

  /// A drawing that this program makes itself.
  nonisolated func text(of widget: String, _ draw: @escaping @Sendable () -> [UInt8]) async throws(Failure) -> [UInt8] {
    try await Self.run(on: writing, for: widget, draw)
  }

  private static func run<Value: Sendable>(
    on line: WorkLine, for widget: String, _ work: @escaping @Sendable () -> Value
  ) async throws(Failure) -> Value {
    do throws(WorkLine.Failure) { return try await line.run(for: widget, work) } catch {
      switch error {
      case .busy: throw .busy
      case .system: throw .noThread
      }
    }
  }

  private func known(_ key: String) -> [UInt8]? {
    guard let index = cache.firstIndex(where: { $0.key == key }) else { return nil }
    let entry = cache.remove(at: index)
    cache.append(entry)
    return entry.bytes
  }

  private func keep(_ key: String, _ bytes: [UInt8]) {
    cache.append((key, bytes))
    var size = cache.reduce(0) { $0 + $1.bytes.count }
    while size > Self.cacheBytes, !cache.isEmpty { size -= cache.removeFirst().bytes.count }
  }
}
