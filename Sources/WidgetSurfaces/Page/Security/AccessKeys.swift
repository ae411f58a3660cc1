import WidgetModel
import WidgetServices
import WidgetSystem

/// Access to a board: the name of its origin, browser sessions, the one-time tokens that begin them, and the key for images.
///
/// Only digests of secrets are stored, so neither the file nor the memory reveals how to open the board.
struct AccessKeys: Sendable, Equatable {
  /// A signed-in browser.
  struct Session: Sendable, Equatable {
    var lastUse: Double
    /// When the user last proved that they can see what luawidget prints.
    var confirmed: Double
  }

  /// Seconds without use until a session ends.
  static let sessionSeconds = 7.0 * 86_400
  /// How many seconds a printed code confirms decisions that allow much.
  static let confirmationSeconds = 3_600.0
  /// Seconds between two writes of the last use.
  private static let useSeconds = 3_600.0
  private static let maximumSessions = 64

  /// The first label of the board's own host name, such as `b-3f9c…` in `b-3f9c….localhost`.
  ///
  /// Browsers send a cookie to every port of a host, so a cookie is only as secret as its host's name. Only signed-in browsers
  /// know this name.
  private(set) var name = Self.makeName()
  /// The sessions by digest.
  private(set) var sessions: [String: Session] = [:]
  private(set) var pictureKey: String?
  /// Digests, which aren't stored: a token belongs to the run that printed it.
  private var tokens: [String] = []

  init() {}

  static func == (left: Self, right: Self) -> Bool {
    left.name == right.name && left.sessions == right.sessions && left.pictureKey == right.pictureKey
  }

  /// Makes a token for one browser. The 16 newest are valid.
  mutating func makeToken() -> String {
    let token = RandomText.make()
    tokens = tokens.suffix(15) + [Self.digest(token)]
    return token
  }

  /// Makes a token invalid.
  ///
  /// - Returns: Whether it was valid. Wrong tokens aren't limited: nobody guesses 192 bits, and a limit would lock the user out.
  private mutating func use(_ token: String) -> Bool {
    let digest = Self.digest(token)
    guard let index = tokens.firstIndex(where: { $0.isEqualInConstantTime(to: digest) }) else { return false }
    tokens.remove(at: index)
    return true
  }

  /// Begins a session, invalidating the token.
  ///
  /// - Returns: The cookie's value; nil for a wrong token.
  mutating func redeem(_ token: String, now: Double) -> String? {
    guard use(token) else { return nil }
    let session = RandomText.make()
    sessions = sessions.filter { Self.isCurrent($0.value, now: now) }
    if sessions.count >= Self.maximumSessions, let oldest = sessions.min(by: { $0.value.lastUse < $1.value.lastUse })?.key {
      sessions[oldest] = nil
    }
    sessions[Self.digest(session)] = Session(lastUse: now, confirmed: now)
    return session
  }

  func isSession(_ value: String, now: Double) -> Bool {
    // Looked up by digest, so lookup time reveals nothing about the value.
    sessions[Self.digest(value)].map { Self.isCurrent($0, now: now) } ?? false
  }

  /// Notes that a session is in use.
  ///
  /// - Returns: Whether to write the file.
  mutating func touch(_ value: String, now: Double) -> Bool {
    let digest = Self.digest(value)
    guard let session = sessions[digest], Self.isCurrent(session, now: now), now - session.lastUse >= Self.useSeconds else {
      return false
    }
    sessions[digest]?.lastUse = now
    return true
  }

  /// Whether the user has entered a printed token within the last hour.
  func isConfirmed(_ value: String, now: Double) -> Bool {
    guard let session = sessions[Self.digest(value)] else { return false }
    return session.confirmed <= now && now - session.confirmed < Self.confirmationSeconds
  }

  /// Confirms a session for an hour, invalidating the token.
  ///
  /// - Returns: false for a wrong token.
  mutating func confirm(_ value: String, token: String, now: Double) -> Bool {
    guard isSession(value, now: now), use(token) else { return false }
    sessions[Self.digest(value)]?.confirmed = now
    return true
  }

  mutating func endSession(_ value: String) { sessions[Self.digest(value)] = nil }

  mutating func endAllSessions() { sessions = [:] }

  /// Makes a new key for images, revoking the old one.
  mutating func makePictureKey() -> String {
    let key = RandomText.make()
    pictureKey = Self.digest(key)
    return key
  }

  mutating func revokePictureKey() { pictureKey = nil }

  func isPictureKey(_ value: String) -> Bool { pictureKey?.isEqualInConstantTime(to: Self.digest(value)) ?? false }

  /// Whether a session is current. A use in the future isn't ours, or the clock has been set back.
  private static func isCurrent(_ session: Session, now: Double) -> Bool {
    session.lastUse <= now && now - session.lastUse < sessionSeconds
  }

  static func digest(_ text: String) -> String { Base64.text(SHA256.hash(Array(text.utf8)).bytes, .urlSafe) }

  // MARK: Name

  private static let nameDigits = Array("0123456789abcdef")

  /// 128 bits.
  private static func makeName() -> String {
    var generator = SystemRandomNumberGenerator()
    return "b-" + String((0..<32).map { _ in nameDigits[Int.random(in: 0..<16, using: &generator)] })
  }

  private static func isName(_ text: Substring) -> Bool {
    text.hasPrefix("b-") && text.count == 34 && text.dropFirst(2).allSatisfy(nameDigits.contains)
  }
}

// MARK: File

extension AccessKeys {
  /// Lines with a kind, a name or digest, and times.
  var text: String {
    (["name \(name)"]
      + sessions.sorted { $0.key < $1.key }.map {
        "session \($0.key) \(Int(saturating: $0.value.lastUse)) \(Int(saturating: $0.value.confirmed))"
      }
      + (pictureKey.map { ["pictures \($0) 0"] } ?? []))
      .map { $0 + "\n" }.joined()
  }

  /// Reads ``text``, skipping unknown lines, including earlier versions' sessions: their cookies may have been sent to other
  /// servers on this machine.
  init(text: String, now: Double) {
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: " ")
      switch (parts.first, parts.count) {
      case ("name", 2): if Self.isName(parts[1]) { name = String(parts[1]) }
      case ("session", 4):
        // Whole seconds: no other number can be written back.
        guard let lastUse = Int(parts[2]), let confirmed = Int(parts[3]), sessions.count < Self.maximumSessions else { continue }
        let session = Session(lastUse: Double(lastUse), confirmed: Double(confirmed))
        if Self.isCurrent(session, now: now), confirmed >= 0, session.confirmed <= now { sessions[String(parts[1])] = session }
      case ("pictures", 3): pictureKey = String(parts[1])
      default: continue
      }
    }
  }
}
