import WidgetModel
import WidgetServices

/// A token in the forms of a page: only a page that this server sent to this session has one.
///
/// It is a nonce and its authentication code for a session, so none is stored.
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
