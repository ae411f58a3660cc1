#if os(Linux)
  import CLinux
#endif

/// A running program. Ending it also ends everything it started.
///
/// On Linux a supervisor process adopts the program's orphans, and kills everything when the program or this process ends, even
/// by SIGKILL. A guardian does so if the supervisor is killed. On other systems only the program's process group is killed, and only by ``end()``.
///
/// Not `Sendable`: use it on one thread.
public final class ProgramProcess {
  /// The guardian's id, or the program's own.
  private let pid: pid_t
  /// Closing this makes the supervisor end the program.
  private let life: FileDescriptor?
  private var exitStatus: Int?
  private var hasEnded = false

  /// Starts a program in its own session.
  public init(_ launch: ProcessLaunch) throws(SystemError) {
    #if os(Linux)
      (pid, life) = try Self.startSupervised(launch)
    #else
      life = nil
      pid = try launch.start()
    #endif
  }

  deinit { end() }

  /// The program's exit status, or 128 plus the number of the signal that ended it; nil while it's running.
  public var status: Int? {
    if hasEnded { return exitStatus }
    var status: Int32 = 0
    guard waitpid(pid, &status, WNOHANG) == pid else { return nil }
    hasEnded = true
    let signal = status & 0x7F
    exitStatus = signal == 0 ? Int((status >> 8) & 0xFF) : 128 + Int(signal)
    // A supervisor kills all others before it ends.
    if life == nil { kill(-pid, SIGKILL) }
    life?.close()
    return exitStatus
  }

  /// Kills the program and the processes it started.
  public func end() {
    if hasEnded { return }
    hasEnded = true
    guard let life else {
      kill(-pid, SIGKILL)
      kill(pid, SIGKILL)
      waitpid(pid, nil, 0)
      return
    }
    life.close()
    // A process stuck in an uninterruptible system call would keep the supervisor.
    for _ in 0..<1000 {
      if waitpid(pid, nil, WNOHANG) != 0 { return }
      usleep(2000)
    }
    kill(pid, SIGKILL)
    waitpid(pid, nil, 0)
  }

  #if os(Linux)
    private static func startSupervised(_ launch: ProcessLaunch) throws(SystemError) -> (pid_t, FileDescriptor) {
      let pipe = try Pipe()
      let null: FileDescriptor
      do throws(SystemError) { null = try .open("/dev/null", O_RDWR) } catch {
        pipe.reader.close()
        pipe.writer.close()
        throw error
      }
      defer {
        null.close()
        pipe.reader.close()
      }
      let words = launch.arguments.map { strdup($0) } + [nil]
      let variables = launch.environment.map { strdup($0) } + [nil]
      let directory = launch.directory.map { strdup($0) } ?? nil
      let path = strdup(launch.path)
      defer {
        for text in words + variables { free(text) }
        free(directory)
        free(path)
      }
      var supervisor = pid_t()
      let code = words.withUnsafeBufferPointer { words in
        variables.withUnsafeBufferPointer { variables in
          var program = lw_program()
          program.path = UnsafePointer(path)
          program.arguments = words.baseAddress
          program.environment = variables.baseAddress
          program.directory = UnsafePointer(directory)
          program.input = (launch.descriptors[0] ?? null).rawValue
          program.output = (launch.descriptors[1] ?? null).rawValue
          program.errors = (launch.descriptors[2] ?? null).rawValue
          program.life = pipe.reader.rawValue
          return lw_start_supervised(&program, &supervisor)
        }
      }
      guard code == 0 else {
        pipe.writer.close()
        throw SystemError(code: code)
      }
      return (supervisor, pipe.writer)
    }
  #endif
}
