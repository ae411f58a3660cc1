import WidgetHelpers
import WidgetModel
import WidgetSystem

/// Starts programs of the machine on a widget's behalf: a list of words, never a shell's line.
public protocol ProgramRunner: Sendable {
  /// The absolute path a name currently stands for.
  ///
  /// - Returns: nil if there's no such program.
  func resolve(_ name: String) -> String?

  /// Runs a program until it ends, then kills whatever is left of it.
  ///
  /// - Parameters:
  ///   - path: Absolute.
  ///   - arguments: Without the program's own name.
  ///   - deadline: Seconds from now.
  func run(_ path: String, _ arguments: [String], deadline: Double, isCancelled: () -> Bool) throws(ProgramError) -> ProgramResult

  /// Runs a program that reads its standard input: 4 KiB at most, which fits into a pipe.
  func run(_ path: String, _ arguments: [String], input: [UInt8], deadline: Double) throws(ProgramError) -> ProgramResult

  /// Starts a program whose output is read while it runs.
  func start(_ path: String, _ arguments: [String]) throws(ProgramError) -> any ProgramOutput

  /// Starts a program for the user. It continues without luawidget, and nobody reads its output.
  ///
  /// - Parameter patience: Seconds to wait for an early end. A program still running then counts as a success.
  /// - Throws: If it doesn't start, or ends with a status other than 0.
  func launch(_ path: String, _ arguments: [String], patience: Double) throws(ProgramError)
}

/// A running program's standard output.
public protocol ProgramOutput: Sendable {
  /// Readable when there's output, and at its end. It doesn't block.
  var descriptor: Int32 { get }
  /// - Returns: nil if there's none now, no bytes at the end.
  func read(_ count: Int) -> [UInt8]?
  /// The exit status, as ``ProgramResult/status``, of a program that has closed its output; it's killed after that time.
  func waitForStatus(seconds: Double) -> Int
  /// Kills the program and what it started, and closes the descriptor.
  func end()
}

/// How a program ended and what it wrote.
public struct ProgramResult: Sendable, Equatable {
  /// The exit status; for a killed program 128 plus the signal's number, as in shells.
  public var status: Int
  public var output: [UInt8]
  public var errors: [UInt8]

  public init(status: Int, output: [UInt8], errors: [UInt8]) {
    self.status = status
    self.output = output
    self.errors = errors
  }
}

/// Why a program gave no result.
public enum ProgramError: Error, Sendable, Equatable {
  /// Why a program that isn't in `PATH` can't be used.
  static let notInstalled = "it is not installed"

  case cannotStart(path: String, reason: String)
  /// A program that must succeed ended with another status.
  case failed(path: String, status: Int)
  case timeout(path: String, seconds: Double)
  /// Bytes of output.
  case tooMuchOutput(path: String, limit: Int)
  case cancelled
}

extension ProgramError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .cannotStart(let path, let reason): HelperProblem.cannotStart(path, reason)
    case .failed("xdg-open", 3): "xdg-open found no program for it: no desktop or browser is there to open it"
    case .failed("xdg-open", 4): "xdg-open couldn't open it (status 4): the program it chose failed"
    case .failed(let path, let status): "\(path) failed with status \(status)"
    case .timeout(let path, let seconds): "\(path) was stopped after \(Int(saturating: seconds)) seconds"
    case .tooMuchOutput(let path, let limit): "\(path) was stopped: more than \(limit >> 20) MiB of output"
    case .cancelled: "cancelled"
    }
  }
}

/// Programs that run whatever they're told to: allowing one of them allows everything.
public enum OpenEndedProgram {
  private static let names: Set<String> = [
    "R", "Rscript", "alacritty", "apt", "ash", "at", "awk", "bash", "batch", "bazel", "bun", "busctl", "busybox", "bwrap",
    "capsh", "cargo", "cc", "chroot", "chrt", "clang", "cmake", "crontab", "csh", "dash", "dbus-run-session", "dbus-send",
    "deno", "doas", "docker", "dpkg", "ed", "editor", "elixir", "emacs", "env", "erl", "expect", "fakeroot", "faketime",
    "find", "fish", "flatpak", "flatpak-spawn", "flock", "foot", "gawk", "gcc", "gdb", "gdbus", "ghci", "git",
    "gnome-terminal", "go", "guile", "gvim", "iex", "ionice", "ipython", "irb", "java", "joe", "jshell", "julia", "kitty",
    "konsole", "ksh", "kubectl", "less", "ltrace", "lua", "luajit", "luawidget", "m4", "machinectl", "make", "man", "mawk",
    "meson", "mksh", "more", "nano", "nawk", "newgrp", "nice", "ninja", "nmap", "node", "nodejs", "nohup", "npm", "npx",
    "nsenter", "nvim", "ocaml", "octave", "osascript", "pager", "parallel", "perl", "php", "pip", "pipx", "pkexec", "podman",
    "prlimit", "pwsh", "python", "python3", "racket", "rbash", "rlwrap", "rsync", "ruby", "run-parts", "runuser", "rustc",
    "rview", "rvim", "sbcl", "screen", "script", "sed", "setarch", "setpriv", "setsid", "sg", "sh", "snap", "sqlite3", "ssh",
    "ssh-agent", "start-stop-daemon", "stdbuf", "strace", "su", "sudo", "swift", "swiftc", "systemctl", "systemd-run", "tar",
    "taskset", "tcc", "tclsh", "tcsh", "time", "timeout", "tmux", "toybox", "unbuffer", "unshare", "uv", "vi", "view", "vim",
    "watch", "wine", "wish", "x-terminal-emulator", "xargs", "xterm", "xvfb-run", "zip", "zsh",
  ]

  /// - Parameter name: A program's name or its path. A path that is a link counts as what it leads to.
  public static func contains(_ name: String) -> Bool {
    let last = lastPart(name)
    if isKnown(last) { return true }
    guard name.hasPrefix("/"), let target = realpath(name, nil) else { return false }
    defer { free(target) }
    return isKnown(lastPart(String(cString: target)))
  }

  private static func lastPart(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

  private static func isKnown(_ name: String) -> Bool {
    // `ld-linux-x86-64.so.2` runs the program it's given; `python3.11` is `python`.
    names.contains(name) || name.hasPrefix("ld-linux") || names.contains(String(name.prefix { !$0.isNumber && $0 != "." }))
  }
}
