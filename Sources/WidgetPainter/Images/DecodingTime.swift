/// How long a rendering may spend decoding images. An image that takes longer becomes a placeholder; the rest is drawn.
final class DecodingTime {
  /// The limits for one image, and for all of a rendering's images together. The client waits for 10 seconds.
  static let perImage = Duration.seconds(2)
  static let total = Duration.seconds(5)

  private var remaining: Duration
  private let perImage: Duration
  private let now: () -> ContinuousClock.Instant

  init(
    perImage: Duration = DecodingTime.perImage, total: Duration = DecodingTime.total,
    now: @escaping () -> ContinuousClock.Instant = { .now }
  ) {
    self.perImage = perImage
    remaining = total
    self.now = now
  }

  /// Decodes one image within the limit.
  ///
  /// - Parameter decode: Receives a function telling whether time is up.
  func limit<Success, Failure: Error>(_ decode: (_ isOver: () -> Bool) throws(Failure) -> Success) throws(Failure) -> Success {
    let start = now()
    let deadline = start + min(perImage, remaining)
    defer { remaining -= min(remaining, now() - start) }
    return try decode { now() >= deadline }
  }
}
