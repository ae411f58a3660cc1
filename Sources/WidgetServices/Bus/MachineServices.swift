import Synchronization
public import WidgetModel

/// Objects of services on the buses of this machine.
public protocol ServiceBus: Sendable {
  /// Calls a method of a program that runs; none is started.
  ///
  /// - Returns: The values of its reply, which nobody has checked.
  func call(_ call: BusCall) async throws(ServiceError) -> [LuaValue]

  /// Listens for changes until the result is gone.
  ///
  /// - Parameter onChange: Receives what may have changed, from any thread.
  func watch(_ topic: ServiceTopic, _ onChange: @escaping @Sendable (String) -> Void) -> ServiceWatch

}

/// The services of this machine besides media players.
public protocol MachineServices: ServiceBus {
  /// systemd's objects of these units, and nothing else.
  func units(_ names: [String]) -> any ServiceBus

  /// Keeps the machine from going to sleep when nobody uses it.
  ///
  /// - Parameter reason: A text for the user.
  func inhibitSleep(_ reason: String) async throws(ServiceError) -> any SleepInhibition
}

/// Keeps the machine awake as long as it exists and hasn't ended.
public protocol SleepInhibition: Sendable {
  /// Whether the machine may sleep again, because a program has ended.
  var hasEnded: Bool { get }
}

extension ServiceBus {
  /// All properties of an object's interface.
  func properties(_ bus: BusCall.Bus, _ destination: String, _ path: String, of interface: String) async throws(ServiceError)
    -> LuaValue
  {
    try await call(.properties(bus, destination, path, of: interface)).first ?? .null
  }
}

/// A machine without such services.
public struct NoMachineServices: MachineServices {
  private static let none = ServiceError.unavailable(reason: "there is no D-Bus system")

  public init() {}

  public func call(_ call: BusCall) async throws(ServiceError) -> [LuaValue] { throw Self.none }
  public func watch(_ topic: ServiceTopic, _ onChange: @escaping @Sendable (String) -> Void) -> ServiceWatch { ServiceWatch {} }
  public func inhibitSleep(_ reason: String) async throws(ServiceError) -> any SleepInhibition { throw Self.none }
  public func units(_ names: [String]) -> any ServiceBus { self }
}

/// Services in memory: objects with properties, and a record of every other call.
public final class MemoryMachineServices: MachineServices {
  private struct State {
    var objects: [String: [String: LuaValue]] = [:]
    /// Other names of units.
    var aliases: [String: String] = [:]
    var problem: ServiceError?
    var calls: [String] = []
    var watchers: [Int: (topic: ServiceTopic, onChange: @Sendable (String) -> Void)] = [:]
    var last = 0
    var inhibitions: [Int: String] = [:]
  }

  private final class Inhibition: SleepInhibition {
    let watch: ServiceWatch
    let hasEnded = false

    init(_ watch: ServiceWatch) { self.watch = watch }
  }

  private let state = Mutex(State())

  public init() {}

  /// The calls so far, without questions: `SetBrightness backlight intel 5`.
  public var calls: [String] { state.withLock { $0.calls } }
  public func watchers(of topic: ServiceTopic) -> Int {
    state.withLock { state in state.watchers.values.count { $0.topic == topic } }
  }
  /// Why the machine may not sleep.
  public var inhibitions: [String] { state.withLock { $0.inhibitions.values.sorted() } }

  /// Adds properties of an object's interface, or removes it, and tells who listens.
  public func set(
    _ path: String, _ interface: String, _ properties: [String: LuaValue]?, _ topic: ServiceTopic? = nil, _ name: String = "",
    on bus: BusCall.Bus = .system
  ) {
    let watchers = state.withLock { state in
      let key = "\(bus) \(path) \(interface)"
      let old = state.objects[key] ?? [:]
      state.objects[key] = properties.map { old.merging($0) { $1 } }
      return state.watchers.values.filter { $0.topic == topic }
    }
    for watcher in watchers { watcher.onChange(name) }
  }

  /// Gives a unit of systemd another name.
  public func alias(_ alias: String, of name: String) { state.withLock { $0.aliases[alias] = name } }

  public func units(_ names: [String]) -> any ServiceBus { self }

  /// Makes every call fail; nil ends that.
  public func fail(_ problem: ServiceError?) { state.withLock { $0.problem = problem } }

  public func call(_ call: BusCall) async throws(ServiceError) -> [LuaValue] {
    try state.withLock { state throws(ServiceError) in
      if let problem = state.problem { throw problem }
      if call.member == "GetAll", case .text(let interface)? = call.arguments.first {
        guard let properties = state.objects["\(call.bus) \(call.path) \(interface)"] else {
          throw .unavailable(reason: "\(call.destination) isn't running")
        }
        return [.table(properties)]
      }
      if call.member == "Get", case .text(let interface)? = call.arguments.first, case .text(let name)? = call.arguments.last {
        guard let value = state.objects["\(call.bus) \(call.path) \(interface)"]?[name] else {
          throw .unavailable(reason: "\(call.destination) isn't running")
        }
        return [value]
      }
      let words = call.arguments.map { argument in
        switch argument {
        case .text(let text), .variant(let text): text
        case .number(let number): "\(number)"
        case .flag(let flag): "\(flag)"
        }
      }
      if call.member == "LoadUnit" { return [.string(UnitName.path(state.aliases[words[0]] ?? words[0]))] }
      state.calls.append(([call.member] + words).joined(separator: " "))
      if call.member == "Set", words.count == 3 {
        state.objects["\(call.bus) \(call.path) \(words[0])", default: [:]][words[1]] = .string(words[2])
      }
      return []
    }
  }

  public func watch(_ topic: ServiceTopic, _ onChange: @escaping @Sendable (String) -> Void) -> ServiceWatch {
    let number = state.withLock { state in
      state.last += 1
      state.watchers[state.last] = (topic, onChange)
      return state.last
    }
    return ServiceWatch { [weak self] in self?.state.withLock { _ = $0.watchers.removeValue(forKey: number) } }
  }

  public func inhibitSleep(_ reason: String) async throws(ServiceError) -> any SleepInhibition {
    let number = try state.withLock { state throws(ServiceError) in
      if let problem = state.problem { throw problem }
      state.last += 1
      state.inhibitions[state.last] = reason
      return state.last
    }
    return Inhibition(ServiceWatch { [weak self] in self?.state.withLock { _ = $0.inhibitions.removeValue(forKey: number) } })
  }
}
