import WidgetGraphics
import WidgetHelpers
import WidgetHost
import WidgetModel
import WidgetRendering
import WidgetRuntime
import WidgetServices
import WidgetSystem

/// Access to the board: sessions of browsers, one-time tokens that begin one, and the key for images.
///
/// Only digests are stored, so that neither the file nor the memory reveals what opens the board.
struct AccessKeys: Sendable, Equatable {
  /// Seconds that a session lasts without a visit.
  static let sessionSeconds = 90.0 * 86_400
  private static let maximumSessions = 64

  /// The digest of each session, and when it ends.
  private(set) var sessions: [String: Double] = [:]
  private(set) var pictureKey: String?
  /// Not stored: they are for the run that printed them.
  private var tokens: [String] = []

  static func == (left: Self, right: Self) -> Bool { left.sessions == right.sessions && left.pictureKey == right.pictureKey }

  /// A token for one browser. The 16 newest are valid.
  mutating func makeToken() -> String {
    let token = RandomText.make()
    tokens = tokens.suffix(15) + [Self.digest(token)]
    return token
  }

  /// Begins a session, and makes the token invalid.
  ///
  /// - Returns: The value of the cookie; nil for a wrong token.
  mutating func redeem(_ token: String, now: Double) -> String? {
    let digest = Self.digest(token)
    guard let index = tokens.firstIndex(where: { $0.isEqualInConstantTime(to: digest) }) else { return nil }
    tokens.remove(at: index)
    let session = RandomText.make()
    sessions = sessions.filter { $0.value > now }
    if sessions.count >= Self.maximumSessions, let oldest = sessions.min(by: { $0.value < $1.value })?.key {
      sessions[oldest] = nil
    }
    sessions[Self.digest(session)] = now + Self.sessionSeconds
    return session
  }

  func isSession(_ value: String, now: Double) -> Bool {
    // Looked up by digest: the time of a lookup reveals nothing about the value.
    sessions[Self.digest(value)].map { $0 > now } ?? false
  }

  mutating func endSession(_ value: String) { sessions[Self.digest(value)] = nil }

  mutating func endAllSessions() { sessions = [:] }

  /// A new key for images. The one before it is revoked.
  mutating func makePictureKey() -> String {
    let key = RandomText.make()
    pictureKey = Self.digest(key)
    return key
  }

  mutating func revokePictureKey() { pictureKey = nil }

  func isPictureKey(_ value: String) -> Bool { pictureKey?.isEqualInConstantTime(to: Self.digest(value)) ?? false }

  private static func digest(_ text: String) -> String { Base64.text(SHA256.hash(Array(text.utf8)).bytes, .urlSafe) }
}

// MARK: File

extension AccessKeys {
  /// Lines of a kind, a digest and a time.
  var text: String {
    (sessions.sorted { $0.key < $1.key }.map { "session \($0.key) \(Int($0.value))" }
      + (pictureKey.map { ["pictures \($0) 0"] } ?? []))
      .map { $0 + "\n" }.joined()
  }

  /// Reads ``text``. Lines that it does not know are skipped.
  init(text: String, now: Double) {
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: " ")
      guard parts.count == 3, let end = Double(parts[2]) else { continue }
      // No session is longer: a later end is not ours, or the clock has been set back.
      let isCurrent = end > now && end <= now + Self.sessionSeconds
      if parts[0] == "session", isCurrent, sessions.count < Self.maximumSessions { sessions[String(parts[1])] = end }
      if parts[0] == "pictures" { pictureKey = String(parts[1]) }
    }
  }
}

/// The file of ``AccessKeys``: a browser stays signed in when luawidget starts again. It contains digests only.
package struct AccessFile: Sendable {
  private static let sizeLimit = 64 << 10
  private let path: String

  package init(path: String) { self.path = path }

  /// `$XDG_STATE_HOME/luawidget/serve/BOARD.access`.
  ///
  /// - Returns: nil without a home folder.
  package init?(board: String, environment: [String: String]) {
    guard let state = UserFolders(environment: environment).state else { return nil }
    self.init(path: "\(state)/luawidget/serve/\(board).access")
  }

  /// A file that cannot be read is empty: the user opens a new address.
  func read(now: Double) -> AccessKeys {
    guard let bytes = try? RegularFile.read(path, limit: Self.sizeLimit) else { return AccessKeys() }
    return AccessKeys(text: String(decoding: bytes, as: UTF8.self), now: now)
  }

  /// Without the file, browsers are signed in until luawidget ends.
  func write(_ keys: AccessKeys) {
    var folder = ""
    for part in path.split(separator: "/").dropLast() {
      folder += "/" + part
      mkdir(folder, 0o700)
    }
    try? AtomicFile.write(Array(keys.text.utf8), to: path, permissions: 0o600)
  }
}
