import WidgetModel
import WidgetServices
import WidgetSystem

/// A lock of logind that keeps the machine from going to sleep (`org.freedesktop.login1.Manager.Inhibit`). It lasts as long as the
/// program has the descriptor, so until luawidget ends it.
///
/// A filter couldn't pass on the descriptor, so this program has a connection to the system bus; it's closed when logind has replied.
final class SleepInhibitor: BusServices {
  private var bus: Bus?
  private var lock: FileDescriptor?

  init(_ bus: Bus) { self.bus = bus }

  var pollStates: [(descriptor: pollfd, milliseconds: Int32)] { (bus?.pollState).map { [$0] } ?? [] }

  func process() throws -> Set<ServiceChange> {
    do { try bus?.process(limit: 256) { _, _ in } } catch { throw ServiceEnd() }
    if lock != nil { bus = nil }
    return []
  }

  func watch(_ topics: Set<ServiceTopic>) {}

  func call(_ call: ServiceCall, complete: @escaping (Result<LuaValue, ServiceError>) -> Void) {
    guard case .inhibit(let reason) = call, let bus else {
      return complete(.failure(.failed(reason: "this program cannot do that")))
    }
    bus.send(Power.logind, Power.logindPath, Power.logindInterface, "Inhibit", within: 5) { message in
      for text in ["idle:sleep", "luawidget", reason, "block"] { message.append(text) }
    } complete: { [weak self] result in
      complete(
        result.mapError { ObjectServices.problem($0, with: Power.logind) }.flatMap { reply in
          guard let descriptor = reply.readDescriptor() else { return .failure(.failed(reason: "logind gave no lock")) }
          self?.lock = descriptor
          return .success(true)
        })
    }
  }
}
