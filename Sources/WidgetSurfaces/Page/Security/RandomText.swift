import WidgetModel

/// Unguessable texts.
enum RandomText {
  /// 192 bits as URL-safe Base64 without padding: 32 characters.
  static func make() -> String {
    var generator = SystemRandomNumberGenerator()
    let bytes = (0..<24).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    return Base64.text(bytes, .urlSafe)
  }
}

extension String {
  /// Compares in a time that depends only on the lengths.
  func isEqualInConstantTime(to other: String) -> Bool {
    let (own, theirs) = (Array(utf8), Array(other.utf8))
    guard own.count == theirs.count else { return false }
    return zip(own, theirs).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
