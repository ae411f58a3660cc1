import Synchronization
import WidgetSystem

/// Restores the terminal from signal handlers, and the handlers themselves.
///
/// A handler can interrupt any instruction in any thread. It can't lock, allocate or initialize a lazy global. So it uses only
/// atomics and plain memory behind constant pointers, which `prepare()` allocates before installing the first handler and never
/// frees. It calls only async-signal-safe functions (POSIX, 2.4.3): tcsetattr, tcflush, write, poll, clock_gettime, alarm,
/// sigaction, pthread_sigmask, raise.
enum TerminalRestoration {
  struct State {
    /// The descriptor with changed modes, or -1.
    var terminal: Int32 = -1
    var output: Int32 = -1
    var saved = termios()
    var raw = termios()
    /// Whether to discard unread input: mouse reports and responses mustn't end up in the shell's command line.
    var discardsInput = false
  }

  /// The lengths of the sequences for entering and leaving.
  struct Sequences {
    var enterCount = 0
    var leaveCount = 0
  }

  static let sequenceCapacity = 128
  private static let signalCount = 65

  // nonisolated(unsafe): pointers to memory that's never freed. It's written under RawMode's lock while `isActive` is false, and
  // read by handlers only while `isActive` is true.
  nonisolated(unsafe) static let state = allocate(1, State())
  // nonisolated(unsafe): two sets. One is written while handlers may read the other; `sequenceSet` selects the one to read.
  nonisolated(unsafe) static let sequences = allocate(2, Sequences())
  nonisolated(unsafe) static let enterSequence = allocate(2 * sequenceCapacity, UInt8(0))
  nonisolated(unsafe) static let leaveSequence = allocate(2 * sequenceCapacity, UInt8(0))
  // nonisolated(unsafe): as above; each element is written before its signal's handler is installed.
  nonisolated(unsafe) static let previous = allocate(signalCount, sigaction())
  nonisolated(unsafe) static let isHandled = allocate(signalCount, false)

  /// Whether the terminal is in raw mode now.
  static let isActive = Atomic<Bool>(false)
  /// Whether another program in this process group is using the terminal. Ctrl-C is for that one.
  static let isLent = Atomic<Bool>(false)
  /// The current set of sequences, 0 or 1.
  private static let sequenceSet = Atomic<Int>(0)
  /// The pipe where handlers report signals, or -1.
  static let listener = Atomic<Int32>(-1)
  /// The number of handlers writing to the pipe, which must stay open meanwhile.
  static let reporting = Atomic<Int>(0)
  /// When the first request to end was reported, in milliseconds on the monotonic clock, or 0.
  private static let firstRequest = Atomic<Int64>(0)
  /// That signal.
  private static let firstSignal = Atomic<Int32>(0)
  /// When the current write began, in milliseconds on the monotonic clock, or 0.
  private static let writeBegan = Atomic<Int64>(0)
  /// How often output has been discarded since the first request.
  private static let discards = Atomic<Int>(0)
  /// Seconds since the first request.
  private static let overdueSeconds = Atomic<Int>(0)
  private static let atExit = Atomic<Bool>(false)

  /// Initializes every global and restores the terminal at `exit`. Call this before installing a handler.
  static func prepare() {
    _ = (state, sequences, enterSequence, leaveSequence, previous, isHandled)
    _ = (isActive.load(ordering: .relaxed), listener.load(ordering: .relaxed), sequenceSet.load(ordering: .relaxed))
    _ = (reporting.load(ordering: .relaxed), isLent.load(ordering: .relaxed))
    firstRequest.store(0, ordering: .relaxed)
    firstSignal.store(0, ordering: .relaxed)
    _ = writeBegan.load(ordering: .relaxed)
    discards.store(0, ordering: .relaxed)
    overdueSeconds.store(0, ordering: .relaxed)
    if !atExit.exchange(true, ordering: .relaxed) { atexit { TerminalRestoration.leave() } }
  }

  /// Replaces the sequences, at most `sequenceCapacity` bytes each. Call this under RawMode's lock; handlers may run meanwhile.
  static func use(enter: [UInt8], leave: [UInt8]) {
    let next = 1 - sequenceSet.load(ordering: .sequentiallyConsistent)
    sequences[next] = Sequences(enterCount: enter.count, leaveCount: leave.count)
    (enterSequence + next * sequenceCapacity).update(from: enter, count: enter.count)
    (leaveSequence + next * sequenceCapacity).update(from: leave, count: leave.count)
    sequenceSet.store(next, ordering: .sequentiallyConsistent)
  }

  /// Enters raw mode. Async-signal-safe.
  static func enter() {
    if state.pointee.terminal >= 0 { setModes(&state.pointee.raw) }
    let set = sequenceSet.load(ordering: .sequentiallyConsistent)
    send(enterSequence + set * sequenceCapacity, sequences[set].enterCount)
    isActive.store(true, ordering: .sequentiallyConsistent)
  }

  /// Restores the terminal. You can call it twice. Async-signal-safe.
  static func leave() {
    guard isActive.load(ordering: .sequentiallyConsistent) else { return }
    let set = sequenceSet.load(ordering: .sequentiallyConsistent)
    send(leaveSequence + set * sequenceCapacity, sequences[set].leaveCount)
    if state.pointee.terminal >= 0 {
      if state.pointee.discardsInput { _ = tcflush(state.pointee.terminal, TCIFLUSH) }
      setModes(&state.pointee.saved)
    }
    isActive.store(false, ordering: .sequentiallyConsistent)
  }

  /// Stops the process like Ctrl-Z, and returns when it continues. Async-signal-safe.
  static func stopProcess() {
    SignalHandling.setDefault(SIGTSTP)
    var mask = sigset_t()
    var before = sigset_t()
    sigemptyset(&mask)
    sigaddset(&mask, SIGTSTP)
    _ = pthread_sigmask(SIG_UNBLOCK, &mask, &before)
    _ = raise(SIGTSTP)
    _ = pthread_sigmask(SIG_SETMASK, &before, nil)
    if isHandled[Int(SIGTSTP)] { SignalHandling.setHandler(SIGTSTP) }
  }

  static let handler: @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void = {
    signal, info, _ in
    let error = errno
    TerminalRestoration.handle(signal, code: info?.pointee.si_code ?? 0)
    errno = error
  }

  private static func handle(_ signal: Int32, code: Int32) {
    switch signal {
    case SIGINT where isLent.load(ordering: .sequentiallyConsistent),
      SIGQUIT where isLent.load(ordering: .sequentiallyConsistent):
      return
    case SIGWINCH, SIGCONT:
      _ = report(signal)
    case SIGTSTP:
      if report(signal) { return }
      let wasActive = isActive.load(ordering: .sequentiallyConsistent)
      leave()
      stopProcess()
      if wasActive { enter() }
    case SIGINT, SIGTERM, SIGHUP:
      if isRepeated() || !report(signal) { return die(signal, code: code) }
      _ = firstSignal.compareExchange(expected: 0, desired: signal, ordering: .relaxed)
      _ = alarm(1)
    case SIGALRM where firstSignal.load(ordering: .relaxed) != 0:
      endOverdue()
    default:
      die(signal, code: code)
    }
  }

  /// Ends an overdue write, a second after a request to end, and the program if it's still there after a few. A terminal that reads
  /// nothing keeps the program in a write: first whatever it hasn't read is discarded, so the program can go on and end as usual;
  /// after that the program ends here. It also ends here if it's computing something.
  private static func endOverdue() {
    if overdueSeconds.wrappingAdd(1, ordering: .relaxed).newValue >= patience { return endHere() }
    let began = writeBegan.load(ordering: .sequentiallyConsistent)
    if began != 0, milliseconds() - began > 500 {
      _ = tcflush(state.pointee.output, TCOFLUSH)
      if discards.wrappingAdd(1, ordering: .relaxed).newValue > maximumDiscards {
        return endHere()
      }
    }
    _ = alarm(1)
  }

  private static func endHere() {
    let signal = firstSignal.load(ordering: .relaxed)
    leave()
    _ = sigaction(signal, previous + Int(signal), nil)
    // This thread may block it.
    _ = kill(getpid(), signal)
  }

  private static let maximumDiscards = 3
  /// Seconds from a request to the end, at most.
  private static let patience = 5

  /// Notes a write in progress, which a terminal that reads nothing would never let end.
  static func writing<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
    writeBegan.store(max(1, milliseconds()), ordering: .sequentiallyConsistent)
    defer { writeBegan.store(0, ordering: .sequentiallyConsistent) }
    try body()
  }

  private static func die(_ signal: Int32, code: Int32) {
    leave()
    // Ctrl-\\ asks for a core, not for a runtime's crash report.
    if signal == SIGQUIT { SignalHandling.setDefault(signal) } else { _ = sigaction(signal, previous + Int(signal), nil) }
    // A processor fault repeats when the handler returns, with its address for the crash reporter.
    let isFault = code > 0 && (signal == SIGSEGV || signal == SIGBUS || signal == SIGILL || signal == SIGFPE)
    if !isFault { _ = raise(signal) }
  }

  /// Whether this is a second request to end, because the program didn't end after the first. Two within half a second count as
  /// one: a shell or `make` may pass on a signal the terminal has sent too.
  private static func isRepeated() -> Bool {
    let now = milliseconds()
    let first = firstRequest.load(ordering: .relaxed)
    if first == 0 { firstRequest.store(max(now, 1), ordering: .relaxed) }
    return first != 0 && now - first > 500
  }

  private static func milliseconds() -> Int64 {
    var time = timespec()
    _ = clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) &* 1_000 &+ Int64(time.tv_nsec) / 1_000_000
  }

  private static func report(_ signal: Int32) -> Bool {
    reporting.wrappingAdd(1, ordering: .sequentiallyConsistent)
    defer { reporting.wrappingSubtract(1, ordering: .sequentiallyConsistent) }
    let descriptor = listener.load(ordering: .sequentiallyConsistent)
    guard descriptor >= 0 else { return false }
    var byte = UInt8(truncatingIfNeeded: signal)
    // A full pipe already reports enough signals.
    return write(descriptor, &byte, 1) == 1 || errno == EAGAIN
  }

  /// Writes without waiting for a stopped terminal (Ctrl-S).
  private static func send(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int) {
    guard count > 0 else { return }
    var waiting = pollfd(fd: state.pointee.output, events: Int16(POLLOUT), revents: 0)
    if poll(&waiting, 1, 200) == 1 { _ = write(state.pointee.output, bytes, count) }
  }

  /// Sets the modes, blocking SIGTTOU because it would stop a background process here.
  private static func setModes(_ modes: UnsafePointer<termios>) {
    var mask = sigset_t()
    var before = sigset_t()
    sigemptyset(&mask)
    sigaddset(&mask, SIGTTOU)
    _ = pthread_sigmask(SIG_BLOCK, &mask, &before)
    while tcsetattr(state.pointee.terminal, TCSANOW, modes) == -1, errno == EINTR {}
    _ = pthread_sigmask(SIG_SETMASK, &before, nil)
  }

  private static func allocate<Value>(_ count: Int, _ value: Value) -> UnsafeMutablePointer<Value> {
    let pointer = UnsafeMutablePointer<Value>.allocate(capacity: count)
    pointer.initialize(repeating: value, count: count)
    return pointer
  }
}
