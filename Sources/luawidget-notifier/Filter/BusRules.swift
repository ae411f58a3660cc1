import WidgetServices
import WidgetSystem

/// Everything that a helper may ask for on a bus. The rest doesn't get past ``BusFilter``.
///
/// A session bus can start any program, so a call may only go to a name and an object listed here, with one of these methods, and it
/// never starts the program that would answer.
struct BusRules: Sendable {
  /// Methods of an interface.
  struct Methods: Sendable {
    enum Destination: Sendable {
      case name(String)
      /// Names that begin with this, as `org.mpris.MediaPlayer2.` does.
      case names(String)
    }

    let destination: Destination
    /// An object's path, or the start of several, whose last part may be anything.
    let path: String
    let isStart: Bool
    let interface: String
    let members: Set<String>
    /// The values allowed for its first arguments, such as the interface whose properties are asked for; further ones may be anything.
    let texts: [Set<String>]

    init(
      _ destination: Destination, _ path: String, _ interface: String, _ members: Set<String>, texts: [Set<String>] = []
    ) {
      self.init(destination, path, isStart: false, interface, members, texts)
    }

    /// Objects with any name below a path that ends with `/`.
    init(
      _ destination: Destination, below start: String, _ interface: String, _ members: Set<String>, texts: [Set<String>] = []
    ) {
      self.init(destination, start, isStart: true, interface, members, texts)
    }

    private init(
      _ destination: Destination, _ path: String, isStart: Bool, _ interface: String, _ members: Set<String>,
      _ texts: [Set<String>]
    ) {
      self.destination = destination
      self.path = path
      self.isStart = isStart
      self.interface = interface
      self.members = members
      self.texts = texts
    }

    func cover(_ header: BusHeader) -> Bool {
      let isDestination =
        switch destination {
        case .name(let name): header.destination == name
        case .names(let start): header.destination.hasPrefix(start) && header.destination.utf8.count > start.utf8.count
        }
      return isDestination && covers(header.path) && header.interface == interface && members.contains(header.member)
        && header.texts.count >= texts.count && zip(texts, header.texts).allSatisfy { $0.contains($1) }
    }

    private func covers(_ other: String) -> Bool {
      guard isStart else { return other == path }
      return other.hasPrefix(path) && other.utf8.count > path.utf8.count
        && other.utf8.dropFirst(path.utf8.count).allSatisfy(BusCall.isPathLetter)
    }
  }

  /// Calls to other programs.
  let methods: [Methods]
  /// The signals it may receive: a match rule must begin with one of these. The bus refuses a rule that has a key twice.
  let matches: [String]

  private static let daemon = "org.freedesktop.DBus"
  private static let daemonPath = "/org/freedesktop/DBus"

  /// Whether a message may reach the bus.
  func allow(_ header: BusHeader) -> Bool {
    guard header.kind == .call else { return false }
    if header.destination == Self.daemon {
      guard header.path == Self.daemonPath, header.interface == Self.daemon else { return false }
      switch header.member {
      case "Hello", "ListNames", "GetNameOwner", "RemoveMatch": return true
      case "AddMatch": return header.signature == "s" && (header.texts.first.map(allow(match:)) ?? false)
      default: return false
      }
    }
    return header.flags & BusHeader.noAutoStart != 0 && methods.contains { $0.cover(header) }
  }

  private func allow(match: String) -> Bool { !match.contains("eavesdrop") && matches.contains { match.hasPrefix($0) } }

  /// Media players (MPRIS).
  static let media = BusRules(
    methods: [
      Methods(.names(MediaPlayerBus.prefix), MediaPlayerBus.path, BusCall.properties, ["Get", "GetAll"]),
      Methods(
        .names(MediaPlayerBus.prefix), MediaPlayerBus.path, MediaPlayerBus.player,
        ["Play", "Pause", "PlayPause", "Next", "Previous", "Seek", "SetPosition"]),
    ],
    matches: [MediaPlayerBus.ownerMatch] + MediaPlayerBus.signalMatches)
}
