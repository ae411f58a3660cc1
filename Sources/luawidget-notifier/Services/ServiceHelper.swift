import CLinux
import WidgetHelpers
import WidgetModel
import WidgetServices
import WidgetSystem

/// A program that asks a group of services on behalf of luawidget, which started it. A single thread does everything, and never waits
/// for a service.
final class ServiceHelper {
  /// Seconds between two messages about changes.
  static let interval = 0.25
  /// Seconds for luawidget to take a message.
  private static let writeTime = 5.0

  private var host = FrameChannel(
    descriptor: 0, maximumIncoming: ServiceProtocol.maximumRequest, maximumOutgoing: ServiceProtocol.maximumReply)
  private let services: any BusServices
  /// The changes that luawidget hasn't been told of.
  private var changes: Set<ServiceChange> = []
  private var lastChange = 0.0

  private init(_ services: any BusServices) { self.services = services }

  /// - Returns: The exit status.
  static func run(_ group: ServiceGroup, environment: [String: String]) -> Int32 {
    let services: any BusServices
    do throws(ServiceError) {
      services = try group.connect(environment: environment)
    } catch {
      services = NoServices(error)
    }
    enterSandbox()
    return ServiceHelper(services).serve() ? 0 : 1
  }

  /// Before the first message of the bus is read: only what's open can be used.
  static func enterSandbox() {
    HelperLimits.enter(openFiles: 64)
    #if os(Linux)
      lw_enter_helper_sandbox(lw_bus_policy(), nil, 0)
    #endif
  }

  /// - Returns: false if luawidget broke the protocol.
  private func serve() -> Bool {
    while true {
      do {
        while let payload = try host.receiveAvailable() {
          if payload == HelperMessage.alive {
            send(HelperMessage.alive)
          } else {
            try handle(try ServiceRequest(decoding: payload))
          }
        }
        // A request may have left signals behind, so check the bus before waiting.
        changes.formUnion(try services.process())
      } catch {
        return error is ServiceEnd || (error as? FrameChannel.Failure) == .closed
      }
      tellChanges()
      wait()
    }
  }

  private func handle(_ request: ServiceRequest) throws {
    switch request {
    case .greeting(ServiceProtocol.version): send(ServiceReply.greeting(version: ServiceProtocol.version).encoded)
    case .greeting(let version): throw HelperProtocolError("version \(version)")
    case .watch(let topics):
      services.watch(topics)
      changes = changes.filter { topics.contains($0.topic) }
    case .call(let id, let call):
      services.call(call) { [self] result in
        switch result {
        case .success(let value): send(ServiceReply.value(id: id, value).encoded)
        case .failure(let error): send(ServiceReply.failure(id: id, error).encoded)
        }
      }
    }
  }

  private func send(_ payload: [UInt8]) {
    try? host.send(payload, deadline: MonotonicTime.now() + Self.writeTime)
  }

  /// Flooding services cost luawidget four messages a second.
  private func tellChanges() {
    guard !changes.isEmpty, MonotonicTime.now() >= lastChange + Self.interval else { return }
    let told = changes.sorted { $0.name < $1.name }.prefix(ServiceProtocol.maximumChanges)
    send(ServiceReply.changed(Array(told)).encoded)
    changes = []
    lastChange = MonotonicTime.now()
  }

  private func wait() {
    var polled = [pollfd(fd: 0, events: Int16(POLLIN), revents: 0)]
    var milliseconds: Int32 = -1
    for state in services.pollStates {
      polled.append(state.descriptor)
      if state.milliseconds >= 0 { milliseconds = milliseconds < 0 ? state.milliseconds : min(milliseconds, state.milliseconds) }
    }
    if !changes.isEmpty {
      let remaining = Int32(saturating: max((lastChange + Self.interval - MonotonicTime.now()) * 1000, 0).rounded(.up))
      milliseconds = milliseconds < 0 ? remaining : min(milliseconds, remaining)
    }
    poll(&polled, nfds_t(polled.count), milliseconds)
  }
}

/// The connection of a group of services is gone, so the program ends.
struct ServiceEnd: Error {}

/// A group of services, on one or more buses or elsewhere.
protocol BusServices: AnyObject {
  /// Arguments for poll(2), as ``Bus/pollState``.
  var pollStates: [(descriptor: pollfd, milliseconds: Int32)] { get }

  /// Handles whatever has arrived.
  ///
  /// - Returns: Changes of what's watched.
  /// - Throws: ``ServiceEnd``
  func process() throws -> Set<ServiceChange>

  /// Listens for changes of these, and of nothing else.
  func watch(_ topics: Set<ServiceTopic>)

  /// Begins a call. The result comes at once, or while ``process()`` runs.
  func call(_ call: ServiceCall, complete: @escaping (Result<LuaValue, ServiceError>) -> Void)
}

/// Nothing to connect to: every call fails, and the program then ends, so that the next call tries again.
private final class NoServices: BusServices {
  private let problem: ServiceError
  private var hasFailed = false

  init(_ problem: ServiceError) { self.problem = problem }

  var pollStates: [(descriptor: pollfd, milliseconds: Int32)] { [] }

  func process() throws -> Set<ServiceChange> {
    if hasFailed { throw ServiceEnd() }
    return []
  }

  func watch(_ topics: Set<ServiceTopic>) { hasFailed = !topics.isEmpty }

  func call(_ call: ServiceCall, complete: @escaping (Result<LuaValue, ServiceError>) -> Void) {
    complete(.failure(problem))
    hasFailed = true
  }
}
