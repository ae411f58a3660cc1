import Synchronization
import WidgetSystem

/// The input's thread: waits for keys and signals, and tells them.
struct InputLoop: Sendable {
  let input: Int32
  let output: Int32
  let pipe: WakePipe
  let hooks: TerminalInput.Hooks
  let continuation: AsyncStream<TerminalEvent>.Continuation

  /// Where the terminal is: ours; stopping, and the signal that continues us is awaited; or with the shell.
  private enum Place { case ours, stopping, elsewhere }

  private var place = Place.ours
  private var readsKeys = false
  private var emptyReads = 0
  private var decoder = KeyDecoder()
  /// When the newest bytes came, in seconds of the monotonic clock.
  private var newest = 0.0

  /// How long the rest of a key's sequence may take: more than a slow line needs, less than a person notices.
  private static let escapeTime: Int32 = 50
  /// The same while answers are on their way, which may be cut anywhere, right after their ESC too.
  private static let answerTime: Int32 = 200
  /// How long the rest of what can only be an answer may take.
  private static let restTime: Int32 = 1000

  init(
    input: Int32, output: Int32, pipe: WakePipe, hooks: TerminalInput.Hooks, continuation: AsyncStream<TerminalEvent>.Continuation
  ) {
    self.input = input
    self.output = output
    self.pipe = pipe
    self.hooks = hooks
    self.continuation = continuation
    readsKeys = isTerminal(input)
  }

  mutating func run() {
    SignalHandling.accept(TerminalInput.signals)
    defer {
      // A handler on another thread may be about to write; it takes no longer than that.
      while TerminalRestoration.reporting.load(ordering: .sequentiallyConsistent) > 0 { sched_yield() }
      pipe.close()
    }
    while true {
      // In the background a read would stop the process (SIGTTIN).
      if place == .ours, readsKeys, !isForeground(input) { place = .elsewhere }
      let isReading = readsKeys && place == .ours
      var waiting = [
        pollfd(fd: pipe.reader, events: Int16(POLLIN), revents: 0),
        pollfd(fd: isReading ? input : -1, events: Int16(POLLIN), revents: 0),
      ]
      let ready = poll(&waiting, nfds_t(waiting.count), timeout)
      if ready < 0 {
        if errno == EINTR || errno == EAGAIN { continue }
        return
      }
      if ready == 0 { timeIsUp() }
      if let due = hooks.deadline(), MonotonicTime.now() >= due, let features = hooks.overdue() {
        continuation.yield(.features(features))
      }
      if waiting[0].revents != 0 {
        for byte in pipe.receive() {
          if byte == 0 { return }
          if byte != TerminalInput.wakeUp { react(to: Int32(byte)) }
        }
      }
      if waiting[1].revents != 0, place == .ours { readKeys(waiting[1].revents) }
    }
  }

  private var timeout: Int32 {
    let due = hooks.deadline().map { Int32(min(10_000, max(0, (($0 - MonotonicTime.now()) * 1000).rounded(.up)))) }
    let own: Int32 =
      switch place {
      case .stopping: 200
      case .elsewhere: 500
      case .ours: keyTime(isAwaiting: due != nil)
      }
    guard let due else { return own }
    return own < 0 ? due : min(own, due)
  }

  /// Milliseconds after the newest byte when an unfinished sequence is given up; -1 when there is none.
  private func keyTime(isAwaiting: Bool) -> Int32 {
    guard decoder.isPending else { return -1 }
    let patience = decoder.isInAnswer ? Self.restTime : isAwaiting ? Self.answerTime : Self.escapeTime
    return Int32(max(0, Double(patience) - (MonotonicTime.now() - newest) * 1000))
  }

  private mutating func timeIsUp() {
    switch place {
    // Not stopped after all: nobody could have continued us (an orphaned process group).
    case .stopping, .elsewhere: resume()
    // Waiting may have ended for another reason: an answer that is due.
    case .ours: if keyTime(isAwaiting: hooks.deadline() != nil) <= 0 { tell(decoder.flush()) }
    }
  }

  private mutating func react(to signal: Int32) {
    switch signal {
    case SIGINT: continuation.yield(.interrupt)
    case SIGTERM, SIGHUP: continuation.yield(.terminate)
    case SIGWINCH:
      let size = TerminalSize(of: output)
      hooks.resized(size)
      continuation.yield(.resize(size))
    case SIGTSTP:
      place = .stopping
      hooks.suspend { TerminalRestoration.stopProcess() }
    case SIGCONT: resume()
    default: break
    }
  }

  private mutating func resume() {
    let isOurs = hooks.resume()
    place = isOurs ? .ours : .elsewhere
    if isOurs { continuation.yield(.resumed) }
  }

  private mutating func readKeys(_ ready: Int16) {
    var buffer = [UInt8](repeating: 0, count: 1024)
    let count = read(input, &buffer, buffer.count)
    if count > 0 {
      emptyReads = 0
      newest = MonotonicTime.now()
      tell(decoder.decode(buffer.prefix(count)))
      return
    }
    if count < 0, errno == EINTR || errno == EAGAIN { return }
    // In raw mode an empty read may be a key that someone else took; an end repeats itself.
    emptyReads += 1
    if count < 0 || ready & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 || emptyReads >= 3 {
      readsKeys = false
      tell(decoder.flush())
      continuation.yield(.closed)
    }
  }

  private mutating func tell(_ keys: [Key]) {
    for key in keys { if let key = hooks.filter(key) { continuation.yield(.key(key)) } }
    let answers = decoder.takeResponses()
    if !answers.isEmpty, let features = hooks.answered(answers) { continuation.yield(.features(features)) }
  }
}
