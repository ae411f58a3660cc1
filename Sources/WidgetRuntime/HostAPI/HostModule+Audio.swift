import WidgetModel
import WidgetServices

extension HostModule {
  static let audio = HostModule(
    "audio",
    """
    The user's sound server (PulseAudio or PipeWire): its outputs, called sinks, and its inputs, called sources. A volume is a number: 0 \
    is silent, 1 is as loud as it gets without amplification, and up to 1.5 is amplified, which may distort. Changes arrive with \
    `subscribe { audio = true }`. `docs/capabilities.md` says what this can tell about the user.
    """,
    [
      HostFunction(
        "audio.volume",
        """
        Returns the volume of a sink or a source, or nil and an error, of kind `unavailable` without a sound server or without that \
        sink or source. A muted one keeps its volume.
        """,
        target, returns: [HostField("volume", .optional(.number)), .error], requires: .service(.audio, .read)
      ).implemented(using: \.audio) { call, audio throws(HostError) in try audio.volume(call[0].string) },
      list("sinks", "Returns a list of the outputs, the default first.", .sink),
      list("sources", "Returns a list of the inputs, the default first. What a sink plays (its monitor) isn't one.", .source),
      HostFunction(
        "audio.set_volume", "Sets the volume of a sink or a source, and leaves its balance and whether it's muted. \(outcome)",
        HostField("volume", .numbers(0...AudioDevice.maximumVolume), "0 to 1; above 1 it's amplified"), target,
        returns: [HostField("done", .optional(.boolean)), .error], requires: .service(.audio, .control)
      ).implemented(using: \.audio) { call, audio throws(HostError) in
        try audio.control(call.name, call[1].string, .setVolume(call[0].double ?? 0))
      },
      HostFunction(
        "audio.mute", "Mutes a sink or a source, or ends that. \(outcome)",
        .optional("muted", .boolean, default: "true"), target, returns: [HostField("done", .optional(.boolean)), .error],
        requires: .service(.audio, .control)
      ).implemented(using: \.audio) { call, audio throws(HostError) in
        try audio.control(call.name, call[1].string, .mute(call[0].boolean ?? true))
      },
      HostFunction(
        "audio.set_default", "Makes a sink or a source the one that new streams use. \(outcome)",
        HostField("name", .string, "its `name`"), returns: [HostField("done", .optional(.boolean)), .error],
        requires: .service(.audio, .control)
      ).implemented(using: \.audio) { call, audio throws(HostError) in
        try audio.control(call.name, call.text(0), .makeDefault)
      },
    ])

  private static let outcome =
    "Returns true, or nil and an error, of kind `unavailable` if it or the sound server is gone and of kind `denied` for a tap on a page "
    + "in a browser elsewhere."

  private static let target = HostField.optional("name", .string, "its `name`", default: "the default sink")

  private static func list(_ name: String, _ summary: String, _ kind: AudioDevice.Kind) -> HostFunction {
    HostFunction(
      "audio.\(name)", "\(summary) Returns nil and an error of kind `unavailable` without a sound server.",
      returns: [HostField(name, .optional(.list(.named("AudioDevice")))), .error], requires: .service(.audio, .read),
      limits: "\(AudioDevice.limit) of them; 256 bytes per text"
    ).implemented(using: \.audio) { call, audio in audio.devices(call.name, kind) }
  }
}

/// The user's sound server.
struct AudioAccess {
  private let service: ServiceCaller

  init(_ session: HostSession) { service = ServiceCaller(session, "sound servers") }

  /// - Returns: `{ value = devices }` or `{ error = err }`.
  func devices(_ function: String, _ kind: AudioDevice.Kind) -> LuaValue {
    let sound = service.services.sound
    return service.read(function) { () throws(ServiceError) in
      try await sound.devices().filter { $0.kind == kind }
    } value: { devices in
      .array(
        devices.sorted { ($0.isDefault ? 0 : 1, $0.description, $0.name) < ($1.isDefault ? 0 : 1, $1.description, $1.name) }
          .map(value))
    }
  }

  /// - Parameter name: nil for the default sink.
  /// - Returns: `{ value = volume }` or `{ error = err }`.
  func volume(_ name: String?) throws(HostError) -> LuaValue {
    try check(name, "audio.volume")
    let sound = service.services.sound
    return service.read("audio.volume") { () throws(ServiceError) in
      guard let found = try await sound.devices().first(where: { $0.isNamed(name) }) else { throw AudioDevice.missing(name) }
      return found.volume
    } value: {
      .number($0)
    }
  }

  /// - Parameter name: nil for the default sink.
  /// - Returns: `{ value = true }` or `{ error = err }`.
  func control(_ function: String, _ name: String?, _ command: AudioCommand) throws(HostError) -> LuaValue {
    try check(name, function)
    let sound = service.services.sound
    return service.control(function) { () throws(ServiceError) in try await sound.control(name, command) }
  }

  private func check(_ name: String?, _ function: String) throws(HostError) {
    if let name, !AudioDevice.isValidName(name) {
      throw HostError("\(function): \(String(name.prefix(80)).quoted) is not the name of a sink or a source")
    }
  }

  private func value(_ device: AudioDevice) -> LuaValue {
    .table([
      "name": .string(device.name), "description": .string(device.description), "volume": .number(device.volume),
      "muted": .boolean(device.isMuted), "is_default": .boolean(device.isDefault),
    ])
  }
}
