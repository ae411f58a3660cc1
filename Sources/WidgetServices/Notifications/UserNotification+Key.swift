extension UserNotification {
  private static let keyLength = 32

  /// The key of a widget's notification: hexadecimal digits, so that it can be the name of a file. Random without an id.
  public static func key(_ id: String?, of sender: NotificationSender) -> String {
    let bytes = id.map { Array("\(sender.instance)\0\($0)".utf8) } ?? (0..<16).map { _ in UInt8.random(in: .min ... .max) }
    return String(SHA256.hash(bytes).hexadecimal.prefix(keyLength))
  }

  static func isKey(_ text: String) -> Bool {
    text.utf8.count == keyLength && text.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
  }
}
