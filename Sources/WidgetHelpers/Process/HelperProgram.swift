import WidgetModel
import WidgetSystem

/// One of the installed programs: next to the running program (a build folder), in `../libexec/luawidget`, or in the `bin` of its
/// prefix.
public enum HelperProgram: String, Sendable, CaseIterable {
  case worker = "luawidget-worker"
  case fetcher = "luawidget-fetcher"
  case painter = "luawidget-painter"
  case server = "luawidget-server"
  case notifier = "luawidget-notifier"
  case desktop = "luawidget-desktop"
  case commands = "luawidget-commands"
  case luawidget

  /// The program's file; nil if the installation is incomplete.
  public var path: String? {
    candidates.first { access($0, X_OK) == 0 }
  }

  private var candidates: [String] {
    guard let folder = InstalledFiles.programFolder else { return [] }
    return ["\(folder)/\(rawValue)", "\(folder)/../libexec/luawidget/\(rawValue)", "\(folder)/../../bin/\(rawValue)"]
  }

  /// The sentence for a program that is not there.
  public var missing: String {
    if InstalledFiles.program == nil { return "luawidget was upgraded or removed while this program was running" }
    if let file = candidates.first(where: { access($0, F_OK) == 0 && access($0, X_OK) != 0 }) {
      return "\(file) isn't a program that you may run"
    }
    return "\(rawValue) \(Self.notFound)"
  }

  /// The problem with the library of the installed helpers; nil if it's there, and for a debug build, whose programs have everything in
  /// them.
  public static var libraryProblem: String? {
    #if DEBUG
      return nil
    #else
      return installedLibraryProblem
    #endif
  }

  private static var installedLibraryProblem: String? {
    guard let folder = commands.path.flatMap({ path in path.lastIndex(of: "/").map { path[..<$0] } }),
      folder.hasSuffix("/libexec/luawidget")
    else { return nil }
    let name = "libluawidget.so, which its programs need,"
    guard let file = try? FileDescriptor.open("\(folder)/libluawidget.so", O_RDONLY | O_CLOEXEC) else {
      return "\(name) \(notFound)"
    }
    defer { file.close() }
    return isWhole(file) ? nil : "\(name) is damaged"
  }

  /// Whether an ELF file is as long as its header says: its table of sections is at the end. The dynamic linker doesn't check that, and a
  /// part that's missing ends the program with a signal.
  private static func isWhole(_ file: FileDescriptor) -> Bool {
    guard let header = try? file.readSome(64), header.count == 64, header.starts(with: [0x7F, 0x45, 0x4C, 0x46]) else {
      return false
    }
    func number(at offset: Int, bytes: Int) -> Int {
      header[offset..<offset + bytes].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    let end = number(at: 40, bytes: 6) + number(at: 58, bytes: 2) * number(at: 60, bytes: 2)
    var info = stat()
    return fstat(file.rawValue, &info) == 0 && info.st_size >= end
  }

  public static let notFound = "was not found next to luawidget"

  /// The remedy. Whoever has a package has no Makefile.
  public static let installation =
    "install luawidget again (the package, the archive, or make install). Its programs belong together: link to luawidget instead of "
    + "copying it"

  /// The remedy for the desktop, which is a package of its own.
  public static let desktopInstallation = "install the package luawidget-desktop, or all of luawidget again"
}

/// Why a helper didn't do what you asked.
public enum HelperProblem: Error, Sendable, Equatable {
  /// It isn't installed.
  case missing
  /// With the system's reason.
  case cannotStart(String)
  case exited(status: Int32)
  /// It was ended by this signal.
  case signalled(Int32)
  /// It's from another version of luawidget.
  case version
  /// It violated the protocol. The text names the rule and contains nothing received.
  case invalidMessage(String)
  /// It gave no sign of life for this many seconds.
  case silent(seconds: Double)

  package init(_ death: WorkerDeath) {
    switch death {
    case .exited(let status): self = .exited(status: status)
    case .signalled(let number): self = .signalled(number)
    }
  }

  /// The sentence for the user.
  public func text(of program: HelperProgram) -> String {
    let name = program.rawValue
    return switch self {
    case .missing: program.missing
    case .cannotStart(let reason): Self.cannotStart(name, reason)
    case .exited(Self.unloadedStatus):
      "\(name) could not be loaded: a library that it needs is missing or too old; luawidget doctor names it"
    case .exited(let status): "\(name) exited with status \(status)"
    case .signalled(let number): "\(name) was killed by signal \(number)"
    case .version: "\(Self.upgraded), or if that doesn't help, \(HelperProgram.installation)"
    case .invalidMessage(let rule): "\(name) sent an invalid message: \(rule)"
    case .silent(let seconds): "\(name) did not reply within \(Int(saturating: seconds.rounded())) s"
    }
  }

  /// The exit status of a program whose libraries aren't there.
  public static let unloadedStatus: Int32 = 127

  /// The sentence for two programs of different versions.
  public static let upgraded = upgraded(restart: "this program")

  public static func upgraded(restart program: String) -> String { "luawidget was upgraded; restart \(program)" }

  /// The notice about a helper that ended.
  public static func startedAgain(_ problem: String) -> String { "luawidget: \(problem); it is started again\n" }

  /// The sentence for any program that couldn't be started.
  public static func cannotStart(_ program: String, _ reason: String) -> String { "\(program) could not be started: \(reason)" }
}
