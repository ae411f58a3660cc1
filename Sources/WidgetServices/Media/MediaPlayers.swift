import Synchronization

/// The user's media players.
public protocol MediaPlayers: Sendable {
  /// The players that reply, those that play first, at most 16.
  func players() async throws(ServiceError) -> [MediaPlayer]

  /// Tells a player something.
  ///
  /// - Parameter id: One of ``players()``.
  func control(_ id: String, _ command: MediaCommand) async throws(ServiceError)

  /// Listens for changes until the result is gone.
  ///
  /// - Parameter onChange: Receives the id of a player that changed, came or went, from any thread.
  func watch(_ onChange: @escaping @Sendable (String) -> Void) -> ServiceWatch
}

/// Keeps a subscription to changes as long as it exists.
public final class ServiceWatch: Sendable {
  private let end: @Sendable () -> Void

  public init(onEnd end: @escaping @Sendable () -> Void) { self.end = end }

  deinit { end() }
}

/// A machine without media players, such as one without D-Bus.
public struct NoMediaPlayers: MediaPlayers {
  private static let none = ServiceError.unavailable(reason: "there are no media players here")

  public init() {}

  public func players() async throws(ServiceError) -> [MediaPlayer] { throw Self.none }
  public func control(_ id: String, _ command: MediaCommand) async throws(ServiceError) { throw Self.none }
  public func watch(_ onChange: @escaping @Sendable (String) -> Void) -> ServiceWatch { ServiceWatch {} }
}

/// Media players in memory.
public final class MemoryMediaPlayers: MediaPlayers {
  private struct State {
    var players: Result<[MediaPlayer], ServiceError>
    var commands: [String] = []
    var watchers: [Int: @Sendable (String) -> Void] = [:]
    var lastWatcher = 0
  }

  private let state: Mutex<State>

  public init(_ players: [MediaPlayer] = []) { state = Mutex(State(players: .success(players))) }

  /// The orders to players so far: `mpv pause`.
  public var commands: [String] { state.withLock { $0.commands } }
  /// How many listen for changes.
  public var watchers: Int { state.withLock { $0.watchers.count } }

  /// Replaces the players, and tells everybody about it.
  public func change(_ players: Result<[MediaPlayer], ServiceError>, by id: String = "mpv") {
    let watchers = state.withLock { state in
      state.players = players
      return Array(state.watchers.values)
    }
    for watcher in watchers { watcher(id) }
  }

  public func players() async throws(ServiceError) -> [MediaPlayer] { try state.withLock { $0.players }.get() }

  public func control(_ id: String, _ command: MediaCommand) async throws(ServiceError) {
    let known = try state.withLock { $0.players }.get()
    guard known.contains(where: { $0.id == id }) else { throw .unavailable(reason: "there is no player \(id)") }
    state.withLock { $0.commands.append("\(id) \(command.name)" + (command.position.map { " \($0)" } ?? "")) }
  }

  public func watch(_ onChange: @escaping @Sendable (String) -> Void) -> ServiceWatch {
    let number = state.withLock { state in
      state.lastWatcher += 1
      state.watchers[state.lastWatcher] = onChange
      return state.lastWatcher
    }
    return ServiceWatch { [weak self] in self?.state.withLock { _ = $0.watchers.removeValue(forKey: number) } }
  }
}
