import WidgetHelpers
import WidgetModel
import WidgetServices
import WidgetSystem

/// The process next to a notifier that does what the sandbox refuses: storing scheduled notifications, and starting widgets to
/// receive responses. It reads nothing from the bus.
struct Attendant: ~Copyable {
  /// The attendant's descriptor for its notifier.
  static let descriptor: Int32 = 3
  private static let time = 10.0

  private var channel: FrameChannel

  /// Starts the attendant: this program with the argument `--attendant`.
  init(executable: String, environment: [String]) throws(SystemError) {
    let ends = try FrameChannel.pair()
    let theirs = FileDescriptor(rawValue: ends.theirs)
    defer { theirs.close() }
    do throws(SystemError) {
      _ = try ProcessLaunch(
        executable, ["luawidget-notifier", "--attendant"], environment: environment, descriptors: [Self.descriptor: theirs],
        directory: "/", closesOthers: true
      ).start()
    } catch {
      Libc.close(ends.ours)
      throw error
    }
    channel = FrameChannel(descriptor: ends.ours, maximumIncoming: 8 << 20, maximumOutgoing: 128 << 10)
  }

  mutating func scheduled() -> [UserNotification] {
    call("all").array?.compactMap(UserNotification.init(wire:)) ?? []
  }

  /// - Returns: Why it wasn't stored; nil if it was.
  mutating func save(_ notification: UserNotification) -> String? {
    let reply = call("save", notification.wire)
    return reply.boolean == true ? nil : reply.string ?? "the notifier cannot store it"
  }

  /// - Returns: Whether it was there.
  mutating func remove(_ key: String) -> Bool { call("remove", .string(key)).boolean == true }

  /// Starts the widget receiving a response.
  mutating func deliver(_ response: NotificationResponse, activationToken: String?) {
    _ = call("deliver", .array([response.wire, LuaValue(activationToken)]))
  }

  private mutating func call(_ name: String, _ argument: LuaValue = .null) -> LuaValue {
    let deadline = MonotonicTime.now() + Self.time
    let request = MessagePack.encode(.array([.string(name), argument]))
    guard (try? channel.send(request, deadline: deadline)) != nil, let reply = try? channel.receive(deadline: deadline) else {
      return .null
    }
    return (try? MessagePack.decode(reply)) ?? .null
  }
}

/// The attendant's side.
struct AttendantService {
  private let scheduled: any ScheduledNotificationStore
  private let environment: [String: String]

  init(environment: [String: String]) {
    self.environment = environment
    scheduled = FolderScheduledNotificationStore(root: StoreLocations(environment: environment).scheduledNotifications)
  }

  /// Serves until the notifier is gone.
  func run() {
    // Widgets that end leave nothing behind.
    signal(SIGCHLD, SIG_IGN)
    var channel = FrameChannel(descriptor: Attendant.descriptor, maximumIncoming: 128 << 10, maximumOutgoing: 8 << 20)
    while let payload = try? channel.receive(deadline: .infinity) {
      guard case .array(let parts)? = try? MessagePack.decode(payload), parts.count == 2 else { return }
      let reply = MessagePack.encode(perform(parts[0].string ?? "", parts[1]))
      guard (try? channel.send(reply, deadline: .infinity)) != nil else { return }
    }
  }

  private func perform(_ name: String, _ argument: LuaValue) -> LuaValue {
    switch name {
    case "all": return .array(((try? scheduled.all()) ?? []).map(\.wire))
    case "save":
      guard let notification = UserNotification(wire: argument) else { return "the notification is damaged" }
      do throws(StoreError) { try scheduled.save(notification) } catch { return .string("\(error)") }
      return true
    case "remove": return .boolean((try? scheduled.remove(argument.string ?? "")) == true)
    case "deliver":
      guard case .array(let parts) = argument, parts.count == 2, let response = NotificationResponse(wire: parts[0]) else {
        return false
      }
      return .boolean(deliver(response, activationToken: parts[1].string))
    default: return .null
    }
  }

  /// Starts `luawidget-commands notification-response` with the response on its standard input.
  private func deliver(_ response: NotificationResponse, activationToken: String?) -> Bool {
    guard let program = HelperProgram.commands.path, let input = try? Pipe() else { return false }
    defer { input.reader.close() }
    var environment = environment
    if let activationToken {
      environment["XDG_ACTIVATION_TOKEN"] = activationToken
      environment["DESKTOP_STARTUP_ID"] = activationToken
    }
    let launch = ProcessLaunch(
      program, ["luawidget", "notification-response"], environment: environment.map { "\($0.key)=\($0.value)" }.sorted(),
      descriptors: [0: input.reader], group: .session, directory: "/", closesOthers: true)
    let isStarted = (try? launch.start()) != nil
    // It fits into the pipe: a response is smaller than sixteen pages of memory, the least a pipe holds.
    if isStarted { try? input.writer.writeAll(MessagePack.encode(response.wire)) }
    input.writer.close()
    return isStarted
  }
}
