package import WidgetHost
import WidgetRendering
import WidgetSurfaces
import WidgetSystem

/// Everything `luawidget` and `luawidget-commands` do alike. To users they're one program.
package enum Program {
  /// The most threads a command needs: Dispatch's pool, one thread per worker, the network's, and the one starting processes.
  private static let threads = 16

  /// The most files a command opens at once: stores, event loops, pipes, connections.
  private static let files = 24

  /// The arguments after the program's name. Exits if they can't be read.
  package static func arguments() -> [String] {
    // The Swift runtime reads them from /proc on Linux.
    guard !CommandLine.arguments.isEmpty else { exit("the arguments cannot be read: /proc is not mounted", .internalError) }
    // Swift replaces anything that isn't UTF-8, which could name another file.
    for index in 0..<Int(CommandLine.argc) {
      guard let text = CommandLine.unsafeArgv[index], String(validatingCString: text) == nil else { continue }
      exit("argument \(index) is not UTF-8: \(terminalSafe(CommandLine.arguments[index]))", .usage)
    }
    return Array(CommandLine.arguments.dropFirst())
  }

  /// Gets the process ready for a command. Exits if its limits are too low.
  package static func prepare() {
    StandardDescriptors.reserve()
    ignoreWriteSignals()
    unblockSignals()
    guard DescriptorLimit.allows(files) else {
      exit("cannot open \(files) files: the limit on open files is too low\n  try: ulimit -n 256", .internalError)
    }
    guard ThreadLimit.allows(threads) else {
      exit("cannot start \(threads) threads: the limit on processes is too low\n  try: ulimit -u 256", .internalError)
    }
  }

  /// Ends the program with a message on standard error.
  ///
  /// - Parameter message: Safe for a terminal.
  package static func exit(_ message: String, _ exit: Exit) -> Never {
    Console.standardError.write("luawidget: \(message)\n")
    Exit.now(exit)
  }

  /// Writes a text and ends the program: help, or the version.
  package static func exit(printing text: String) -> Never {
    do { try Console.standardOutput.print(text + "\n") } catch { exit(after: error) }
    Exit.now(.success)
  }

  /// Ends the program after a command's error.
  ///
  /// - Returns: Only for an error no command throws on purpose.
  package static func exit(after error: any Error) {
    if let exit = error as? Exit { Exit.now(exit) }
    if let failure = CommandFailure(error) { exit(failure.message, failure.exit) }
  }
}

extension CompositionRoot {
  /// The production implementations for a command. Store problems are reported on standard error.
  ///
  /// - Throws: `RecordingError`.
  package init(
    environment: [String: String], configuration: UserConfiguration, options: ServiceOptions, isQuiet: Bool
  ) throws {
    try self.init(
      environment: environment, configuration: configuration, options: options,
      imageColors: PainterColors(environment: environment), version: Program.version
    ) { notice in
      if !isQuiet { Console.standardError.write("luawidget: \(terminalSafe(notice))\n") }
    }
  }
}

/// The descriptors 0, 1 and 2, which a parent may have closed.
enum StandardDescriptors {
  /// Opens any closed ones before anything else opens a file: it would get their numbers, and output would end up in it.
  ///
  /// Reading then finds the end of a file, and writing fails, as on a closed descriptor.
  static func reserve() {
    for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) == -1 {
      // This is the lowest free number.
      _ = Libc.open("/dev/null", O_RDONLY)
    }
  }
}

/// The process's environment variables, read without Foundation.
package enum ProcessEnvironment {
  package static var current: [String: String] {
    var count = 0
    while environ[count] != nil { count += 1 }
    var result: [String: String] = [:]
    result.reserveCapacity(count)
    var entry = environ
    while let pointer = entry.pointee {
      if let equals = strchr(pointer, CInt(UInt8(ascii: "="))) {
        let name = UnsafeRawBufferPointer(start: pointer, count: equals - pointer)
        result[String(decoding: name, as: UTF8.self)] = String(cString: equals + 1)
      }
      entry += 1
    }
    return result
  }
}
