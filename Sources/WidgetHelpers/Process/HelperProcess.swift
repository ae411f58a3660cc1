import Synchronization
package import WidgetSystem

/// A running helper from start to end: its process, socket, greeting and signs of life.
///
/// A helper you've sent something must send something back, again and again while it owes you a reply: if it's silent, it's asked
/// whether it's alive, and ended if it doesn't reply. Otherwise it's left alone, so neither program wakes up.
package final class HelperProcess: Sendable {
  /// How a helper is started, and what both sides must agree on.
  package struct Launch: Sendable {
    package var program: HelperProgram
    package var executable: String
    /// After the program's name.
    package var arguments: [String] = []
    package var environment: [String]
    /// Descriptors it inherits, besides the socket.
    package var descriptors: [Int32: FileDescriptor]
    /// The version of the protocol.
    package var version: Int64
    /// Bytes per frame from it.
    package var maximumIncoming: Int
    /// The most bytes waiting to be sent to it.
    package var maximumWaiting: Int
    /// Seconds until its first message.
    package var readySeconds: Double
    package var heartbeat: Heartbeat
    /// The socket's numbers in the helper: standard input, unless its protocol says otherwise.
    package var sockets: [Int32] = [0]
    package var group = ProcessLaunch.Group.processGroup

    package init(
      _ program: HelperProgram, _ executable: String, environment: [String] = [], descriptors: [Int32: FileDescriptor] = [:],
      version: Int64 = 0, maximumIncoming: Int = 1 << 20, maximumWaiting: Int = .max, readySeconds: Double = 0,
      heartbeat: Heartbeat = Heartbeat()
    ) {
      self.program = program
      self.executable = executable
      self.environment = environment
      self.descriptors = descriptors
      self.version = version
      self.maximumIncoming = maximumIncoming
      self.maximumWaiting = maximumWaiting
      self.readySeconds = readySeconds
      self.heartbeat = heartbeat
    }

    /// Starts the program with one end of a socket.
    ///
    /// - Returns: The process, and our end.
    package func start() throws(SystemError) -> (process: SpawnedProcess, socket: Int32) {
      let ends = try FrameChannel.pair()
      let socket = FileDescriptor(rawValue: ends.theirs)
      defer { socket.close() }
      var descriptors: AssociationList<Int32, FileDescriptor> = [:]
      for number in sockets { descriptors[number] = socket }
      for (number, descriptor) in self.descriptors.sorted(by: { $0.key < $1.key }) { descriptors[number] = descriptor }
      do throws(SystemError) {
        let launch = ProcessLaunch(
          executable, [program.rawValue] + arguments, environment: environment, descriptors: descriptors, group: group,
          directory: "/", closesOthers: true)
        return (SpawnedProcess(pid: try Spawner.start(launch)), ends.ours)
      } catch {
        Libc.close(ends.ours)
        throw error
      }
    }
  }

  /// How long a helper may be silent after you've sent it something, in seconds.
  package struct Heartbeat: Sendable {
    /// Seconds before it's asked whether it's alive.
    var quiet: Double
    /// Seconds to reply. A busy machine may give it no processor for a while.
    var reply: Double

    package init(quiet: Double = 5, reply: Double = 10) {
      self.quiet = quiet
      self.reply = reply
    }
  }

  private struct State {
    var isReady = false
    /// When it must have sent something; nil while nothing is expected.
    var deadline: Double?
    /// How long it will have been silent by then, in seconds.
    var silence: Double
    /// Whether it has been asked, making the deadline its last one.
    var wasAsked = true
    /// Whether more was sent while a sign was expected already.
    var expectsAnother = false
    /// Frames received after the greeting.
    var signs = 0
  }

  private let launch: Launch
  private let process: SpawnedProcess
  private let link: FrameLink
  private let state: Mutex<State>

  /// Starts the program.
  ///
  /// - Parameter greeting: The payload of the first frame to it.
  package init(_ launch: Launch, greeting: [UInt8]) throws(SystemError) {
    let started = try launch.start()
    process = started.process
    link = try FrameLink(
      descriptor: started.socket, maximumIncoming: launch.maximumIncoming, maximumWaiting: launch.maximumWaiting)
    self.launch = launch
    state = Mutex(State(deadline: MonotonicTime.now() + launch.readySeconds, silence: launch.readySeconds))
    link.send(greeting)
  }

  package var processID: Int32 { process.pid }

  /// How often it has shown that it's alive, since the greeting. For tests.
  package var signs: Int { state.withLock { $0.signs } }

  /// Whether the greetings have been exchanged.
  package var isReady: Bool { state.withLock { $0.isReady } }

  /// Sends a frame. The helper must send something back.
  package func send(_ payload: [UInt8]) {
    expectSign()
    link.send(payload)
  }

  /// Sends a body in chunks; see ``FrameLink/send(_:_:)``.
  package func send(_ body: [UInt8], _ frame: @escaping @Sendable (ArraySlice<UInt8>) -> [UInt8]) {
    guard !body.isEmpty else { return }
    expectSign()
    link.send(body, frame)
  }

  /// Sends a frame that any helper replies to at once.
  package func send(_ payload: [UInt8], replyWithin seconds: Double) {
    let deadline = MonotonicTime.now() + seconds
    state.withLock { state in
      guard state.isReady, !state.wasAsked || deadline < state.deadline ?? .infinity else { return }
      state.deadline = deadline
      state.silence = seconds
      state.wasAsked = true
    }
    link.send(payload)
  }

  /// Ends the helper at once.
  package func stop() {
    link.stop()
    // One that doesn't cooperate would stay.
    process.kill()
  }

  /// Passes on the helper's messages, including its greeting, until it ends.
  ///
  /// - Parameters:
  ///   - listeners: Sockets the helper accepts connections from. A waiting one has to wake the helper.
  ///   - owesReply: Whether it still has work to reply to, after each of its messages. One sign of life then isn't enough.
  ///   - receive: Takes the payload of a frame; returns whether to go on.
  /// - Returns: Why the helper ended; nil if it was stopped, or `receive` returned false.
  package func run(
    listeners: [FileDescriptor] = [], owesReply: () -> Bool = { false },
    receive: ([UInt8]) throws(HelperProtocolError) -> Bool
  ) -> HelperProblem? {
    var violation: HelperProblem?
    let end = link.run(
      until: { state.withLock { $0.deadline } }, overdue: askForSign,
      watching: { state.withLock { $0.deadline == nil } ? listeners : [] }, activity: expectSign
    ) { payload in
      do throws(HelperProtocolError) {
        if let problem = try noteSign(payload) {
          violation = problem
          return false
        }
        guard payload == HelperMessage.alive ? true : try receive(payload) else { return false }
        if owesReply() { expectNextSign() }
        return true
      } catch {
        violation = .invalidMessage(error.rule)
        return false
      }
    }
    let problem = violation ?? problem(end)
    process.kill()
    _ = process.wait()
    return problem
  }

  private func problem(_ end: FrameLink.End) -> HelperProblem? {
    switch end {
    case .closed: HelperProblem(process.waitOrKill(after: 1))
    case .deadline: .silent(seconds: state.withLock { $0.silence })
    case .tooLarge(let length): .invalidMessage("a frame of \(length) bytes")
    case .full: .invalidMessage("it does not read what it asked for")
    case .stopped: nil
    }
  }

  private func expectSign() {
    state.withLock { state in
      guard state.isReady else { return }
      guard state.deadline == nil else {
        state.expectsAnother = true
        return
      }
      state.deadline = MonotonicTime.now() + launch.heartbeat.quiet
    }
  }

  /// Begins another wait, unless one has begun.
  private func expectNextSign() {
    state.withLock { state in
      if state.isReady, state.deadline == nil { state.deadline = MonotonicTime.now() + launch.heartbeat.quiet }
    }
  }

  /// Every frame is a sign of life; the first one is the greeting.
  ///
  /// - Returns: Why the helper can't be used.
  private func noteSign(_ payload: [UInt8]) throws(HelperProtocolError) -> HelperProblem? {
    let wasReady = state.withLock { state in
      guard state.isReady else { return false }
      // The sign may have been on its way before the last frame was sent, which the helper then may never have read.
      state.deadline = state.expectsAnother ? MonotonicTime.now() + launch.heartbeat.quiet : nil
      state.expectsAnother = false
      state.wasAsked = false
      state.signs += 1
      return true
    }
    if wasReady {
      if HelperMessage.isGreeting(payload) { throw HelperProtocolError("a second greeting") }
      return nil
    }
    let message = try HelperMessage(decoding: payload, HelperMessage.Limits(values: 1_000))
    guard message.number == HelperMessage.greeting else { throw HelperProtocolError("a reply before the greeting") }
    // A later version may say more.
    guard try message.id() == launch.version else { return .version }
    state.withLock { state in
      state.isReady = true
      state.deadline = nil
      state.wasAsked = false
    }
    return nil
  }

  /// - Returns: Whether the helper gets more time.
  private func askForSign() -> Bool {
    let isAsked = state.withLock { state in
      guard !state.wasAsked else { return false }
      state.wasAsked = true
      state.deadline = MonotonicTime.now() + launch.heartbeat.reply
      state.silence = launch.heartbeat.quiet + launch.heartbeat.reply
      return true
    }
    if isAsked { link.send(HelperMessage.alive) }
    return isAsked
  }
}

extension FrameLink {
  /// The helper's side: receives the host's messages until the host is gone.
  ///
  /// - Parameters:
  ///   - alive: Tells the host that this program is alive, with ``sendSign()``, from the thread that would matter if it hung.
  ///   - receive: Takes the payload of a frame.
  /// - Returns: The exit status: 0, or 1 if the host violated the protocol.
  package func serve(alive: () -> Void, receive: ([UInt8]) throws(HelperProtocolError) -> Void) -> Int32 {
    let end = run { payload in
      if payload == HelperMessage.alive {
        alive()
        return true
      }
      do throws(HelperProtocolError) {
        try receive(payload)
        return true
      } catch {
        return false
      }
    }
    return end == .closed ? 0 : 1
  }

  package func sendSign() { send(HelperMessage.alive) }
}
