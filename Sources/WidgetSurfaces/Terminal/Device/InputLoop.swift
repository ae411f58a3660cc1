import Synchronization
import WidgetModel
import WidgetSystem

/// The input thread: waits for keys and signals, and reports them in order.
struct InputLoop: Sendable {
  let input: Int32
  let output: Int32
  let pipe: WakePipe
  let hooks: TerminalInput.Hooks
  let pauseState: PauseState
  let continuation: AsyncStream<TerminalEvent>.Continuation

  /// The terminal's owner. While `stopping`, the process waits for SIGCONT; `background` means another process group owns it.
  private enum Owner { case us, stopping, background }

  private var owner = Owner.us
  private var readsKeys = false
  private var emptyReads = 0
  private var decoder = KeyDecoder()
  /// When the last bytes arrived, in seconds on the monotonic clock.
  private var lastInput = 0.0

  /// How long to wait for the rest of a key's sequence: longer than a slow line needs, shorter than users notice.
  private static let escapeTimeout: Int32 = 50
  /// The same while expecting responses, which may arrive in pieces, even split after ESC. The Escape key is late then.
  private static let responseTimeout: Int32 = 1000
  /// How long to wait for the rest of a response, and for one that's expected.
  private static let remainderTimeout: Int32 = 1000
  private static let expectedRemainderTimeout: Int32 = 5000
  /// How long to wait for the rest of a pasted text: a connection may pause, and the rest mustn't count as keys.
  private static let pasteTimeout: Int32 = 5000

  init(
    input: Int32, output: Int32, pipe: WakePipe, hooks: TerminalInput.Hooks, pauseState: PauseState,
    continuation: AsyncStream<TerminalEvent>.Continuation
  ) {
    self.input = input
    self.output = output
    self.pipe = pipe
    self.hooks = hooks
    self.pauseState = pauseState
    self.continuation = continuation
    readsKeys = isTerminal(input)
  }

  mutating func run() {
    SignalHandling.accept(TerminalInput.signals)
    defer {
      // A signal handler on another thread may still be writing to the pipe.
      while TerminalRestoration.reporting.load(ordering: .sequentiallyConsistent) > 0 { sched_yield() }
      pipe.close()
    }
    while true {
      let isPaused = pauseState.acknowledge()
      // In the background a read would stop the process (SIGTTIN).
      if owner == .us, !isPaused, readsKeys, !isForeground(input) { owner = .background }
      let isReading = readsKeys && owner == .us && !isPaused
      var waiting = [
        pollfd(fd: pipe.reader, events: Int16(POLLIN), revents: 0),
        pollfd(fd: isReading ? input : -1, events: Int16(POLLIN), revents: 0),
      ]
      let ready = poll(&waiting, nfds_t(waiting.count), timeout)
      if ready < 0 {
        if errno == EINTR || errno == EAGAIN { continue }
        return
      }
      if ready == 0 { timedOut() }
      if let deadline = hooks.deadline(), MonotonicTime.now() >= deadline, let features = hooks.expired() {
        continuation.yield(.features(features))
      }
      if waiting[0].revents != 0 {
        for byte in pipe.receive() {
          if byte == 0 { return }
          if byte != TerminalInput.wakeUp { handle(signal: Int32(byte)) }
        }
      }
      if waiting[1].revents != 0, owner == .us, !pauseState.acknowledge() { readKeys(waiting[1].revents) }
    }
  }

  private var timeout: Int32 {
    let deadline = hooks.deadline().map {
      Int32(saturating: min(10_000, max(0, (($0 - MonotonicTime.now()) * 1000).rounded(.up))))
    }
    let own: Int32 =
      switch owner {
      case .stopping: 200
      case .background: 500
      case .us: keyTimeout()
      }
    guard let deadline else { return own }
    return own < 0 ? deadline : min(own, deadline)
  }

  /// Milliseconds until an unfinished sequence times out; -1 if there is none.
  private func keyTimeout() -> Int32 {
    guard decoder.isPending || decoder.isInPaste else { return -1 }
    let timeout: Int32
    if decoder.isInPaste {
      timeout = Self.pasteTimeout
    } else if hooks.expectsResponses() {
      timeout = decoder.isInString || decoder.isInResponse ? Self.expectedRemainderTimeout : Self.responseTimeout
    } else {
      timeout = decoder.isInResponse ? Self.remainderTimeout : Self.escapeTimeout
    }
    return Int32(saturating: max(0, Double(timeout) - (MonotonicTime.now() - lastInput) * 1000))
  }

  private mutating func timedOut() {
    switch owner {
    // The process wasn't stopped, because its process group is orphaned and nothing could continue it.
    case .stopping, .background: resume()
    // It may have been a response's timeout.
    case .us:
      guard keyTimeout() <= 0 else { return }
      decoder.abandonPaste()
      report(decoder.flush())
    }
  }

  private mutating func handle(signal: Int32) {
    switch signal {
    case SIGINT: continuation.yield(.interrupt)
    case SIGTERM: continuation.yield(.terminate)
    case SIGHUP: continuation.yield(.hangUp)
    case SIGWINCH:
      let size = TerminalSize(of: output)
      hooks.resized(size)
      continuation.yield(.resize(size))
    // The other program and this one stop and continue together. The terminal isn't ours to restore.
    case SIGTSTP where pauseState.isPaused: TerminalRestoration.stopProcess()
    case SIGCONT where pauseState.isPaused: break
    case SIGTSTP:
      owner = .stopping
      hooks.suspend { TerminalRestoration.stopProcess() }
    case SIGCONT: resume()
    default: break
    }
  }

  private mutating func resume() {
    let isOurs = hooks.resume()
    owner = isOurs ? .us : .background
    if isOurs { continuation.yield(.resumed) }
  }

  private mutating func readKeys(_ ready: Int16) {
    var buffer = [UInt8](repeating: 0, count: 1024)
    let count = read(input, &buffer, buffer.count)
    if count > 0 {
      emptyReads = 0
      lastInput = MonotonicTime.now()
      report(decoder.decode(buffer.prefix(count)))
      return
    }
    if count < 0, errno == EINTR || errno == EAGAIN { return }
    // In raw mode an empty read can mean another process read the key. The end of the input repeats.
    emptyReads += 1
    if count < 0 || ready & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 || emptyReads >= 3 {
      readsKeys = false
      report(decoder.flush())
      continuation.yield(.closed)
    }
  }

  private mutating func report(_ keys: [Key]) {
    for key in keys { if let key = hooks.filter(key) { continuation.yield(.key(key)) } }
    let responses = decoder.takeResponses()
    if !responses.isEmpty, let features = hooks.received(responses) { continuation.yield(.features(features)) }
  }
}
