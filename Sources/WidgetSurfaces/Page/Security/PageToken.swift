import WidgetModel
import WidgetServices
import WidgetSystem

/// A token in a page's forms: only a page this server sent to this session has one.
///
/// It's a nonce and its authentication code for a session, so none is stored.
struct PageToken: Sendable {
  private let key: [UInt8]

  init() { key = Array(RandomText.make().utf8) }

  func make(for session: String) -> String {
    let nonce = RandomText.make()
    return nonce + "." + code(nonce, session)
  }

  func isValid(_ token: String, for session: String) -> Bool {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].utf8.count == 32 else { return false }
    return String(parts[1]).isEqualInConstantTime(to: code(String(parts[0]), session))
  }

  private func code(_ nonce: String, _ session: String) -> String {
    Base64.text(HMAC<SHA256>.code(for: Array("\(session) \(nonce)".utf8), key: key).bytes, .urlSafe)
  }
}

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
  /// Compares in a time depending only on the lengths.
  func isEqualInConstantTime(to other: String) -> Bool {
    let (own, theirs) = (Array(utf8), Array(other.utf8))
    guard own.count == theirs.count else { return false }
    return zip(own, theirs).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
