import Synchronization

/// Whether images can be decoded: a painter tries each of them once.
public final class ImageCheck: Sendable {
  private static let maximumKnown = 256

  /// An image without its bytes. The hash has a random seed, so nobody can make two images with the same one.
  private struct Key: Hashable {
    let count: Int
    let hash: Int

    init(_ image: [UInt8]) {
      var hasher = Hasher()
      hasher.combine(image)
      (count, hash) = (image.count, hasher.finalize())
    }
  }

  private let painter: PainterProcess?
  private let known = Mutex<[Key: ImageProblem?]>([:])

  /// - Parameter painter: nil if it isn't installed. Then only headers are checked.
  public init(painter: PainterProcess?) { self.painter = painter }

  /// Why an image can't be shown; nil if it can. Blocks while the painter decodes it.
  public func problem(_ image: [UInt8]) -> ImageProblem? {
    let key = Key(image)
    if let known = known.withLock({ $0[key] }) { return known }
    guard let painter else { return nil }
    let problem: ImageProblem?
    do throws(PaintError) {
      _ = try painter.paint(.pixels(image))
      problem = nil
    } catch {
      switch error {
      case .image(let found): problem = found
      case .timeout: problem = .tooComplex
      case .died: problem = .damaged
      // It says nothing about the image, which is as safe as its header.
      case .badRequest, .tooLarge, .drawing, .cannotStart, .invalidReply: return nil
      }
    }
    known.withLock { known in
      if known.count >= Self.maximumKnown { known = [:] }
      known[key] = .some(problem)
    }
    return problem
  }

  /// Ends the painter.
  public func stop() { painter?.stop() }
}
