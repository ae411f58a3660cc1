import WidgetModel
import WidgetServices

/// Questions and orders to the sound server.
extension PulseConnection {
  func call(_ call: ServiceCall, complete: @escaping (Result<LuaValue, ServiceError>) -> Void) {
    let complete = { [weak self] (result: Result<LuaValue, ServiceError>) in
      if self?.problem != nil { self?.hasFailed = true }
      complete(result)
    }
    switch call {
    case .audioDevices:
      whenReady { [weak self] in
        self?.devices { complete($0.map { .array($0.map(\.device.wire)) }) }
      }
    case .audio(let name, let command):
      whenReady { [weak self] in self?.control(name, command, complete: complete) }
    default: complete(.failure(.failed(reason: "this program cannot do that")))
    }
  }

  /// Asks for the sinks, the sources and the defaults.
  private func devices(_ complete: @escaping (Result<[PulseDevice], ServiceError>) -> Void) {
    var defaults: [AudioDevice.Kind: String] = [:]
    var found: [PulseDevice] = []
    var remaining = 3
    func finish(_ result: Result<PulseReader, ServiceError>, _ read: (inout PulseReader) throws(PulseProblem) -> Void) {
      guard remaining > 0 else { return }
      switch result {
      case .success(var reader):
        do throws(PulseProblem) { try read(&reader) } catch {
          remaining = 0
          complete(.failure(Self.strange))
          return end(Self.strange)
        }
        remaining -= 1
      case .failure(let error):
        remaining = 0
        return complete(.failure(error))
      }
      guard remaining == 0 else { return }
      for index in found.indices {
        found[index].device.isDefault = found[index].device.name == defaults[found[index].device.kind]
      }
      complete(.success(found))
    }
    send(.getServerInfo) { finish($0) { reader throws(PulseProblem) in defaults = try Self.defaults(&reader) } }
    for (kind, command) in [(AudioDevice.Kind.sink, PulseCommand.getSinks), (.source, .getSources)] {
      send(command) { finish($0) { reader throws(PulseProblem) in found += try Self.list(kind, &reader) } }
    }
  }

  private static func defaults(_ reader: inout PulseReader) throws(PulseProblem) -> [AudioDevice.Kind: String] {
    // The program, its version, the user and the machine.
    for _ in 0..<4 { _ = try reader.text() }
    try reader.skipSampleSpecification()
    return [.sink: try reader.text() ?? "", .source: try reader.text() ?? ""]
  }

  private static func list(_ kind: AudioDevice.Kind, _ reader: inout PulseReader) throws(PulseProblem) -> [PulseDevice] {
    var devices: [PulseDevice] = []
    while !reader.isAtEnd, devices.count < AudioDevice.limit {
      if let device = try PulseDevice(kind, &reader) { devices.append(device) }
    }
    return devices
  }

  private func control(
    _ name: String?, _ command: AudioCommand, complete: @escaping (Result<LuaValue, ServiceError>) -> Void
  ) {
    devices { [weak self] result in
      guard let self else { return }
      switch result {
      case .failure(let error): complete(.failure(error))
      case .success(let devices):
        guard let found = devices.first(where: { $0.device.isNamed(name) }) else {
          return complete(.failure(AudioDevice.missing(name)))
        }
        self.control(found, command) { complete($0.map { _ in true }) }
      }
    }
  }

  private func control(
    _ found: PulseDevice, _ command: AudioCommand, complete: @escaping (Result<PulseReader, ServiceError>) -> Void
  ) {
    let isSink = found.device.kind == .sink
    switch command {
    case .setVolume(let volume):
      send(isSink ? .setSinkVolume : .setSourceVolume, complete) {
        $0.append(found.index)
        $0.append(String?.none)
        $0.append(volumes: found.volumes(at: volume))
      }
    case .mute(let isMuted):
      send(isSink ? .muteSink : .muteSource, complete) {
        $0.append(found.index)
        $0.append(String?.none)
        $0.append(isMuted)
      }
    case .makeDefault:
      send(isSink ? .setDefaultSink : .setDefaultSource, complete) { $0.append(found.device.name) }
    }
  }
}
