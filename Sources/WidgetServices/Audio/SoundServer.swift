import Synchronization

/// The user's sound server: its outputs (sinks) and inputs (sources).
public protocol SoundServer: Sendable {
  /// The sinks, then the sources, at most 32 of each. What a source records of a sink, its monitor, isn't one.
  func devices() async throws(ServiceError) -> [AudioDevice]

  /// Tells the server something about a sink or a source.
  ///
  /// - Parameter name: One of ``devices()``; nil is the default sink.
  func control(_ name: String?, _ command: AudioCommand) async throws(ServiceError)

  /// Listens for changes until the result is gone.
  ///
  /// - Parameter onChange: Receives `sinks`, `sources` or `defaults`, from any thread.
  func watch(_ onChange: @escaping @Sendable (String) -> Void) -> ServiceWatch
}

/// A machine without a sound server.
public struct NoSoundServer: SoundServer {
  private static let none = ServiceError.unavailable(reason: "there is no sound server here")

  public init() {}

  public func devices() async throws(ServiceError) -> [AudioDevice] { throw Self.none }
  public func control(_ name: String?, _ command: AudioCommand) async throws(ServiceError) { throw Self.none }
  public func watch(_ onChange: @escaping @Sendable (String) -> Void) -> ServiceWatch { ServiceWatch {} }
}

/// A sound server in memory.
public final class MemorySoundServer: SoundServer {
  private struct State {
    var devices: Result<[AudioDevice], ServiceError>
    var commands: [String] = []
    var watchers: [Int: @Sendable (String) -> Void] = [:]
    var lastWatcher = 0
  }

  private let state: Mutex<State>

  public init(_ devices: [AudioDevice]? = nil) {
    state = Mutex(
      State(devices: devices.map { .success($0) } ?? .failure(.unavailable(reason: "there is no sound server here"))))
  }

  /// The orders so far: `speakers volume 0.5`.
  public var commands: [String] { state.withLock { $0.commands } }
  /// How many listen for changes.
  public var watchers: Int { state.withLock { $0.watchers.count } }

  /// Replaces the devices, and tells everybody about it.
  public func change(_ devices: Result<[AudioDevice], ServiceError>, _ what: String = "sinks") {
    let watchers = state.withLock { state in
      state.devices = devices
      return Array(state.watchers.values)
    }
    for watcher in watchers { watcher(what) }
  }

  public func devices() async throws(ServiceError) -> [AudioDevice] { try state.withLock { $0.devices }.get() }

  public func control(_ name: String?, _ command: AudioCommand) async throws(ServiceError) {
    var devices = try await devices()
    guard let index = devices.firstIndex(where: { $0.isNamed(name) }) else { throw AudioDevice.missing(name) }
    switch command {
    case .setVolume(let volume): devices[index].volume = volume
    case .mute(let isMuted): devices[index].isMuted = isMuted
    case .makeDefault:
      let chosen = devices[index]
      for other in devices.indices where devices[other].kind == chosen.kind { devices[other].isDefault = other == index }
    }
    let changed = devices
    state.withLock { state in
      state.devices = .success(changed)
      state.commands.append("\(changed[index].name) \(command)")
    }
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
