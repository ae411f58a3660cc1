import WidgetSystem

/// What the painter's process may do, found out by trying: the report of `luawidget-painter --sandbox`.
enum SandboxProbe {
  /// One line for each attempt: its name, a tab, and `allowed` or `refused`.
  ///
  /// - Parameter paths: Files that it tries to read.
  static func report(reading paths: [String]) -> String {
    let attempts: [(String, Bool)] =
      [
        ("write a file", opens("/tmp/luawidget-painter-\(getpid())", O_WRONLY | O_CREAT | O_EXCL)),
        ("open a socket", opensSocket(AF_INET)), ("open a local socket", opensSocket(AF_UNIX)),
        ("start a program", startsProgram()), ("send a signal", kill(getppid(), 0) == 0),
      ] + paths.map { ("read \($0)", opens($0, O_RDONLY)) }
    return attempts.map { "\($0)\t\($1 ? "allowed" : "refused")\n" }.joined()
  }

  private static func opens(_ path: String, _ flags: Int32) -> Bool {
    guard let descriptor = try? FileDescriptor.open(path, flags | O_CLOEXEC | O_NONBLOCK, mode: 0o600) else { return false }
    descriptor.close()
    if flags & O_CREAT != 0 { unlink(path) }
    return true
  }

  private static func opensSocket(_ family: Int32) -> Bool {
    let descriptor = socket(family, Libc.streamSocket, 0)
    if descriptor >= 0 { Libc.close(descriptor) }
    return descriptor >= 0
  }

  private static func startsProgram() -> Bool {
    guard let process = try? ProcessLaunch("/bin/true", ["true"]).start() else { return false }
    var status: Int32 = 0
    waitpid(process, &status, 0)
    return true
  }
}
