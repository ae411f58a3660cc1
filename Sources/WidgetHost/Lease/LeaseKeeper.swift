import Synchronization
import WidgetHelpers
public import WidgetRuntime
public import WidgetServices
import WidgetSystem

/// This process's leases: acquired before a worker starts, renewed while it lives.
public final class LeaseKeeper: Sendable {
  /// Seconds until a lease expires unless it's renewed.
  public static let lifetime = 40.0
  static let renewalInterval = 13.0

  private struct State {
    var held: [String: Lease] = [:]
    var isClosed = false
    var renewal: Task<Void, Never>?
    var onLoss: @Sendable (String) -> Void = { _ in }
  }

  public let owner: String
  let folder: RuntimeFolder
  private let store: any SnapshotStore
  private let clock: any WidgetClock
  private let lifetime: Double
  private let renews: Bool
  private let state = Mutex(State())

  /// - Parameters:
  ///   - lifetime: The lifetime of a lease, in seconds.
  ///   - renews: Whether to renew leases until they're released, which a process that ends sooner doesn't need.
  public init(
    store: any SnapshotStore, folder: RuntimeFolder, lifetime: Double = LeaseKeeper.lifetime, renews: Bool = true,
    clock: any WidgetClock = SystemClock()
  ) {
    owner = LeaseOwner.make()
    self.store = store
    self.folder = folder
    self.lifetime = lifetime
    self.renews = renews
    self.clock = clock
  }

  deinit { state.withLock { $0.renewal?.cancel() } }

  /// Calls a function with the instance of each lease another process has taken over.
  func onLoss(_ body: @escaping @Sendable (String) -> Void) { state.withLock { $0.onLoss = body } }

  /// Acquires or extends an instance's lease. An ended process's lease is free at once.
  public func acquire(_ instance: String) throws(StoreError) -> LeaseAttempt {
    let now = clock.now()
    var attempt = try store.acquire(instance, owner: owner, until: now + lifetime, now: now)
    if case .held(let other) = attempt, other.owner.isEmpty || !LeaseOwner.isAlive(other.owner, in: folder) {
      try store.release(other)
      attempt = try store.acquire(instance, owner: owner, until: now + lifetime, now: now)
    }
    if case .acquired(let lease, _) = attempt {
      state.withLock { state in
        state.held[instance] = lease
        if renews, state.renewal == nil { state.renewal = Task { [weak self] in await self?.renewAll() } }
      }
    }
    return attempt
  }

  func lease(of instance: String) -> Lease? { state.withLock { $0.held[instance] } }

  /// Records the end of an update and tells other processes.
  ///
  /// - Returns: false if another process has taken over the lease.
  @discardableResult
  func finish(_ update: FinishedUpdate, _ instance: String, releasing: Bool) -> Bool {
    guard let lease = lease(of: instance) else { return false }
    if releasing { forget(instance) }
    // Without a store there are no other processes either.
    return (try? store.finish(update, under: lease, releasing: releasing)) ?? true
  }

  func release(_ instance: String) {
    guard let lease = lease(of: instance) else { return }
    forget(instance)
    try? store.release(lease)
  }

  /// Frees all leases. Requests waiting for one end.
  func close() {
    let instances = state.withLock { state in
      state.isClosed = true
      return Array(state.held.keys)
    }
    for instance in instances { release(instance) }
  }

  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Notes that a lease was freed along with a snapshot.
  func forget(_ instance: String) {
    state.withLock { state in
      state.held[instance] = nil
      guard state.held.isEmpty else { return }
      state.renewal?.cancel()
      state.renewal = nil
    }
  }

  private func renewAll() async {
    while true {
      try? await Task.pause(seconds: min(Self.renewalInterval, lifetime / 3))
      if Task.isCancelled { return }
      renewNow()
    }
  }

  /// Removes the contexts of ended processes.
  func removeEndedHosts() {
    for host in (try? store.hosts()) ?? [] where !LeaseOwner.isAlive(host, in: folder) { try? store.unregister(host: host) }
  }

  /// Extends all leases, and finds out which ones were lost while this process was stopped.
  func renewNow() {
    let now = clock.now()
    guard let renewed = try? store.renew(owner: owner, until: now + lifetime, now: now) else { return }
    let (lost, onLoss) = state.withLock { state in
      let lost = state.held.values.filter { held in !renewed.contains { $0.instance == held.instance && $0.number == held.number }
      }
      for lease in lost { state.held[lease.instance] = nil }
      return (lost.map(\.instance), state.onLoss)
    }
    for instance in lost { onLoss(instance) }
  }
}

extension LeaseKeeper {
  /// A keeper for a process that updates one widget or runs one handler, then ends.
  public convenience init(oneUpdateIn root: CompositionRoot, _ configuration: WidgetConfiguration) {
    self.init(
      store: root.services.snapshots, folder: RuntimeFolder(environment: root.environment),
      lifetime: max(LeaseKeeper.lifetime, configuration.budgets.updateTime + 10), renews: false)
  }
}

/// The name of a process holding leases, which tells others whether it's alive and where its socket is.
enum LeaseOwner {
  static func make() -> String {
    "\(getpid())-\(String(UInt64.random(in: .min ... .max), radix: 36))"
  }

  /// The process id.
  static func process(_ owner: String) -> pid_t? {
    owner.split(separator: "-").first.flatMap { pid_t($0) }.flatMap { $0 > 0 ? $0 : nil }
  }

  /// Whether a process is still running. When in doubt, yes: its leases expire anyway.
  static func isAlive(_ owner: String, in folder: RuntimeFolder) -> Bool {
    do throws(SystemError) {
      close(try LocalSocket.connection(to: folder.socket(of: owner)))
      return true
    } catch {
      switch error.code {
      // Nobody is listening: the process was killed and its socket stayed.
      case ECONNREFUSED: return false
      // A one-shot run has no socket.
      case ENOENT, ENOTDIR:
        guard let process = process(owner) else { return true }
        return kill(process, 0) == 0 || errno == EPERM
      default: return true
      }
    }
  }
}
