import WidgetModel
import WidgetServices

/// Everything host functions can reach beyond their arguments, one property each. A function's body gets only the one named in
/// its declaration.
struct HostCapabilities {
  private let session: HostSession
  private let function: HostFunction

  init(_ session: HostSession, of function: HostFunction) {
    self.session = session
    self.function = function
  }

  /// The user's language, time zone and clock.
  var localMoment: any LocalMoment {
    SessionMoment(locale: session.locale, timeZone: session.timeZone, clock: session.services.clock)
  }
  var cache: CacheAccess { CacheAccess(session) }
  var defaults: DefaultsAccess { DefaultsAccess(session) }
  var containers: ContainerAccess { ContainerAccess(session) }
  var device: DeviceAccess { DeviceAccess(session) }
  var media: MediaAccess { MediaAccess(session) }
  var audio: AudioAccess { AudioAccess(session) }
  var power: PowerAccess { PowerAccess(session) }
  var units: UnitAccess { UnitAccess(session) }
  var display: DisplayAccess { DisplayAccess(session) }
  var network: NetworkAccess { NetworkAccess(session) }
  var environment: [String: String] { session.services.environment }
  var programs: ProgramAccess { ProgramAccess(session) }
  var streams: StreamAccess { StreamAccess(session) }
  var opener: OpenerAccess { OpenerAccess(session) }
  var folders: FolderFileAccess { FolderFileAccess(session) }
  var clipboard: ClipboardAccess { ClipboardAccess(session) }
  var notifications: NotificationAccess { NotificationAccess(session) }
  /// The network; it reaches no host unless the function requires `net`.
  var fetching: FetchAccess {
    FetchAccess(
      session, policy: function.requires?.kind == .net ? session.policy : NetPolicy(scriptName: session.script.chunkName))
  }
  var translations: TranslationAccess { TranslationAccess(session) }
  var resources: ResourceAccess { ResourceAccess(session) }
  /// Shows a view before the update has ended.
  var redraw: (LuaValue) throws(HostError) -> Void { session.onRedraw }
}

private struct SessionMoment: LocalMoment {
  let locale: String
  let timeZone: String
  let clock: any WidgetClock

  func now() -> Double { clock.now() }
}
