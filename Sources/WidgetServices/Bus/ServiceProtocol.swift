package import WidgetHelpers
package import WidgetModel

/// The protocol between luawidget and the program that speaks to services of D-Bus and the sound server for it (`docs/protocol.md`).
package enum ServiceProtocol {
  package static let version: Int64 = 3
  /// Bytes of a frame to it and from it.
  package static let maximumRequest = 16 << 10
  package static let maximumReply = 1 << 20
  /// Changes in a message.
  package static let maximumChanges = 64
  package static let limits = HelperMessage.Limits(depth: 10, values: 20_000)

  enum Number: Int64 { case greeting, call, watch }
  enum ReplyNumber: Int64 { case greeting, value, failure, changed }
}

/// The services that a program may reach, one process for each group: a filter lets it call only these.
package enum ServiceGroup: Sendable, Equatable {
  /// Media players (MPRIS).
  case media
  /// The sound server, which isn't on a bus.
  case audio
  /// Services of the system bus: UPower, power profiles.
  case machine
  /// One lock of logind that keeps the machine awake, until the program ends.
  case inhibitor
  /// These units of systemd.
  case units([String])

  /// The command line's words for it.
  package var arguments: [String] {
    switch self {
    case .media: ["media"]
    case .audio: ["audio"]
    case .machine: ["machine"]
    case .inhibitor: ["inhibitor"]
    case .units(let names): ["units"] + names
    }
  }

  package init?(arguments: ArraySlice<String>) {
    switch (arguments.first, arguments.count) {
    case ("media", 1): self = .media
    case ("audio", 1): self = .audio
    case ("machine", 1): self = .machine
    case ("inhibitor", 1): self = .inhibitor
    case ("units", 2...): self = .units(Array(arguments.dropFirst()))
    default: return nil
    }
  }
}

extension ServiceGroup {
  /// The environment variables that lead its program to the services.
  var variables: [String] {
    switch self {
    case .audio: ["PULSE_SERVER", "PULSE_COOKIE", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "HOME"]
    case .media, .machine, .inhibitor, .units:
      ["DBUS_SESSION_BUS_ADDRESS", "DBUS_SYSTEM_BUS_ADDRESS", "XDG_RUNTIME_DIR", "HOME"]
    }
  }
}

/// A call of a service.
package enum ServiceCall: Sendable, Equatable {
  /// All media players.
  case players
  case control(player: String, MediaCommand)
  /// All sinks and sources.
  case audioDevices
  /// Something about a sink or a source, by its name; nil is the default sink.
  case audio(String?, AudioCommand)
  /// Any method that the filter lets through.
  case method(BusCall)
  /// Keeps the machine awake.
  case inhibit(reason: String)

  var wire: [LuaValue] {
    switch self {
    case .players: ["players"]
    case .control(let player, let command): ["control", .string(player), .string(command.name), LuaValue(command.position)]
    case .audioDevices: ["audio_devices"]
    case .audio(let name, let command): ["audio", LuaValue(name)] + command.wire
    case .method(let call): ["method"] + call.wire
    case .inhibit(let reason): ["inhibit", .string(reason)]
    }
  }

  init?(wire: ArraySlice<LuaValue>) {
    let parts = Array(wire)
    switch (parts.first?.string, parts.count) {
    case ("players", 1): self = .players
    case ("control", 4):
      guard let player = parts[1].string, let name = parts[2].string, let command = MediaCommand(name, position: parts[3].double)
      else { return nil }
      self = .control(player: player, command)
    case ("audio_devices", 1): self = .audioDevices
    case ("audio", 4):
      guard parts[1].isNull || parts[1].string != nil, let command = AudioCommand(wire: wire.dropFirst(2)) else { return nil }
      self = .audio(parts[1].string, command)
    case ("method", _):
      guard let call = BusCall(wire: wire.dropFirst()) else { return nil }
      self = .method(call)
    case ("inhibit", 2):
      guard let reason = parts[1].string else { return nil }
      self = .inhibit(reason: reason)
    default: return nil
    }
  }
}

/// A message to the program.
package enum ServiceRequest: Sendable, Equatable {
  case greeting(version: Int64)
  case call(id: Int64, ServiceCall)
  /// Whose changes to tell.
  case watch(Set<ServiceTopic>)

  package var encoded: [UInt8] {
    switch self {
    case .greeting(let version): HelperMessage.encode(ServiceProtocol.Number.greeting, [.integer(version)])
    case .call(let id, let call): HelperMessage.encode(ServiceProtocol.Number.call, [.integer(id)] + call.wire)
    case .watch(let topics):
      HelperMessage.encode(ServiceProtocol.Number.watch, [.array(topics.map(\.rawValue).sorted().map { .string($0) })])
    }
  }

  package init(decoding payload: [UInt8]) throws(HelperProtocolError) {
    let message = try HelperMessage(decoding: payload, ServiceProtocol.limits)
    switch ServiceProtocol.Number(rawValue: message.number) {
    case .greeting: self = .greeting(version: try message.id())
    case .call:
      guard let call = ServiceCall(wire: message.parts.dropFirst(2)) else { throw HelperProtocolError("an unknown call") }
      self = .call(id: try message.id(), call)
    case .watch:
      guard message.parts.count == 2, let names = message.parts[1].array else { throw HelperProtocolError("not a watch") }
      let topics = names.compactMap { $0.string.flatMap(ServiceTopic.init) }
      guard topics.count == names.count else { throw HelperProtocolError("an unknown topic") }
      self = .watch(Set(topics))
    case nil: throw HelperProtocolError("an unknown message")
    }
  }
}

/// A message from the program. What a service said is in values that nobody has checked.
package enum ServiceReply: Sendable, Equatable {
  case greeting(version: Int64)
  case value(id: Int64, LuaValue)
  case failure(id: Int64, ServiceError)
  case changed([ServiceChange])

  package var encoded: [UInt8] {
    switch self {
    case .greeting(let version): HelperMessage.encode(ServiceProtocol.ReplyNumber.greeting, [.integer(version)])
    case .value(let id, let value): HelperMessage.encode(ServiceProtocol.ReplyNumber.value, [.integer(id), value])
    case .failure(let id, let error):
      HelperMessage.encode(
        ServiceProtocol.ReplyNumber.failure, [.integer(id), .boolean(error.isUnavailable), .string(error.reason)])
    case .changed(let changes):
      HelperMessage.encode(
        ServiceProtocol.ReplyNumber.changed, [.array(changes.map { [.string($0.topic.rawValue), .string($0.name)] })])
    }
  }

  package init(decoding payload: [UInt8]) throws(HelperProtocolError) {
    let message = try HelperMessage(decoding: payload, ServiceProtocol.limits)
    switch ServiceProtocol.ReplyNumber(rawValue: message.number) {
    case .greeting: self = .greeting(version: try message.id())
    case .value:
      guard message.parts.count == 3 else { throw HelperProtocolError("not a value") }
      self = .value(id: try message.id(), message.parts[2])
    case .failure:
      guard message.parts.count == 4, let isUnavailable = message.parts[2].boolean, let reason = message.parts[3].string else {
        throw HelperProtocolError("not a failure")
      }
      let text = ServiceText.cleaned(reason, limit: 300) ?? ""
      self = .failure(id: try message.id(), isUnavailable ? .unavailable(reason: text) : .failed(reason: text))
    case .changed:
      guard message.parts.count == 2, let changes = message.parts[1].array, changes.count <= ServiceProtocol.maximumChanges else {
        throw HelperProtocolError("not a change")
      }
      self = .changed(
        try changes.map { change throws(HelperProtocolError) in
          guard let topic = change.array?.first?.string.flatMap(ServiceTopic.init), let name = change.array?.last?.string else {
            throw HelperProtocolError("an unknown change")
          }
          return ServiceChange(topic, ServiceText.cleaned(name, limit: 256) ?? "")
        })
    case nil: throw HelperProtocolError("an unknown message")
    }
  }
}
