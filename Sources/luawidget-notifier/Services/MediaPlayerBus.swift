import WidgetModel
import WidgetServices
import WidgetSystem

/// Media players on a bus (MPRIS D-Bus Interface Specification 2.2).
final class MediaPlayerBus: BusServices {
  static let prefix = "org.mpris.MediaPlayer2."
  static let path = "/org/mpris/MediaPlayer2"
  static let root = "org.mpris.MediaPlayer2"
  static let player = "org.mpris.MediaPlayer2.Player"
  static let properties = BusCall.properties
  static let daemon = "org.freedesktop.DBus"
  static let daemonPath = "/org/freedesktop/DBus"

  /// The rule for players that come and go.
  static let ownerMatch =
    "type='signal',sender='org.freedesktop.DBus',path='/org/freedesktop/DBus',interface='org.freedesktop.DBus',"
    + "member='NameOwnerChanged',arg0namespace='org.mpris.MediaPlayer2'"
  /// The starts of the rules for a player's signals. The library tells senders apart only by their unique names.
  static let signalMatches = [
    signalMatch("interface='\(properties)',member='PropertiesChanged'"), signalMatch("interface='\(player)',member='Seeked'"),
  ]

  private static func signalMatch(_ signal: String) -> String { "type='signal',path='\(path)',\(signal),sender=':" }

  /// Seconds for a player to reply.
  static let replyTime = 1.5
  /// A player that's listened to.
  private struct Watched {
    /// The unique name that its signals come from.
    var owner: String
    var subscriptions: [BusSubscription] = []
    var rate = SignalRate()
  }

  let bus: Bus
  private var owners: BusSubscription?
  private var watched: [String: Watched] = [:]
  private var isWatching = false
  private var changes: Set<ServiceChange> = []

  init(_ bus: Bus) { self.bus = bus }

  var pollStates: [(descriptor: pollfd, milliseconds: Int32)] {
    var state = bus.pollState
    let listening = SignalRate.milliseconds(until: watched.values.map(\.rate))
    if listening >= 0 { state.milliseconds = state.milliseconds < 0 ? listening : min(state.milliseconds, listening) }
    return [state]
  }

  // MARK: Changes

  func process() throws -> Set<ServiceChange> {
    listenAgain()
    do { try bus.process(limit: 256) { receive($0, $1) } } catch { throw ServiceEnd() }
    defer { changes = [] }
    return changes
  }

  func watch(_ topics: Set<ServiceTopic>) {
    let isWatched = topics.contains(.media)
    guard isWatched != isWatching else { return }
    isWatching = isWatched
    guard isWatched else {
      (owners, watched, changes) = (nil, [:], [])
      return
    }
    owners = try? bus.watch(Self.ownerMatch)
    names { [weak self] result in
      for id in (try? result.get()) ?? [] {
        self?.bus.send(Self.daemon, Self.daemonPath, Self.daemon, "GetNameOwner", within: Self.replyTime) {
          $0.append(Self.prefix + id)
        } complete: { [weak self] reply in
          if let owner = try? reply.get().readText() { self?.listen(to: id, at: owner) }
        }
      }
      // Much may have changed since luawidget asked the last time.
      if let id = (try? result.get())?.first { self?.note(id) }
    }
  }

  private func note(_ id: String) { if isWatching { changes.insert(ServiceChange(.media, id)) } }

  private func listen(to id: String, at owner: String) {
    guard isWatching, watched[id]?.owner != owner, watched[id] != nil || watched.count < MediaPlayer.limit else { return }
    watched[id] = Watched(owner: owner, subscriptions: subscriptions(owner))
  }

  private func subscriptions(_ owner: String) -> [BusSubscription] {
    Self.signalMatches.compactMap { try? bus.watch("\($0)\(owner.dropFirst())'") }
  }

  private func receive(_ member: String, _ message: BusMessage) {
    guard isWatching, let sender = message.sender else { return }
    if member == "NameOwnerChanged" {
      guard sender == Self.daemon, let name = message.readText(), let id = Self.id(name), message.readText() != nil,
        let owner = message.readText()
      else { return }
      if owner.isEmpty { watched[id] = nil } else { listen(to: id, at: owner) }
      note(id)
      return
    }
    for (id, player) in watched where player.owner == sender { receiveSignal(of: id) }
  }

  private func receiveSignal(of id: String) {
    guard var player = watched[id], player.rate.isListening else { return }
    if !player.rate.count() { player.subscriptions = [] }
    watched[id] = player
    note(id)
  }

  /// Listens again to players that sent too much.
  private func listenAgain() {
    for (id, player) in watched where player.rate.hasBeenSilent {
      watched[id] = Watched(owner: player.owner, subscriptions: subscriptions(player.owner))
      note(id)
    }
  }
}
