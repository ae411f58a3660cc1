import WidgetModel
import WidgetServices
import WidgetSystem

/// Objects on one or both buses. luawidget says which method of which object to call; the filters in front of the buses have the list of
/// what may be called.
final class ObjectServices: BusServices {
  /// Seconds for a program to reply.
  private static let replyTime = 5.0
  /// Values of a reply that are read.
  private static let maximumValues = 5_000
  private static let daemon = "org.freedesktop.DBus"
  private static let missing = ["UnknownObject", "UnknownInterface", "UnknownMethod", "UnknownProperty"]

  private struct Watched {
    let signal: ServiceSignal
    var subscription: BusSubscription?
    var rate = SignalRate()
  }

  private let buses: [BusCall.Bus: Bus]
  private let signals: [ServiceSignal]
  private var watched: [Int: Watched] = [:]
  private var changes: Set<ServiceChange> = []

  init(_ buses: [BusCall.Bus: Bus], _ signals: [ServiceSignal]) {
    self.buses = buses
    self.signals = signals
  }

  var pollStates: [(descriptor: pollfd, milliseconds: Int32)] {
    let listening = SignalRate.milliseconds(until: watched.values.map(\.rate))
    return buses.values.map { bus in
      var state = bus.pollState
      if listening >= 0 { state.milliseconds = state.milliseconds < 0 ? listening : min(state.milliseconds, listening) }
      return state
    }
  }

  // MARK: Changes

  func process() throws -> Set<ServiceChange> {
    listenAgain()
    do {
      for bus in buses.values { try bus.process(limit: 256) { receive($1) } }
    } catch { throw ServiceEnd() }
    defer { changes = [] }
    return changes
  }

  func watch(_ topics: Set<ServiceTopic>) {
    for (index, signal) in signals.enumerated() {
      if !topics.contains(signal.topic) {
        watched[index] = nil
      } else if watched[index] == nil {
        watched[index] = Watched(signal: signal)
        listen(to: index)
        // Much may have changed since luawidget asked the last time.
        note(signal)
      }
    }
  }

  private func listen(to index: Int) {
    guard let signal = watched[index]?.signal else { return }
    if let call = signal.prerequisite {
      buses[signal.bus]?.send(call.destination, call.path, call.interface, call.member, within: Self.replyTime) { _ in }
    }
    watched[index]?.subscription = try? buses[signal.bus]?.watch(signal.rule, tag: index)
  }

  private func note(_ signal: ServiceSignal) { changes.insert(ServiceChange(signal.topic, signal.name)) }

  private func receive(_ message: BusMessage) {
    guard var signal = watched[message.tag], signal.rate.isListening else { return }
    // Only the bus itself says whose a name is.
    if signal.signal.isOwnerChange, message.sender != Self.daemon { return }
    if !signal.rate.count() { signal.subscription = nil }
    watched[message.tag] = signal
    note(signal.signal)
  }

  private func listenAgain() {
    for (index, signal) in watched where signal.rate.hasBeenSilent {
      watched[index]?.rate = SignalRate()
      listen(to: index)
      note(signal.signal)
    }
  }

  // MARK: Calls

  func call(_ call: ServiceCall, complete: @escaping (Result<LuaValue, ServiceError>) -> Void) {
    guard case .method(let method) = call else { return complete(.failure(.failed(reason: "this program cannot do that"))) }
    guard let bus = buses[method.bus] else {
      return complete(.failure(.unavailable(reason: "there is no D-Bus \(method.bus.rawValue)")))
    }
    bus.send(method.destination, method.path, method.interface, method.member, within: Self.replyTime) { message in
      for argument in method.arguments {
        switch argument {
        case .text(let text): message.append(text)
        case .number(let number): message.append(number)
        case .flag(let flag): message.append(flag)
        case .variant(let text): message.container("v", "s") { message.append(text) }
        }
      }
    } complete: { result in
      complete(
        result.map { reply in
          var budget = Self.maximumValues
          var values: [LuaValue] = []
          while let value = reply.readValue(&budget) { values.append(value) }
          return .array(values)
        }.mapError { Self.problem($0, with: method.destination) })
    }
  }

  static func problem(_ error: BusError, with service: String) -> ServiceError {
    if error.name == "\(daemon).Error.NoReply" { return .failed(reason: "\(service) did not reply") }
    if error.isMissingService { return .unavailable(reason: "\(service) isn't running") }
    if missing.contains(where: { error.name == "\(daemon).Error.\($0)" }) {
      return .unavailable(reason: "\(service) doesn't offer that here")
    }
    return .failed(reason: "\(service) refused: \(error.message)")
  }
}
