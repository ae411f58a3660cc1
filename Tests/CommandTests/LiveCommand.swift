import Foundation
import WidgetSurfaces
import WidgetSystem
import WidgetTesting

/// The program in a pseudoterminal, with simulated input.
final class LiveCommand {
  private let process: ChildProcess
  private let terminal: PseudoTerminal
  private var screen: ScreenEmulator
  private let personality: TerminalPersonality
  /// All bytes so far.
  private(set) var bytes = ""

  /// - Parameter personality: How the terminal responds to queries.
  /// - Parameter ownsTerminal: Whether the terminal is the program's controlling one, so Ctrl-C is a signal. ``signal(_:)`` can't
  ///   send it signals then.
  init(
    _ command: Command, _ arguments: [String], columns: Int = 60, rows: Int = 20, ownsTerminal: Bool = false,
    personality: TerminalPersonality = .mute, environment: [String: String] = [:]
  ) throws {
    self.personality = personality
    terminal = try PseudoTerminal(columns: UInt16(columns), rows: UInt16(rows))
    screen = ScreenEmulator(TerminalSize(columns: columns, rows: rows))
    let device = FileDescriptor(rawValue: terminal.device)
    let environment = [
      "HOME": command.folder.path, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TZ": "UTC", "TERM": "xterm-256color",
      // A debug build's crash report takes longer than a test waits.
      "SWIFT_BACKTRACE": "enable=no",
    ].merging(environment) { $1 }
    process = try ChildProcess(
      ownsTerminal ? URL(filePath: "/usr/bin/setsid") : Command.program,
      ownsTerminal ? ["--ctty", "--wait", Command.program.path] + arguments : arguments, environment: environment,
      directory: command.folder, input: device, output: device, errors: device)
  }

  func type(_ text: String) throws { try terminal.type(text) }
  /// Types a reply to a prompt, repeatedly until the prompt goes away, because prompts discard earlier input.
  func reply(_ text: String, after words: String) async throws {
    let before = try await see { $0.contains(words) && $0.hasSuffix("Never:") }
    for _ in 0..<50 {
      try type(text)
      for _ in 0..<10 {
        try await Task.sleep(for: .milliseconds(20))
        if self.text.dropFirst(before.count).contains(where: \.isNewline) { return }
      }
    }
    throw NotSeen(text: self.text)
  }

  /// Whether the terminal reports the mouse.
  var reportsMouse: Bool {
    _ = text
    return screen.reportsMouse
  }

  /// Whether the alternate screen is shown.
  var isAlternate: Bool {
    _ = text
    return screen.isAlternate
  }

  /// Sequences the screen emulator doesn't know.
  var unknownSequences: [String] {
    _ = text
    return screen.unknown
  }

  /// Drags with the left button from the first character of one text to that of another.
  func drag(_ words: String, to other: String) throws {
    let (start, end) = (try cell(of: words), try cell(of: other))
    try type("\u{1B}[<0;\(start)M\u{1B}[<32;\(end)M\u{1B}[<0;\(end)m")
  }

  /// Presses the left button on the first character of some text, and releases it.
  func click(_ words: String) throws {
    let cell = try cell(of: words)
    try type("\u{1B}[<0;\(cell)M\u{1B}[<0;\(cell)m")
  }

  /// The column and the row of some text, as in a mouse report.
  private func cell(of words: String) throws -> String {
    let rows = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let row = rows.firstIndex(where: { $0.contains(words) }), let start = rows[row].range(of: words)?.lowerBound else {
      throw NotSeen(text: text)
    }
    let column = rows[row].distance(from: rows[row].startIndex, to: start)
    return "\(column + 1);\(row - screen.scrolledOff + 1)"
  }

  /// Turns the wheel.
  func wheel(_ steps: Int) throws {
    for _ in 0..<abs(steps) { try type("\u{1B}[<\(steps < 0 ? 64 : 65);1;1M") }
  }

  func signal(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// Kills the program's workers as the kernel would.
  ///
  /// - Returns: The number of workers.
  func killWorkers() -> Int {
    // Each thread has its own children.
    let tasks = "/proc/\(process.processIdentifier)/task"
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
    let children = threads.compactMap { try? String(contentsOfFile: "\(tasks)/\($0)/children", encoding: .utf8) }.joined(
      separator: " ")
    let workers = children.split(separator: " ").compactMap { Int32($0) }.filter { child in
      (try? String(contentsOfFile: "/proc/\(child)/comm", encoding: .utf8))?.hasPrefix("luawidget-worke") == true
    }
    for worker in workers { kill(worker, SIGKILL) }
    return workers.count
  }

  /// How often the program has said that it's updating, even if nobody looked in time.
  var updates: Int { bytes.components(separatedBy: "updating").count }

  /// The text on the screen.
  var text: String {
    let new = terminal.output()
    bytes += new
    let response = personality.response(to: new)
    if !response.isEmpty { try? terminal.type(response) }
    screen.write(Array(new.utf8))
    if new.contains("\u{1B}[6n") {
      try? terminal.type("\u{1B}[\(screen.cursorRow - screen.scrolledOff + 1);\(screen.cursorColumn + 1)R")
    }
    return screen.rows.joined(separator: "\n")
  }

  /// Waits up to two minutes until the screen meets a condition.
  func see(_ isWanted: (String) -> Bool) async throws -> String {
    for _ in 0..<6000 {
      let text = text
      if isWanted(text) { return text }
      try await Task.sleep(for: .milliseconds(20))
    }
    throw NotSeen(text: text)
  }

  /// The images the terminal received, with their positions.
  var images: [(row: Int, column: Int, text: String)] {
    _ = text
    return screen.images
  }

  func see(_ words: String) async throws -> String { try await see { $0.contains(words) } }

  /// Waits for images.
  func see(images count: Int) async throws -> [(row: Int, column: Int, text: String)] {
    _ = try await see { _ in screen.images.count >= count }
    return screen.images
  }

  func resize(columns: Int, rows: Int) {
    _ = text
    screen.resize(TerminalSize(columns: columns, rows: rows))
    terminal.resize(columns: UInt16(columns), rows: UInt16(rows))
    signal(SIGWINCH)
  }

  struct NotSeen: Error { var text: String }

  var processID: Int32 { process.processIdentifier }

  /// Waits until the program does nothing, because the terminal reads nothing.
  func blocks() async -> Bool { await ProcessTree.areIdle(processID, for: .milliseconds(300)) }

  /// The status with which the program ended.
  ///
  /// - Parameter isReading: Whether the terminal keeps reading.
  func end(isReading: Bool = true) async throws -> Int32 {
    for _ in 0..<6000 where !process.hasEnded {
      if isReading { _ = text }
      try await Task.sleep(for: .milliseconds(20))
    }
    guard process.hasEnded else {
      process.terminate()
      throw NotSeen(text: text)
    }
    _ = text
    return process.end()
  }

  /// Whether the terminal is restored: echo, lines, signals, a visible cursor.
  var isRestored: Bool {
    let modes = terminal.localModes
    let hidden = bytes.range(of: "\u{1B}[?25l", options: .backwards)
    let shown = bytes.range(of: "\u{1B}[?25h", options: .backwards)
    let isCursorVisible = hidden.map { hidden in shown.map { $0.lowerBound > hidden.lowerBound } ?? false } ?? true
    return modes & tcflag_t(ECHO) != 0 && modes & tcflag_t(ICANON) != 0 && modes & tcflag_t(ISIG) != 0 && isCursorVisible
      && !screen.isAlternate
      && !screen.reportsMouse
  }
}
