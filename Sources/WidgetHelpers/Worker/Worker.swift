public import WidgetModel
import WidgetSystem

/// A running `luawidget-worker`: speaks the protocol, enforces deadlines, and reports how each call ended.
///
/// Not `Sendable`: it has a single owner, on a thread that can block. Only ``canceller`` crosses threads.
public final class Worker {
  static let protocolVersion: Int64 = 1

  private let process: SpawnedProcess
  private var channel: FrameChannel
  private var budgets: Budgets
  private var isDead = false
  private var isHandshakeDone = false
  /// Seconds of the current call, including its host calls.
  private var timeLimit = 0.0
  /// The line and phase the worker ended itself in.
  private var stopped: (location: SourceLocation, phase: Phase?)?
  /// The active sandbox features, as the worker reports them.
  public private(set) var sandbox = WorkerSandbox()
  /// The cost of the latest call.
  public private(set) var statistics = WorkerStatistics()

  /// Shortens the texts of log lines and errors to their limits.
  public var shorten: TextShortening = { String(cutting: $0, to: $1) }

  /// Ends the worker from any thread.
  public let canceller: WorkerCanceller

  /// Starts a worker and exchanges the first messages with it; see ``init(starting:prelude:api:budgets:seed:fixedTime:)``.
  public convenience init(
    executable: String, prelude: [UInt8]? = nil, api: [UInt8] = Worker.emptyAPI, budgets: Budgets, seed: Int64,
    fixedTime: Double? = nil
  ) throws(WorkerError) {
    try self.init(starting: executable, prelude: prelude, api: api, budgets: budgets, seed: seed, fixedTime: fixedTime)
    try awaitHandshake()
  }

  /// Starts a worker without waiting for its first message. The first call does that.
  ///
  /// - Parameters:
  ///   - executable: Path of `luawidget-worker`.
  ///   - prelude: Lua text to run instead of the worker's built-in prelude, for tests.
  ///   - api: The host functions as the prelude reads them: one MessagePack value.
  ///   - seed: The seed of `math.random`.
  ///   - fixedTime: Seconds since 1970 shown by the script's clock; nil for the real time.
  public init(
    starting executable: String, prelude: [UInt8]? = nil, api: [UInt8] = Worker.emptyAPI, budgets: Budgets, seed: Int64,
    fixedTime: Double? = nil
  ) throws(WorkerError) {
    var launch = HelperProcess.Launch(.worker, executable)
    launch.sockets = [3]
    do throws(SystemError) {
      let started = try launch.start()
      channel = FrameChannel(descriptor: started.socket, maximumIncoming: launch.maximumIncoming)
      process = started.process
    } catch {
      throw .cannotStart(path: executable, reason: error.description)
    }
    canceller = WorkerCanceller(process)
    self.budgets = budgets

    var config = budgets.wire
    config["seed"] = .integer(seed)
    if let prelude { config["prelude"] = LuaValue(stringBytes: prelude) }
    if let fixedTime { config["now"] = .number(fixedTime) }
    try send(Self.hello(config, api: api), .load, handshakeDeadline)
  }

  /// A table without fields.
  public static let emptyAPI = MessagePack.encode([:])

  /// The first message: its number, the version, and the configuration. The API isn't encoded again for each worker.
  private static func hello(_ config: [String: LuaValue], api: [UInt8]) -> [UInt8] {
    var frame: [UInt8] = []
    MessagePack.appendListHead(3, to: &frame)
    MessagePack.append(.integer(WorkerCall.hello.rawValue), to: &frame)
    MessagePack.append(.integer(protocolVersion), to: &frame)
    MessagePack.appendMapHead(config.count + 1, to: &frame)
    MessagePack.append("api", to: &frame)
    frame += api
    for (key, value) in config.sorted(by: { $0.key < $1.key }) {
      MessagePack.append(.string(key), to: &frame)
      MessagePack.append(value, to: &frame)
    }
    return frame
  }

  /// Twice the usual time from now: a busy machine can take long to start a process.
  private var handshakeDeadline: Double { MonotonicTime.now() + 2 * budgets.overdue(.load) + 2 }

  private func awaitHandshake() throws(WorkerError) {
    guard !isHandshakeDone else { return }
    isHandshakeDone = true
    guard case .ready(let version, let sandbox) = try receive(.load, handshakeDeadline) else {
      throw fail(.protocolViolation("no handshake"))
    }
    self.sandbox = sandbox
    guard version == Self.protocolVersion else { throw fail(.versionMismatch) }
  }

  /// Lowers the worker's budgets from now on. Its memory limit never rises.
  public func lower(to lowered: Budgets) throws(WorkerError) {
    var lowered = lowered
    lowered.memory = min(budgets.memory, lowered.memory)
    guard lowered != budgets else { return }
    budgets = lowered
    try send([.integer(WorkerCall.limits.rawValue), .table(budgets.wire)], .load, MonotonicTime.now() + budgets.overdue(.load))
  }

  /// Calls an entry of the prelude and handles its host calls until it returns.
  ///
  /// - Parameters:
  ///   - deadline: When the whole call, including host calls, must be over, as a ``MonotonicTime``.
  ///   - limit: Seconds until then, for the error; nil is the budget of an update.
  ///   - onLog: Receives every line the script prints meanwhile.
  ///   - onHostCall: Handles a host call; it may block. The worker isn't timed meanwhile, but this thread's processor time is
  ///     (``Budgets``).
  /// - Throws: ``WorkerError``. After anything but `.script` the worker is gone; start a new one.
  public func call(
    _ entry: String, _ arguments: [LuaValue], phase: Phase, deadline: Double, limit: Double? = nil,
    onLog: (ConsoleLine) -> Void, onHostCall: (_ name: String, _ arguments: [LuaValue]) -> HostReply
  ) throws(WorkerError) -> LuaValue {
    guard !isDead else { throw .crashed(process.wait()) }
    timeLimit = limit ?? budgets.updateTime
    try awaitHandshake()
    try send([.integer(WorkerCall.call.rawValue), .string(entry), .array(arguments), .string(phase.rawValue)], phase, deadline)
    var silence = MonotonicTime.now() + budgets.overdue(phase)
    var lines = 0
    var refusalCause: Failure?
    // This thread waits for the worker without using the processor.
    let before = ThreadTime.now()
    while true {
      switch try receive(phase, min(deadline, silence), isWholeCall: deadline <= silence) {
      case .log(let line):
        // The worker stops at the limit by itself; a compromised one can't flood the console.
        lines += 1
        if lines <= WorkerMessage.maximumLogLines { onLog(line) }
      case .returned(let value, let statistics):
        self.statistics = statistics
        return value
      case .raised(var error, let statistics):
        self.statistics = statistics
        if error.origin == .refusal { error.cause = refusalCause }
        throw .script(error)
      case .hostCall(let name, let arguments):
        let reply = onHostCall(name, arguments)
        if canceller.isCancelled { throw fail(.cancelled) }
        guard MonotonicTime.now() < deadline else { throw fail(.updateTimeout(seconds: timeLimit)) }
        let most = budgets.hostMilliseconds(phase)
        guard (ThreadTime.now() - before) * 1000 < Double(most) else {
          throw fail(.killedHostCPU(phase, milliseconds: most, call: name))
        }
        switch reply {
        case .value(let value):
          if try !self.reply(value, to: name, phase, deadline) { refusalCause = nil }
        case .refused(let reason, let cause):
          refusalCause = cause
          try refuse(reason, phase, deadline)
        case .abort(let failure): throw fail(.aborted(failure))
        }
        silence = MonotonicTime.now() + budgets.overdue(phase)
      case .stopped(let location, let phase): stopped = (location, phase)
      case .ready:
        throw fail(.protocolViolation("a second handshake"))
      }
    }
  }

  /// Whether the process is running. A worker can die between two calls.
  public var isAlive: Bool { !isDead && !process.hasEnded }

  /// Reaps the worker's process whenever it ends, even between two calls. For programs that keep workers.
  public func reapWhenEnded() { process.reapWhenEnded() }

  /// Ends the worker. Its script won't run another instruction.
  public func kill() {
    isDead = true
    process.kill()
    _ = process.wait()
  }

  /// Sends the result of a host call. A result that does not fit into a frame is an error in the script.
  ///
  /// - Returns: Whether it fits.
  private func reply(_ value: LuaValue, to name: String, _ phase: Phase, _ deadline: Double) throws(WorkerError) -> Bool {
    let message: LuaValue = [.integer(WorkerCall.answer.rawValue), .boolean(true), value]
    let size = MessagePack.size(of: message)
    guard size <= channel.maximumOutgoing else {
      let most = channel.maximumOutgoing >> 20
      try refuse("\(name): the result is too large: \(size) bytes; the limit is \(most) MiB", phase, deadline)
      return false
    }
    try send(MessagePack.encode(message), phase, deadline)
    return true
  }

  private func refuse(_ reason: String, _ phase: Phase, _ deadline: Double) throws(WorkerError) {
    try send([.integer(WorkerCall.answer.rawValue), .boolean(false), ["message": .string(reason)]], phase, deadline)
  }

  private func send(_ parts: [LuaValue], _ phase: Phase, _ deadline: Double) throws(WorkerError) {
    try send(MessagePack.encode(.array(parts)), phase, deadline)
  }

  private func send(_ payload: [UInt8], _ phase: Phase, _ deadline: Double) throws(WorkerError) {
    do {
      try channel.send(payload, deadline: deadline)
    } catch .tooLarge(let size) {
      // The frame is our own.
      throw fail(.aborted(Failure(.internalError, "\(phase.rawValue): a message of \(size) bytes to the worker is too large")))
    } catch {
      throw death(error, phase, isWholeCall: true)
    }
  }

  private func receive(_ phase: Phase, _ deadline: Double, isWholeCall: Bool = false) throws(WorkerError) -> WorkerMessage {
    let payload: [UInt8]
    do throws(FrameChannel.Failure) {
      payload =
        if isWholeCall { try channel.receive(deadline: deadline) } else { try receivePatiently(phase, deadline) }
    } catch {
      throw death(error, phase, isWholeCall: isWholeCall)
    }
    do { return try WorkerMessage(payload, shorten: shorten) } catch { throw fail(.protocolViolation(error.reason)) }
  }

  /// Waits longer for a worker that's ready to run but gets no processor: the machine is busy, and the worker limits its
  /// processor time itself.
  private func receivePatiently(_ phase: Phase, _ deadline: Double) throws(FrameChannel.Failure) -> [UInt8] {
    var before: Double?
    let latest = deadline + Self.patience
    var deadline = deadline
    while true {
      do throws(FrameChannel.Failure) { return try channel.receive(deadline: deadline) } catch {
        guard error == .deadline, deadline < latest, let demand = process.demand, demand.isRunnable,
          demand.seconds - (before ?? demand.seconds) < budgets.overdue(phase) / 2
        else { throw error }
        before = demand.seconds
        deadline = min(latest, MonotonicTime.now() + budgets.overdue(phase))
      }
    }
  }

  /// Seconds.
  private static let patience = 20.0

  /// Why a socket is silent or closed.
  private func death(_ failure: FrameChannel.Failure, _ phase: Phase, isWholeCall: Bool) -> WorkerError {
    switch failure {
    case .tooLarge(let length): return fail(.protocolViolation("a frame of \(length) bytes"))
    case .deadline:
      if isWholeCall { return fail(.updateTimeout(seconds: timeLimit)) }
      let location = askForLine()
      return fail(.overdue(phase, seconds: budgets.overdue(phase), at: location))
    case .closed:
      isDead = true
      let death = process.waitOrKill(after: 1)
      if canceller.isCancelled { return .cancelled }
      switch death {
      case .exited(status: 101): return .killedMemory(limit: budgets.memory)
      case .exited(status: 102), .exited(status: 106):
        // The view of an update has its own budget.
        let phase = death == .exited(status: 106) ? .content : stopped?.phase ?? phase
        return .killedCPU(phase, milliseconds: budgets.cpuMilliseconds[phase] ?? 0, at: stopped?.location)
      case .exited(status: 103): return .versionMismatch
      case .exited(status: 105): return .unreadableFrame
      case .exited, .signalled: return .crashed(death)
      }
    }
  }

  /// The line a silent worker is running. nil if it doesn't reply soon: it's in C, or has no processor.
  private func askForLine() -> SourceLocation? {
    process.terminate()
    guard let payload = try? channel.receive(deadline: MonotonicTime.now() + 0.3),
      case .stopped(let location, _)? = try? WorkerMessage(payload, shorten: shorten)
    else { return nil }
    return location
  }

  private func fail(_ error: WorkerError) -> WorkerError {
    kill()
    return error
  }
}
