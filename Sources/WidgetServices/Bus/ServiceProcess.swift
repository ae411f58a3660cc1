import Synchronization
package import WidgetHelpers
package import WidgetModel
import WidgetSystem

/// A group of services by way of `luawidget-notifier`, which starts with the first call. Its process may reach no other service.
///
/// While somebody listens for changes, a program that ends is started again, after growing delays.
package final class ServiceProcess: Sendable {
  private struct State {
    var session: ServiceSession?
    var watchers: [Int64: (topic: ServiceTopic, onChange: @Sendable (String) -> Void)] = [:]
    var topics: Set<ServiceTopic> { Set(watchers.values.map(\.topic)) }
    var lastWatcher: Int64 = 0
    /// How often it has ended since something last arrived from it.
    var failures = 0
  }

  private let launch: HelperProcess.Launch?
  private let state = Mutex(State())

  /// Doesn't start anything yet.
  ///
  /// - Parameters:
  ///   - executable: Path of `luawidget-notifier`; nil if it isn't installed.
  ///   - environment: The user's. The program gets only what leads it to its services.
  package init(
    _ group: ServiceGroup, executable: String?, environment: [String: String],
    heartbeat: HelperProcess.Heartbeat = HelperProcess.Heartbeat()
  ) {
    launch = executable.map {
      var launch = HelperProcess.Launch(
        .notifier, $0, environment: group.variables.compactMap { name in environment[name].map { "\(name)=\($0)" } },
        version: ServiceProtocol.version, maximumIncoming: ServiceProtocol.maximumReply, readySeconds: 10, heartbeat: heartbeat)
      launch.arguments = ["--services"] + group.arguments
      return launch
    }
  }

  deinit { state.withLock { $0.session }?.stop() }

  /// Whether it has been started and has ended.
  var hasEnded: Bool { state.withLock { $0.session?.hasEnded ?? false } }

  /// The process id, if it's running. For measurements and tests.
  package var processID: Int32? { state.withLock { $0.session.flatMap { $0.hasEnded ? nil : $0.processID } } }

  package func call(_ call: ServiceCall) async throws(ServiceError) -> LuaValue {
    try await session().call(call).get()
  }

  package func watch(_ topic: ServiceTopic, _ onChange: @escaping @Sendable (String) -> Void) -> ServiceWatch {
    let (id, isFirst) = state.withLock { state in
      let isFirst = !state.topics.contains(topic)
      state.lastWatcher += 1
      state.watchers[state.lastWatcher] = (topic, onChange)
      return (state.lastWatcher, isFirst)
    }
    if isFirst { startWatching() }
    return ServiceWatch { [weak self] in self?.endWatch(id) }
  }

  private func endWatch(_ id: Int64) {
    let (session, topics) = state.withLock { state in
      let before = state.topics
      state.watchers[id] = nil
      return (state.topics == before ? nil : state.session, state.topics)
    }
    session?.watch(topics)
  }

  var isWatched: Bool { state.withLock { !$0.watchers.isEmpty } }

  private func startWatching() {
    let topics = state.withLock { $0.topics }
    do throws(ServiceError) { try session().watch(topics) } catch { watchAgainLater() }
  }

  private func session() throws(ServiceError) -> ServiceSession {
    try state.withLock { state throws(ServiceError) in
      if let session = state.session, !session.hasEnded { return session }
      guard let launch else { throw .unavailable(reason: HelperProgram.notifier.missing) }
      do throws(SystemError) {
        let session = try ServiceSession(launch) { [weak self] changes in
          self?.receive(changes)
        } onEnd: { [weak self] in
          self?.watchAgainLater()
        }
        if !state.watchers.isEmpty { session.watch(state.topics) }
        state.session = session
        return session
      } catch {
        throw .unavailable(reason: HelperProblem.cannotStart("\(error)").text(of: .notifier))
      }
    }
  }

  private func receive(_ changes: [ServiceChange]) {
    let watchers = state.withLock { state in
      state.failures = 0
      return Array(state.watchers.values)
    }
    for change in changes { for watcher in watchers where watcher.topic == change.topic { watcher.onChange(change.name) } }
  }

  /// The program has ended, perhaps because there's no bus. Much may have changed until the next one listens.
  private func watchAgainLater() {
    let failures = state.withLock { state in
      state.failures += 1
      return state.failures
    }
    guard isWatched else { return }
    Task { [weak self] in
      try? await Task.pause(seconds: min(Double(failures * failures), 60))
      guard let self, self.isWatched else { return }
      self.startWatching()
    }
  }
}

extension ServiceProcess: ServiceBus {
  package func call(_ call: BusCall) async throws(ServiceError) -> [LuaValue] { try await self.call(.method(call)).array ?? [] }
}

/// The user's media players on the session bus.
package struct BusMediaPlayers: MediaPlayers {
  private let process: ServiceProcess

  package init(_ process: ServiceProcess) { self.process = process }

  package func players() async throws(ServiceError) -> [MediaPlayer] {
    let players = (try await process.call(.players).array ?? []).prefix(MediaPlayer.limit).compactMap(MediaPlayer.init(wire:))
    let order: [MediaPlayer.Status: Int] = [.playing: 0, .paused: 1, .stopped: 2]
    return players.sorted { (order[$0.status] ?? 0, $0.id) < (order[$1.status] ?? 0, $1.id) }
  }

  package func control(_ id: String, _ command: MediaCommand) async throws(ServiceError) {
    guard MediaPlayer.isValidID(id) else { throw .unavailable(reason: "there is no such media player") }
    _ = try await process.call(.control(player: id, command))
  }

  package func watch(_ onChange: @escaping @Sendable (String) -> Void) -> ServiceWatch {
    process.watch(.media, onChange)
  }
}

/// The user's sound server.
package struct HelperSoundServer: SoundServer {
  private let process: ServiceProcess

  package init(_ process: ServiceProcess) { self.process = process }

  package func devices() async throws(ServiceError) -> [AudioDevice] {
    let devices = (try await process.call(.audioDevices).array ?? []).prefix(2 * AudioDevice.limit)
    return devices.compactMap(AudioDevice.init(wire:))
  }

  package func control(_ name: String?, _ command: AudioCommand) async throws(ServiceError) {
    _ = try await process.call(.audio(name, command))
  }

  package func watch(_ onChange: @escaping @Sendable (String) -> Void) -> ServiceWatch { process.watch(.audio, onChange) }
}

/// The services of this machine by way of `luawidget-notifier`.
package final class BusMachineServices: MachineServices {
  private let executable: String?
  private let environment: [String: String]
  private let machine: ServiceProcess
  /// A program for each set of units, which can reach no others.
  private let unitProcesses = Mutex<[[String]: ServiceProcess]>([:])

  package init(executable: String?, environment: [String: String]) {
    self.executable = executable
    self.environment = environment
    machine = ServiceProcess(.machine, executable: executable, environment: environment)
  }

  package func call(_ call: BusCall) async throws(ServiceError) -> [LuaValue] {
    try await machine.call(call)
  }

  package func watch(_ topic: ServiceTopic, _ onChange: @escaping @Sendable (String) -> Void) -> ServiceWatch {
    machine.watch(topic, onChange)
  }

  package func units(_ names: [String]) -> any ServiceBus {
    let names = Array(Set(names)).sorted()
    return unitProcesses.withLock { processes in
      if let process = processes[names] { return process }
      // Nobody listens to those of widgets that are gone.
      if processes.count >= Self.maximumUnitProcesses { processes = processes.filter { $0.value.isWatched } }
      let process = ServiceProcess(.units(names), executable: executable, environment: environment)
      processes[names] = process
      return process
    }
  }

  private static let maximumUnitProcesses = 16

  package func inhibitSleep(_ reason: String) async throws(ServiceError) -> any SleepInhibition {
    // The lock is a descriptor of the program, so each has its own.
    let process = ServiceProcess(.inhibitor, executable: executable, environment: environment)
    _ = try await process.call(.inhibit(reason: reason))
    return Inhibition(process)
  }

  private struct Inhibition: SleepInhibition {
    let process: ServiceProcess

    init(_ process: ServiceProcess) { self.process = process }

    var hasEnded: Bool { process.hasEnded }
  }
}
