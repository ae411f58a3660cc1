import WidgetServices
import WidgetSystem

/// The bytes a stream may send: nobody can read more, and the broker would keep it.
struct StreamAllowance {
  /// Bytes at once, and every second from then on.
  static let bytes = 4 << 20
  static let bytesPerSecond = 256.0 * 1024

  private var left = Double(Self.bytes)
  private var time = BootTime.now()

  /// Takes a part of the stream off the allowance.
  mutating func take(_ count: Int) throws(FetchError.Reason) {
    let now = BootTime.now()
    // A part costs more than its bytes.
    left = min(Double(Self.bytes), left + (now - time) * Self.bytesPerSecond) - Double(count) - 256
    time = now
    guard left > 0 else { throw .tooManyFrames }
  }
}
