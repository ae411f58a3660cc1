import WidgetHelpers
import WidgetSystem

/// Desktop notifications by way of `luawidget-notifier`, which is started with the first one.
package struct NotifierClient: Notifier {
  /// Seconds for a reply: the notification server itself may have to be started.
  private static let replyTime = 15.0
  /// Seconds for an ending notifier to make way for another.
  private static let changeTime = 5.0
  /// Seconds for the program starting the notifier.
  private static let startTime = 5.0

  private let executable: String?
  private let environment: [String: String]

  /// Doesn't start anything yet.
  ///
  /// - Parameters:
  ///   - executable: Path of `luawidget-notifier`; nil finds it next to the program.
  ///   - environment: The user's, passed on to the notifier and the widgets it starts.
  package init(executable: String? = nil, environment: [String: String]) {
    self.executable = executable
    self.environment = environment
  }

  package func post(_ notification: UserNotification) throws(NotificationError) { try perform(.post(notification)) }

  package func cancel(_ key: String) throws(NotificationError) { try perform(.cancel(key: key)) }

  package func resume() throws(NotificationError) { try perform(.resume) }

  private func perform(_ request: NotifierRequest) throws(NotificationError) {
    guard let executable = executable ?? HelperProgram.notifier.path else {
      throw .unavailable(reason: HelperProgram.notifier.missing)
    }
    guard hasBus else { throw .unavailable(reason: "there is no D-Bus session") }
    guard let location = NotifierLocation(environment: environment) else {
      throw .unavailable(reason: UserFolders.unknown("XDG_RUNTIME_DIR"))
    }
    let deadline = MonotonicTime.now() + Self.changeTime
    while true {
      let reply: NotifierReply?
      do throws(SystemError) {
        let folder = try location.folder(creating: true)
        if let socket = try? FolderSocket.connect(to: location.socketName, in: folder) {
          reply = Self.exchange(request, on: socket, isNew: false)
        } else {
          reply = Self.exchange(request, on: try start(executable), isNew: true)
        }
      } catch {
        throw .unavailable(reason: HelperProblem.cannotStart("\(error)").text(of: .notifier))
      }
      if let reply { return try Self.check(reply) }
      // It has just ended, or another one is starting.
      guard MonotonicTime.now() < deadline else { throw .unavailable(reason: Self.silence(Self.changeTime)) }
      usleep(10_000)
    }
  }

  /// Whether libsystemd would find a bus (sd_bus_open_user(3)).
  private var hasBus: Bool {
    if environment["DBUS_SESSION_BUS_ADDRESS"]?.isEmpty == false { return true }
    guard let folder = UserFolders(environment: environment).runtime else { return false }
    return access("\(folder)/bus", F_OK) == 0
  }

  /// - Returns: nil if the other side is gone, or isn't the serving notifier.
  private static func exchange(_ request: NotifierRequest, on socket: FileDescriptor, isNew: Bool) -> NotifierReply? {
    var channel = FrameChannel(
      descriptor: socket.rawValue, maximumIncoming: NotifierProtocol.maximumFrame, maximumOutgoing: NotifierProtocol.maximumFrame)
    let deadline = MonotonicTime.now() + replyTime
    do {
      if isNew, NotifierReply(decoding: try channel.receive(deadline: deadline)) != .ready { return nil }
      try channel.send(request.encoded, deadline: deadline)
      return NotifierReply(decoding: try channel.receive(deadline: deadline))
        ?? .failed(.failed(reason: HelperProblem.invalidMessage("not a reply").text(of: .notifier)))
    } catch {
      if case FrameChannel.Failure.deadline = error { return .failed(.unavailable(reason: silence(replyTime))) }
      return nil
    }
  }

  private static func check(_ reply: NotifierReply) throws(NotificationError) {
    switch reply {
    case .done: return
    case .failed(let error): throw error
    case .ready, .busy: throw .failed(reason: HelperProblem.invalidMessage("a second greeting").text(of: .notifier))
    }
  }

  /// Starts a notifier that outlives this program.
  ///
  /// - Returns: The connection to it.
  private func start(_ executable: String) throws(SystemError) -> FileDescriptor {
    var launch = HelperProcess.Launch(
      .notifier, executable, environment: environment.map { "\($0.key)=\($0.value)" }.sorted())
    launch.sockets = [NotifierProtocol.descriptor]
    launch.group = .session
    let started = try launch.start()
    // It starts the notifier proper and ends, so this program needn't wait for that one. If it doesn't end, it's killed.
    guard started.process.waitOrKill(after: Self.startTime) != .signalled(SIGKILL) else {
      Libc.close(started.socket)
      throw SystemError(code: ETIMEDOUT)
    }
    return FileDescriptor(rawValue: started.socket)
  }

  private static func silence(_ seconds: Double) -> String { HelperProblem.silent(seconds: seconds).text(of: .notifier) }
}
