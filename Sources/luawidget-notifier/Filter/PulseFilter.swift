import WidgetSystem

/// Lets only the commands that ``PulseConnection`` needs reach the sound server.
///
/// A client of a sound server can do much more: listen to the microphone and to what other programs play, and load modules, which open
/// ports or write files. So the helper, which reads what the server says, has no connection of its own.
struct PulseFilter: RequestFilter {
  /// The service on the command line of the filter.
  static let word = "sound"

  /// Far more than any request of ours has: the volumes of 32 channels.
  private static let maximumLength = 1 << 10

  private static let commands: Set<PulseCommand> = [
    .getServerInfo, .getSinks, .getSources, .subscribe, .setSinkVolume, .setSourceVolume, .muteSink, .muteSource, .setDefaultSink,
    .setDefaultSource,
  ]

  /// The start of a frame whose rest hasn't arrived.
  private var pending: [UInt8] = []

  mutating func take(_ bytes: [UInt8]) -> [UInt8]? {
    pending += bytes
    var allowed: [UInt8] = []
    while let header = PulseFrame(pending[...]) {
      guard header.isCommand, header.length <= Self.maximumLength else { return nil }
      let length = PulseFrame.headerLength + header.length
      guard pending.count >= length else { break }
      guard isAllowed(Array(pending[PulseFrame.headerLength..<length])) else { return nil }
      allowed += pending[..<length]
      pending.removeFirst(length)
    }
    return allowed
  }

  private func isAllowed(_ payload: [UInt8]) -> Bool {
    var reader = PulseReader(payload)
    guard let command = (try? reader.number()).flatMap(PulseCommand.init), Self.commands.contains(command),
      (try? reader.number()) != nil
    else { return false }
    guard command == .subscribe else { return true }
    // Of sinks, sources and the server: nothing about clients and what they play.
    return (try? reader.number()).map { $0 & ~PulseConnection.mask == 0 } ?? false
  }

  /// Connects to the user's sound server, and begins with what tells it who we are. The helper never gets the cookie.
  static func connect(environment: [String: String]) -> FileDescriptor? {
    guard let service = PulseAddress(environment: environment)?.connect() else { return nil }
    var authentication = PulseWriter(.authenticate, tag: PulseConnection.authenticationTag)
    authentication.append(PulseConnection.version)
    authentication.append(bytes: PulseAddress.cookie(environment: environment))
    var name = PulseWriter(.setClientName, tag: PulseConnection.nameTag)
    name.append(properties: ["application.name": "luawidget"])
    guard (try? service.writeAll(authentication.frame + name.frame)) != nil else {
      service.close()
      return nil
    }
    return service
  }
}
