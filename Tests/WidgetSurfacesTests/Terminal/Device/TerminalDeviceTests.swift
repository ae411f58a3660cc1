import Testing
import WidgetSystem
import WidgetTesting

@testable import WidgetSurfaces

/// Serialized, because a process has only one raw mode and one set of signal handlers.
@Suite(.serialized, .timeLimit(.minutes(5))) struct TerminalDeviceTests {
  /// Sent to the process, because threads of the concurrency pool block signals.
  func send(_ signal: Int32) { _ = kill(getpid(), signal) }

  let xterm = ["TERM": "xterm-256color", "LANG": "C.UTF-8"]

  @Test("Raw mode restores the terminal, however often it is entered and left")
  func rawMode() throws {
    let terminal = try PseudoTerminal()
    let before = terminal.localModes
    let raw = RawMode(input: terminal.device, output: terminal.device)
    try raw.enter()
    try raw.enter()
    #expect(raw.isActive)
    #expect(terminal.localModes == tcflag_t(ISIG))
    #expect(terminal.output() == "\u{1B}[?25l")
    raw.restore()
    raw.restore()
    #expect(!raw.isActive)
    #expect(terminal.localModes == before)
    #expect(terminal.output() == "\u{1B}[0m\u{1B}[?25h")
  }

  @Test("An error restores the terminal")
  func thrown() throws {
    struct Oops: Error {}
    let terminal = try PseudoTerminal()
    let before = terminal.localModes
    let raw = RawMode(input: terminal.device, output: terminal.device)
    #expect(throws: Oops.self) { try raw.run { throw Oops() } }
    #expect(terminal.localModes == before)
    #expect(terminal.output().hasSuffix("\u{1B}[?25h"))
  }

  @Test("A second raw mode is refused, and deallocating one restores the terminal")
  func second() throws {
    let terminal = try PseudoTerminal()
    let before = terminal.localModes
    var first: RawMode? = RawMode(input: terminal.device, output: terminal.device)
    try first?.enter()
    #expect(throws: TerminalError.inUse) { try RawMode(input: terminal.device, output: terminal.device).enter() }
    #expect(terminal.localModes != before)
    first = nil
    #expect(terminal.localModes == before)
  }

  @Test("The exit and signal handlers restore the terminal")
  func rescue() throws {
    let terminal = try PseudoTerminal()
    let before = terminal.localModes
    let raw = RawMode(input: terminal.device, output: terminal.device)
    try raw.enter()
    TerminalRestoration.leave()
    TerminalRestoration.leave()
    #expect(terminal.localModes == before)
    #expect(terminal.output() == "\u{1B}[?25l\u{1B}[0m\u{1B}[?25h")
    raw.restore()
    #expect(terminal.output() == "")
  }

  @Test("Signal handlers are restored, and an ignored signal stays ignored")
  func handlers() throws {
    func handler(_ signal: Int32) -> Int {
      var action = sigaction()
      _ = sigaction(signal, nil, &action)
      #if canImport(Darwin)
        return unsafeBitCast(action.__sigaction_u.__sa_handler, to: Int.self)
      #else
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      #endif
    }
    let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGSEGV, SIGABRT, SIGWINCH, SIGCONT]
    let hangup = signal(SIGHUP, SIG_IGN)
    defer { _ = signal(SIGHUP, hangup) }
    let before = signals.map(handler)
    let terminal = try PseudoTerminal()
    let live = try LiveTerminal(output: terminal.device, input: terminal.device, environment: xterm)
    #expect(handler(SIGINT) != before[0])
    #expect(handler(SIGSEGV) != before[5])
    #expect(handler(SIGHUP) == before[2])
    live.close()
    #expect(signals.map(handler) == before)
  }

  @Test("A live terminal draws, reports keys, and leaves the last frame")
  func live() async throws {
    let terminal = try PseudoTerminal()
    let before = terminal.localModes
    let live = try LiveTerminal(output: terminal.device, input: terminal.device, environment: xterm)
    #expect(live.size == TerminalSize(columns: 40, rows: 10))
    #expect(terminal.output() == "\u{1B}[?25l\u{1B}[?2004h")
    try live.show(lines: ["one", "two"], widths: [3, 3])
    #expect(terminal.output() == "\u{1B}[?7lone\r\ntwo\r\n\u{1B}[?7h")
    try live.show(lines: ["one", "two"], widths: [3, 3])
    #expect(terminal.output() == "")
    var events = live.events.makeAsyncIterator()
    try terminal.type("é\u{1B}[A\u{1B}")
    #expect(await events.next() == .key(.character("é")))
    #expect(await events.next() == .key(.up))
    #expect(await events.next() == .key(.escape))
    live.close()
    live.close()
    #expect(await events.next() == nil)
    #expect(terminal.output() == "\u{1B}[?7h\u{1B}[0m\u{1B}[?2004l\u{1B}[?25h")
    #expect(terminal.localModes == before)
    try live.show(lines: ["late"], widths: [4])
    #expect(terminal.output() == "")
  }

  @Test("Signals are events")
  func signals() async throws {
    let terminal = try PseudoTerminal()
    let live = try LiveTerminal(output: terminal.device, input: terminal.device, environment: xterm)
    defer { live.close() }
    var events = live.events.makeAsyncIterator()
    terminal.resize(columns: 20, rows: 5)
    send(SIGWINCH)
    let resized = await events.next()
    #expect(resized == .resize(TerminalSize(columns: 20, rows: 5)))
    send(SIGINT)
    let interrupted = await events.next()
    #expect(interrupted == .interrupt)
    send(SIGCONT)
    let resumed = await events.next()
    #expect(resumed == .resumed)
  }

  @Test("SIGTERM and SIGHUP are reported as requests to end", arguments: [(SIGTERM, TerminalEvent.terminate), (SIGHUP, .hangUp)])
  func terminate(_ signal: Int32, _ event: TerminalEvent) async throws {
    let terminal = try PseudoTerminal()
    let live = try LiveTerminal(output: terminal.device, input: terminal.device, environment: xterm)
    defer { live.close() }
    var events = live.events.makeAsyncIterator()
    send(signal)
    #expect(await events.next() == event)
  }

  @Test("After a stop the frame is drawn again, and the shell's new modes are preserved")
  func suspended() throws {
    let terminal = try PseudoTerminal()
    let raw = RawMode(input: terminal.device, output: terminal.device)
    try raw.enter()
    defer { raw.restore() }
    raw.pause()
    #expect(terminal.localModes & tcflag_t(ICANON) != 0)
    #expect(!raw.isActive)
    // While the process is stopped, the user turns echo off; it must be off afterwards as well.
    var modes = termios()
    _ = tcgetattr(terminal.device, &modes)
    modes.c_lflag &= ~tcflag_t(ECHO)
    _ = tcsetattr(terminal.device, TCSANOW, &modes)
    #expect(raw.resume())
    #expect(raw.isActive)
    #expect(terminal.localModes == tcflag_t(ISIG))
    raw.restore()
    #expect(terminal.localModes == tcflag_t(ICANON | ISIG | IEXTEN))
  }

  @Test("The next frame detects a size change without a signal")
  func unnoticedSize() throws {
    let terminal = try PseudoTerminal()
    let live = try LiveTerminal(output: terminal.device, input: terminal.device, environment: ["TERM": "linux"])
    defer { live.close() }
    try live.show(lines: ["one"], widths: [3])
    terminal.resize(columns: 10, rows: 4)
    _ = terminal.output()
    try live.show(lines: ["one"], widths: [3])
    #expect(terminal.output() == "\u{1B}[?7l\u{1B}[1A\u{1B}[Jone\r\n\u{1B}[?7h")
  }

  @Test("Clicks are reported in cells of the frame, and clicks outside it are dropped")
  func click() async throws {
    let terminal = try PseudoTerminal()
    let live = try LiveTerminal(output: terminal.device, input: terminal.device, environment: xterm)
    defer { live.close() }
    #expect(!terminal.output().contains("?1000"))
    live.reportMouse()
    #expect(terminal.output().hasSuffix("\u{1B}[?1000h\u{1B}[?1006h"))
    try live.show(lines: ["one", "two"], widths: [3, 3])
    var events = live.events.makeAsyncIterator()
    // The cursor is in row 7, counted from 1, so the frame is in rows 5 and 6.
    try terminal.type("\u{1B}[<0;3;6M\u{1B}[7;1R")
    #expect(await events.next() == .key(.click(column: 2, row: 1)))
    #expect(terminal.output().hasSuffix("\u{1B}[6n"))
    try terminal.type("\u{1B}[<0;3;4M\u{1B}[7;1R\u{1B}[<0;3;7M\u{1B}[7;1Rq")
    #expect(await events.next() == .key(.character("q")))
  }

  @Test("When the terminal is gone, the keys end and the next frame fails")
  func hangup() async throws {
    var ends: (master: Int32, device: Int32) = (-1, -1)
    guard openpty(&ends.master, &ends.device, nil, nil, nil) == 0 else { throw PseudoTerminal.Unavailable() }
    defer { close(ends.device) }
    let live = try LiveTerminal(output: ends.device, input: ends.device, environment: xterm)
    defer { live.close() }
    var events = live.events.makeAsyncIterator()
    close(ends.master)
    #expect(await events.next() == .closed)
    #expect(throws: OutputClosed(code: EIO)) { try live.show(lines: ["x"], widths: [1]) }
  }

  @Test("Without a terminal, frames are printed, the input is not read, and signals are reported")
  func noTerminal() async throws {
    var output: [Int32] = [-1, -1]
    var input: [Int32] = [-1, -1]
    guard pipe(&output) == 0, pipe(&input) == 0 else { throw PseudoTerminal.Unavailable() }
    defer { for end in output + input { close(end) } }
    try writeAll(Array("data".utf8), to: input[1])
    let live = try LiveTerminal(output: output[1], input: input[0], environment: xterm)
    #expect(live.capabilities.movesCursor == false)
    try live.show(lines: ["one", "two"], widths: [3, 3])
    send(SIGTERM)
    var events = live.events.makeAsyncIterator()
    #expect(await events.next() == .terminate)
    live.close()
    #expect(content(of: output[0]) == "one\ntwo\n")
    #expect(content(of: input[0]) == "data")
  }

  private func content(of pipe: Int32) -> String {
    var buffer = [UInt8](repeating: 0, count: 64)
    let count = read(pipe, &buffer, buffer.count)
    return String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self)
  }

  @Test("A second live terminal works like the first")
  func again() async throws {
    for _ in 0..<20 {
      let terminal = try PseudoTerminal()
      let live = try LiveTerminal(output: terminal.device, input: terminal.device, environment: xterm)
      #expect(throws: TerminalError.inUse) { try TerminalInput(input: terminal.device, output: terminal.device) }
      var events = live.events.makeAsyncIterator()
      try terminal.type("x")
      #expect(await events.next() == .key(.character("x")))
      live.close()
    }
  }
}

@Suite struct OutputTests {
  @Test("Writing to a pipe without a reader fails and does not end the process")
  func brokenPipe() throws {
    ignoreWriteSignals()
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw PseudoTerminal.Unavailable() }
    close(ends[0])
    #expect(throws: OutputClosed(code: EPIPE)) { try writeAll([1], to: ends[1]) }
    close(ends[1])
    #expect(throws: OutputClosed(code: EBADF)) { try writeAll([1], to: -1) }
    try writeAll([], to: -1)
  }

  @Test("Writing to a full non-blocking pipe waits, and everything arrives")
  func shortWrites() async throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw PseudoTerminal.Unavailable() }
    let (reader, writer) = (ends[0], ends[1])
    _ = fcntl(writer, F_SETFL, O_NONBLOCK)
    let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    // Neither side may block a thread other tests need.
    async let writing: Void = onOwnThread {
      try writeAll(bytes, to: writer)
      close(writer)
    }
    let received = try await onOwnThread {
      var received: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 10_000)
      while case let count = read(reader, &buffer, buffer.count), count > 0 { received += buffer.prefix(count) }
      return received
    }
    try await writing
    #expect(received == bytes)
    close(reader)
  }
}
