import Foundation
import WidgetTerminal
import WidgetTesting

/// The program on a terminal, and the person in front of it.
final class LiveCommand {
  private let process = Process()
  private let terminal: PseudoTerminal
  private var screen: ScreenEmulator
  /// All bytes so far.
  private(set) var bytes = ""

  /// - Parameter ownsTerminal: The terminal is the program's controlling one, so that Ctrl-C is a signal. Signals then cannot be
  ///   sent to it by ``signal(_:)``.
  init(
    _ command: Command, _ arguments: [String], columns: Int = 60, rows: Int = 20, ownsTerminal: Bool = false,
    environment: [String: String] = [:]
  ) throws {
    terminal = try PseudoTerminal(columns: UInt16(columns), rows: UInt16(rows))
    screen = ScreenEmulator(TerminalSize(columns: columns, rows: rows))
    let handle = FileHandle(fileDescriptor: terminal.device, closeOnDealloc: false)
    process.executableURL = ownsTerminal ? URL(filePath: "/usr/bin/setsid") : Command.program
    process.arguments = ownsTerminal ? ["--ctty", "--wait", Command.program.path] + arguments : arguments
    process.currentDirectoryURL = command.folder
    process.environment = [
      "HOME": command.folder.path, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TZ": "UTC", "TERM": "xterm-256color",
    ].merging(environment) { $1 }
    process.standardInput = handle
    process.standardOutput = handle
    process.standardError = handle
    try process.run()
  }

  func type(_ text: String) throws { try terminal.type(text) }
  /// Types an answer, again and again until what is asked goes on: a question throws away what was typed before it.
  func answer(_ text: String, after words: String) async throws {
    let before = try await see { $0.contains(words) && $0.hasSuffix("never:") }
    for _ in 0..<50 {
      try type(text)
      for _ in 0..<10 {
        try await Task.sleep(for: .milliseconds(20))
        if self.text.dropFirst(before.count).contains(where: \.isNewline) { return }
      }
    }
    throw NotSeen(text: self.text)
  }

  func signal(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// What a person sees now.
  var text: String {
    let new = terminal.output()
    bytes += new
    screen.write(Array(new.utf8))
    return screen.rows.joined(separator: "\n")
  }

  /// Waits, with much patience, until the screen is as wanted.
  func see(_ isWanted: (String) -> Bool) async throws -> String {
    for _ in 0..<1500 {
      let text = text
      if isWanted(text) { return text }
      try await Task.sleep(for: .milliseconds(20))
    }
    throw NotSeen(text: text)
  }

  func see(_ words: String) async throws -> String { try await see { $0.contains(words) } }

  struct NotSeen: Error { var text: String }

  /// The status with which the program ended.
  func end() async throws -> Int32 {
    for _ in 0..<1500 where process.isRunning {
      _ = text
      try await Task.sleep(for: .milliseconds(20))
    }
    guard !process.isRunning else {
      process.terminate()
      throw NotSeen(text: text)
    }
    _ = text
    return process.terminationReason == .uncaughtSignal ? -process.terminationStatus : process.terminationStatus
  }

  /// Whether the terminal is as it was: echo, lines, signals, a visible cursor.
  var isRestored: Bool {
    let modes = terminal.localModes
    let hidden = bytes.range(of: "\u{1B}[?25l", options: .backwards)
    let shown = bytes.range(of: "\u{1B}[?25h", options: .backwards)
    let isCursorVisible = hidden.map { hidden in shown.map { $0.lowerBound > hidden.lowerBound } ?? false } ?? true
    return modes & tcflag_t(ECHO) != 0 && modes & tcflag_t(ICANON) != 0 && modes & tcflag_t(ISIG) != 0 && isCursorVisible
  }
}
