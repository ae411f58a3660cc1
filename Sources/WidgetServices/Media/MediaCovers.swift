import Synchronization
import WidgetModel
import WidgetSystem

/// The names that widgets get for covers, with the addresses behind them: a script learns neither a path nor the image's bytes.
public final class MediaCovers: Sendable {
  private static let prefix = "cover:"
  private static let limit = 256
  /// Bytes of an image.
  public static let maximumBytes = 4 << 20

  private struct State {
    var addresses: [String: String] = [:]
    /// The oldest first.
    var names: [String] = []
  }

  private let state = Mutex(State())

  public init() {}

  /// Whether an image's name is a cover's.
  public static func isName(_ name: String) -> Bool {
    name.hasPrefix(prefix) && name.utf8.count == prefix.utf8.count + 32
      && name.utf8.dropFirst(prefix.utf8.count).allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || 97...102 ~= $0 }
  }

  /// The same address has the same name in every process, so a stored view keeps its cover.
  static func name(of address: String) -> String {
    prefix + SHA256.hash(Array(address.utf8)).bytes.prefix(16).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// The name of a player's cover, which ``address(of:)`` then knows.
  public func name(for player: MediaPlayer) -> String? {
    guard let address = player.coverURL else { return nil }
    let name = Self.name(of: address)
    state.withLock { state in
      guard state.addresses.updateValue(address, forKey: name) == nil else { return }
      state.names.append(name)
      if state.names.count > Self.limit { state.addresses[state.names.removeFirst()] = nil }
    }
    return name
  }

  /// The address of a cover: known from ``name(for:)``, or that of a player that has it now.
  public func address(of name: String, asking players: any MediaPlayers) async -> String? {
    if let address = state.withLock({ $0.addresses[name] }) { return address }
    for player in (try? await players.players()) ?? [] { _ = self.name(for: player) }
    return state.withLock { $0.addresses[name] }
  }

  /// The image in a local file.
  ///
  /// - Parameter path: A regular file's, which the player chose.
  /// - Returns: nil for anything but a PNG, JPEG, GIF or WebP file of at most 4 MiB.
  public static func image(inFile path: String) -> [UInt8]? {
    guard let bytes = try? RegularFile.read(path, limit: maximumBytes), ImageType(startOf: bytes) != nil else { return nil }
    return bytes
  }
}
