public import WidgetModel

/// A program that plays media, and what it plays. Read from a value that the program chose, so every field may be missing.
public struct MediaPlayer: Sendable, Equatable {
  public enum Status: String, Sendable, CaseIterable { case playing, paused, stopped }

  /// The end of its name on the bus: `mpv`, or `firefox.instance_1_42`.
  public var id: String
  /// The name it gives itself: `mpv Media Player`.
  public var name: String
  public var status: Status
  public var title: String?
  public var artist: String?
  public var album: String?
  /// Seconds.
  public var length: Double?
  /// Seconds since the start, when it was asked.
  public var position: Double?
  /// The cover's address: `file:` or `https:`. A widget never gets it.
  public var coverURL: String?
  public var canPlay = false
  public var canPause = false
  public var canGoNext = false
  public var canGoPrevious = false
  public var canSeek = false

  public init(id: String, name: String, status: Status) {
    self.id = id
    self.name = name
    self.status = status
  }
}

extension MediaPlayer {
  /// The most players that are asked.
  package static let limit = 16
  /// The longest track that's believed, in seconds: 30 days.
  package static let longest = 30 * 86_400.0
  /// Bytes of a cover's address.
  static let maximumURL = 4 << 10

  /// Whether a text can be the id of a player: the end of a name on the bus (D-Bus Specification, "Valid Names").
  public static func isValidID(_ id: String) -> Bool {
    (1...200).contains(id.utf8.count) && id.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { !$0.isEmpty }
      && id.utf8.allSatisfy {
        switch $0 {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
          UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."):
          true
        default: false
        }
      }
  }

  /// Reads what a player says of itself: `id`, `identity`, and the `properties` of its interface.
  ///
  /// - Returns: nil without an id or a status, such as for a player that didn't reply.
  package init?(wire: LuaValue) {
    guard let id = wire["id"].string, Self.isValidID(id), case .table = wire["properties"] else { return nil }
    let properties = wire["properties"]
    guard let status = properties["PlaybackStatus"].string.flatMap({ Status(rawValue: $0.lowercased()) }) else { return nil }
    self.init(id: id, name: wire["identity"].string.flatMap { ServiceText.cleaned($0) } ?? id, status: status)
    let metadata = properties["Metadata"]
    title = Self.text(metadata["xesam:title"])
    artist = Self.text(metadata["xesam:artist"]) ?? Self.text(metadata["xesam:albumArtist"])
    album = Self.text(metadata["xesam:album"])
    let length = ServiceText.number(Self.seconds(metadata["mpris:length"]), in: 0...Self.longest)
    // Players give streams a length of 0, or the largest number.
    self.length = length == 0 ? nil : length
    if let position = ServiceText.number(Self.seconds(properties["Position"]), in: 0...Self.longest) {
      self.position = min(position, self.length ?? .infinity)
    }
    coverURL = metadata["mpris:artUrl"].string.flatMap { $0.utf8.count <= Self.maximumURL ? $0 : nil }
    guard properties["CanControl"].boolean ?? true else { return }
    canPlay = properties["CanPlay"].boolean ?? false
    canPause = properties["CanPause"].boolean ?? false
    canGoNext = properties["CanGoNext"].boolean ?? false
    canGoPrevious = properties["CanGoPrevious"].boolean ?? false
    canSeek = properties["CanSeek"].boolean ?? false
  }

  /// A text, or the texts of a list.
  private static func text(_ value: LuaValue) -> String? {
    let texts = value.string.map { [$0] } ?? (value.array ?? []).prefix(16).compactMap(\.string)
    return ServiceText.cleaned(texts.filter { !$0.isEmpty }.joined(separator: ", "))
  }

  /// Players differ in the type of their microseconds.
  private static func seconds(_ value: LuaValue) -> Double? { value.double.map { $0 / 1_000_000 } }
}

/// An order to a media player.
public enum MediaCommand: Sendable, Equatable {
  case play, pause, playPause, next, previous
  /// Goes to a position, in seconds since the start.
  case seek(Double)

  package var name: String {
    switch self {
    case .play: "play"
    case .pause: "pause"
    case .playPause: "play_pause"
    case .next: "next"
    case .previous: "previous"
    case .seek: "seek"
    }
  }

  package var position: Double? { if case .seek(let position) = self { position } else { nil } }

  package init?(_ name: String, position: Double?) {
    switch (name, position) {
    case ("play", nil): self = .play
    case ("pause", nil): self = .pause
    case ("play_pause", nil): self = .playPause
    case ("next", nil): self = .next
    case ("previous", nil): self = .previous
    case ("seek", let position?): self = .seek(position)
    default: return nil
    }
  }
}
