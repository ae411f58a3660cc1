import CLinux
import CSystemd
import WidgetHelpers
import WidgetModel
import WidgetServices
import WidgetSystem

/// The program `luawidget-notifier`: shows a user's notifications on the desktop, and stays until the last one is closed or
/// responded to and nothing is scheduled. A single thread does everything.
struct NotifierService: ~Copyable {
  private let listener: FileDescriptor
  private var clients: [NotifierConnection]
  /// nil without a bus: every request is refused, and the notifier ends.
  private let desktop: Desktop?
  private let refusal: String
  private var attendant: Attendant
  private var board = NotificationBoard()

  private struct Desktop {
    let bus: Bus
    let server: NotificationServer
    let lock: ScreenLock
  }

  /// Runs a notifier unless one is already running.
  ///
  /// - Returns: The exit status.
  static func run(environment: [String: String]) -> Int32 {
    let first = NotifierConnection(descriptor: NotifierProtocol.descriptor)
    do throws(SystemError) {
      guard let executable = NotifierCommand.executable, let location = NotifierLocation(environment: environment) else {
        return 1
      }
      let folder = try location.folder(creating: true)
      let lock = try folder.descriptor.open(below: location.lockName, O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600)
      guard flock(lock.rawValue, LOCK_EX | LOCK_NB) == 0 else {
        first.send(.busy)
        return 0
      }
      let listener = try FolderSocket.listen(at: location.socketName, in: folder)
      var service = try NotifierService(listener, first: first, executable: executable, environment: environment)
      enterSandbox()
      first.send(.ready)
      service.run()
      // A program that just connected is disconnected and starts another notifier, which needs the lock. The name stays.
      listener.close()
      lock.close()
      return 0
    } catch {
      return 1
    }
  }

  /// Enters the sandbox before reading the bus's first message: only what's open can be used. The attendant, which isn't
  /// restricted, reads nothing from the bus.
  static func enterSandbox() {
    HelperLimits.enter(openFiles: 128)
    #if os(Linux)
      lw_enter_helper_sandbox(lw_notifier_policy(), nil, 0)
    #endif
  }

  private init(
    _ listener: FileDescriptor, first: NotifierConnection, executable: String, environment: [String: String]
  ) throws(SystemError) {
    self.listener = listener
    _ = fcntl(listener.rawValue, F_SETFL, O_NONBLOCK)
    clients = [first]
    attendant = try Attendant(executable: executable, environment: environment.map { "\($0.key)=\($0.value)" }.sorted())
    do throws(BusError) {
      let bus = try Bus(.session)
      desktop = Desktop(
        bus: bus, server: try NotificationServer(bus), lock: ScreenLock(session: bus, system: try? Bus(.system)))
      refusal = ""
    } catch {
      desktop = nil
      refusal = "the D-Bus session cannot be used: \(error.message)"
    }
    if desktop != nil { for notification in attendant.scheduled() { board.schedule(notification) } }
  }

  private mutating func run() {
    while true {
      showDue()
      // A call may have left signals behind, so check the bus before waiting.
      guard handleSignals(), !clients.isEmpty || (desktop != nil && !board.isEmpty) else { return }
      wait()
      acceptClients()
      for client in clients {
        for request in client.receive() { client.send(perform(request)) }
      }
      clients.removeAll { $0.isClosed }
    }
  }

  private func wait() {
    var polled = [pollfd(fd: listener.rawValue, events: Int16(POLLIN), revents: 0)]
    for client in clients { polled.append(pollfd(fd: client.descriptor, events: Int16(POLLIN), revents: 0)) }
    var milliseconds: Int32 = -1
    if let desktop {
      let state = desktop.bus.pollState
      polled.append(state.descriptor)
      milliseconds = state.milliseconds
    }
    if let due = board.nextDue {
      // At least once a minute: a computer that slept, or whose clock was set, shows what is due.
      let remaining = Int32(saturating: min(max((due - WallTime.now()) * 1000, 0), 60_000).rounded(.up))
      milliseconds = milliseconds < 0 ? remaining : min(milliseconds, remaining)
    }
    poll(&polled, nfds_t(polled.count), milliseconds)
  }

  private mutating func acceptClients() {
    while clients.count < 64 {
      let descriptor = accept(listener.rawValue, nil, nil)
      guard descriptor >= 0 else { return }
      clients.append(NotifierConnection(descriptor: descriptor))
    }
  }

  // MARK: Requests

  private mutating func perform(_ request: NotifierRequest) -> NotifierReply {
    guard desktop != nil else { return .failed(.unavailable(reason: refusal)) }
    switch request {
    case .resume: return .done
    case .cancel(let key):
      if board.unschedule(key) { _ = attendant.remove(key) }
      if let number = board.forget(key: key) { desktop?.server.close(number) }
      return .done
    case .post(let notification): return post(notification)
    }
  }

  private mutating func post(_ notification: UserNotification) -> NotifierReply {
    if let due = notification.dueAt, due > WallTime.now() {
      let limit = ScheduledNotificationLimits.count
      guard board.scheduledCount(of: notification.sender.instance, besides: notification.key) < limit else {
        return .failed(.tooMany(limit: limit))
      }
      if let reason = attendant.save(notification) { return .failed(.failed(reason: reason)) }
      board.schedule(notification)
      return .done
    }
    if board.unschedule(notification.key) { _ = attendant.remove(notification.key) }
    return show(notification)
  }

  private mutating func show(_ notification: UserNotification, note: String? = nil) -> NotifierReply {
    guard let desktop else { return .failed(.unavailable(reason: refusal)) }
    do throws(BusError) {
      let replaced = board.number(of: notification.key) ?? 0
      let shown = try desktop.server.show(notification, replacing: replaced, note: note)
      board.shown(notification, as: shown.number, offering: shown.actions)
      return .done
    } catch {
      let reason = "the notification server failed: \(error.message)"
      return .failed(error.isMissingService ? .unavailable(reason: "there is no notification server") : .failed(reason: reason))
    }
  }

  private mutating func showDue() {
    for notification in board.takeDue(at: WallTime.now()) {
      // Another process may have shown it.
      guard attendant.remove(notification.key) else { continue }
      if case .failed = show(notification) {
        // There's no server at the moment; the next host tries again.
        _ = attendant.save(notification)
      }
    }
  }

  // MARK: Responses

  /// - Returns: Whether the bus is still there.
  private mutating func handleSignals() -> Bool {
    guard let desktop else { return true }
    var events: [ServerEvent] = []
    do throws(BusError) {
      try desktop.bus.process { member, message in
        if let event = desktop.server.event(member, message) { events.append(event) }
      }
    } catch {
      return false
    }
    for event in events { handle(event, desktop) }
    return true
  }

  private mutating func handle(_ event: ServerEvent, _ desktop: Desktop) {
    switch event {
    case .closed(let number): board.forget(number: number)
    case .lost: board.forgetAllShown()
    case .activationToken(let number, let token): board.keep(token: token, for: number)
    case .action(let number, let id):
      // An action never offered isn't a response.
      guard let offered = board.actions(number).first(where: { $0.id == id && !$0.hasText }) else { return }
      respond(number, offered.response, text: nil, desktop)
    case .reply(let number, let text):
      guard let offered = board.actions(number).first(where: \.hasText) else { return }
      respond(number, offered.response, text: text, desktop)
    }
  }

  private mutating func respond(_ number: UInt32, _ id: String, text: String?, _ desktop: Desktop) {
    guard let notification = board.notification(number) else { return }
    let action = notification.actions.first { $0.id == id }
    let token = board.token(for: number)
    board.forget(number: number)
    if action?.requiresAuthentication == true, desktop.lock.isActive() {
      desktop.server.close(number)
      _ = show(notification, note: "Unlock the screen first.")
      return
    }
    attendant.deliver(NotificationResponse(to: notification, action: id, text: text), activationToken: token)
    desktop.server.close(number)
  }
}

/// Whether the screen is locked, according to the desktop or the system's session.
struct ScreenLock {
  let session: Bus
  /// nil without a system bus.
  let system: Bus?

  func isActive() -> Bool {
    let desktop = try? session.call(
      "org.freedesktop.ScreenSaver", "/org/freedesktop/ScreenSaver", "org.freedesktop.ScreenSaver", "GetActive")
    if desktop?.readFlag() == true { return true }
    let hint = try? system?.call(
      "org.freedesktop.login1", "/org/freedesktop/login1/session/auto", "org.freedesktop.DBus.Properties", "Get"
    ) {
      $0.append("org.freedesktop.login1.Session")
      $0.append("LockedHint")
    }
    guard let hint, hint.enter("v", "b") else { return false }
    return hint.readFlag() == true
  }
}
