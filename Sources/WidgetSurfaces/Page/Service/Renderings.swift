package import WidgetGraphics
import WidgetSystem

/// Draws renderings one after the other, on threads that can block, and keeps the newest ones.
package actor Renderings {
  package enum Failure: Error { case busy, missing, paint(PaintError) }

  private static let maximumWaiting = 32
  private static let cacheBytes = 32 << 20

  private let painter: PainterProcess?
  private var waiting = 0
  private var last: Task<Void, Never>?
  private var cache: [(key: String, bytes: [UInt8])] = []

  /// - Parameter painter: nil if it isn't installed.
  package init(painter: PainterProcess?) { self.painter = painter }

  /// - Parameter key: Equal for equal renderings.
  func rendering(_ request: RenderingRequest, key: String) async throws(Failure) -> [UInt8] {
    if let known = known(key) { return known }
    guard let painter else { throw .missing }
    guard waiting < Self.maximumWaiting else { throw .busy }
    waiting += 1
    defer { waiting -= 1 }
    let previous = last
    let task = Task { () -> Result<[UInt8], PaintError> in
      await previous?.value
      return await withCheckedContinuation { continuation in
        let work: @Sendable () -> Void = {
          do throws(PaintError) {
            continuation.resume(returning: .success(try painter.paint(.rendering(request)).bytes))
          } catch {
            continuation.resume(returning: .failure(error))
          }
        }
        do { try DetachedThread.start(stackBytes: 512 << 10, work) } catch {
          continuation.resume(returning: .failure(.cannotStart(path: "luawidget-painter", reason: "\(error)")))
        }
      }
    }
    last = Task { _ = await task.value }
    switch await task.value {
    case .success(let bytes):
      keep(key, bytes)
      return bytes
    case .failure(let error): throw .paint(error)
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
