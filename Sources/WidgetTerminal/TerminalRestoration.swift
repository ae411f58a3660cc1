import Synchronization
import WidgetSystem

/// What a signal handler needs to give the terminal back, and the handlers themselves.
///
/// A handler may interrupt any instruction of any thread, so it can take no lock, allocate nothing and meet no lazily made global.
/// Everything it touches is therefore plain memory behind constant pointers, allocated by `prepare()` before the first handler is
/// installed and never freed, and atomics. Only async-signal-safe functions are called (POSIX, 2.4.3): tcsetattr, tcflush, write,
/// poll, clock_gettime, sigaction, pthread_sigmask, raise.
enum TerminalRestoration {
  struct State {
    /// The descriptor whose modes were changed, or -1.
    var terminal: Int32 = -1
    var output: Int32 = -1
    var saved = termios()
    var raw = termios()
    /// Mouse reports on their way must not end up in the shell's command line.
    var dropsInput = false
  }

  /// What is written on entering and on leaving.
  struct Sequences {
    var enterCount = 0
    var leaveCount = 0
  }

  static let sequenceCapacity = 128
  private static let signalCount = 65

  // nonisolated(unsafe): pointers to memory that lives as long as the process. It is written while `isActive` is false, under
  // RawMode's lock, and read by handlers only when `isActive` is true.
  nonisolated(unsafe) static let state = allocate(1, State())
  // nonisolated(unsafe): two sets of them. One is written while handlers may read the other, and `sequenceSet` says which to read.
  nonisolated(unsafe) static let sequences = allocate(2, Sequences())
  nonisolated(unsafe) static let enterSequence = allocate(2 * sequenceCapacity, UInt8(0))
  nonisolated(unsafe) static let leaveSequence = allocate(2 * sequenceCapacity, UInt8(0))
  // nonisolated(unsafe): as above; each element is written before its signal's handler is installed.
  nonisolated(unsafe) static let previous = allocate(signalCount, sigaction())
  nonisolated(unsafe) static let isHandled = allocate(signalCount, false)

  /// Whether the terminal is in our modes now.
  static let isActive = Atomic<Bool>(false)
  /// Which of the two sets counts, 0 or 1.
  private static let sequenceSet = Atomic<Int>(0)
  /// Where handlers report signals that somebody listens to, or -1.
  static let listener = Atomic<Int32>(-1)
  /// Handlers that are just reporting; while there are any, the listener must stay open.
  static let reporting = Atomic<Int>(0)
  /// When the first request to end was reported, in milliseconds of the monotonic clock; 0 for never.
  private static let firstRequest = Atomic<Int64>(0)
  private static let atExit = Atomic<Bool>(false)

  /// Makes every global exist and gives the terminal back at `exit`, however it is reached. Call before installing a handler.
  static func prepare() {
    _ = (state, sequences, enterSequence, leaveSequence, previous, isHandled)
    _ = (isActive.load(ordering: .relaxed), listener.load(ordering: .relaxed), sequenceSet.load(ordering: .relaxed))
    _ = reporting.load(ordering: .relaxed)
    firstRequest.store(0, ordering: .relaxed)
    if !atExit.exchange(true, ordering: .relaxed) { atexit { TerminalRestoration.leave() } }
  }

  /// Replaces what is written on entering and on leaving, at most `sequenceCapacity` bytes each. Under RawMode's lock; handlers may
  /// run meanwhile.
  static func use(enter: [UInt8], leave: [UInt8]) {
    let next = 1 - sequenceSet.load(ordering: .sequentiallyConsistent)
    sequences[next] = Sequences(enterCount: enter.count, leaveCount: leave.count)
    (enterSequence + next * sequenceCapacity).update(from: enter, count: enter.count)
    (leaveSequence + next * sequenceCapacity).update(from: leave, count: leave.count)
    sequenceSet.store(next, ordering: .sequentiallyConsistent)
  }

  /// Puts the terminal into our modes. Async-signal-safe.
  static func enter() {
    if state.pointee.terminal >= 0 { setModes(&state.pointee.raw) }
    let set = sequenceSet.load(ordering: .sequentiallyConsistent)
    send(enterSequence + set * sequenceCapacity, sequences[set].enterCount)
    isActive.store(true, ordering: .sequentiallyConsistent)
  }

  /// Gives the terminal back. Doing it twice does no harm. Async-signal-safe.
  static func leave() {
    guard isActive.load(ordering: .sequentiallyConsistent) else { return }
    let set = sequenceSet.load(ordering: .sequentiallyConsistent)
    send(leaveSequence + set * sequenceCapacity, sequences[set].leaveCount)
    if state.pointee.terminal >= 0 {
      if state.pointee.dropsInput { _ = tcflush(state.pointee.terminal, TCIFLUSH) }
      setModes(&state.pointee.saved)
    }
    isActive.store(false, ordering: .sequentiallyConsistent)
  }

  /// Stops the process as Ctrl-Z does, and returns when it goes on. Async-signal-safe.
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
    case SIGWINCH, SIGCONT:
      _ = report(signal)
    case SIGTSTP:
      if report(signal) { return }
      let wasActive = isActive.load(ordering: .sequentiallyConsistent)
      leave()
      stopProcess()
      if wasActive { enter() }
    case SIGINT, SIGTERM, SIGHUP:
      if isInsisted() || !report(signal) { die(signal, code: code) }
    default:
      die(signal, code: code)
    }
  }

  private static func die(_ signal: Int32, code: Int32) {
    leave()
    _ = sigaction(signal, previous + Int(signal), nil)
    // A fault of the processor comes again by itself when the handler returns, with its address for the crash reporter.
    let isFault = code > 0 && (signal == SIGSEGV || signal == SIGBUS || signal == SIGILL || signal == SIGFPE)
    if !isFault { _ = raise(signal) }
  }

  /// Whoever asks again means it: the program did not end by itself. Two at almost the same time are one: a shell or `make` that
  /// passes on what the terminal has sent already.
  private static func isInsisted() -> Bool {
    var time = timespec()
    _ = clock_gettime(CLOCK_MONOTONIC, &time)
    let now = Int64(time.tv_sec) &* 1_000 &+ Int64(time.tv_nsec) / 1_000_000
    let first = firstRequest.load(ordering: .relaxed)
    if first == 0 { firstRequest.store(max(now, 1), ordering: .relaxed) }
    return first != 0 && now - first > 500
  }

  private static func report(_ signal: Int32) -> Bool {
    reporting.wrappingAdd(1, ordering: .sequentiallyConsistent)
    defer { reporting.wrappingSubtract(1, ordering: .sequentiallyConsistent) }
    let descriptor = listener.load(ordering: .sequentiallyConsistent)
    guard descriptor >= 0 else { return false }
    var byte = UInt8(truncatingIfNeeded: signal)
    // A full pipe means that this many signals wait already: one more says nothing new.
    return write(descriptor, &byte, 1) == 1 || errno == EAGAIN
  }

  /// A terminal that was stopped (Ctrl-S) takes nothing; dying must not wait for it.
  private static func send(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int) {
    guard count > 0 else { return }
    var waiting = pollfd(fd: state.pointee.output, events: Int16(POLLOUT), revents: 0)
    if poll(&waiting, 1, 200) == 1 { _ = write(state.pointee.output, bytes, count) }
  }

  /// SIGTTOU is held back, because a process in the background would be stopped instead of tidying up.
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
