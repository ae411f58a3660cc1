package import WidgetSystem

/// Finds out what a sandboxed process may do by trying it.
package enum SandboxProbe {
  package typealias Attempt = (name: String, isAllowed: Bool)

  /// Actions that every sandbox in this project refuses.
  package static var common: [Attempt] {
    [
      ("write a file", opens("/tmp/luawidget-\(getpid())", O_WRONLY | O_CREAT | O_EXCL)), ("start a program", startsProgram()),
      ("send a signal", kill(getppid(), 0) == 0),
    ]
  }

  package static var localSocket: Attempt { ("open a local socket", opensSocket(AF_UNIX)) }

  package static var listening: Attempt { ("listen", listens()) }

  /// One line for each attempt: its name, a tab, and `allowed` or `refused`.
  ///
  /// - Parameter paths: Files to try to read.
  package static func report(_ attempts: [Attempt], reading paths: some Sequence<String>) -> String {
    (attempts + paths.map { ("read \($0)", opens($0, O_RDONLY)) })
      .map { "\($0.name)\t\($0.isAllowed ? "allowed" : "refused")\n" }.joined()
  }

  package static func opensSocket(_ family: Int32, _ kind: Int32 = Libc.streamSocket) -> Bool {
    let descriptor = socket(family, kind, 0)
    if descriptor >= 0 { Libc.close(descriptor) }
    return descriptor >= 0
  }

  /// Whether this process can accept TCP connections.
  package static func listens() -> Bool {
    let descriptor = socket(AF_INET, Libc.streamSocket, 0)
    guard descriptor >= 0 else { return false }
    defer { Libc.close(descriptor) }
    return listen(descriptor, 1) == 0
  }

  private static func opens(_ path: String, _ flags: Int32) -> Bool {
    guard let descriptor = try? FileDescriptor.open(path, flags | O_CLOEXEC | O_NONBLOCK, mode: 0o600) else { return false }
    descriptor.close()
    if flags & O_CREAT != 0 { unlink(path) }
    return true
  }

  private static func startsProgram() -> Bool {
    guard let process = try? ProcessLaunch("/bin/true", ["true"]).start() else { return false }
    var status: Int32 = 0
    waitpid(process, &status, 0)
    return true
  }
}

/// The limits a helper sets for itself before entering its sandbox.
package enum HelperLimits {
  /// - Parameter addressSpace: Bytes. nil sets no limit, nor does macOS.
  package static func enter(openFiles: rlim_t, addressSpace: rlim_t? = nil) {
    // Writing beyond the file size limit or to a closed pipe fails with an error instead of a signal.
    signal(SIGXFSZ, SIG_IGN)
    signal(SIGPIPE, SIG_IGN)
    Libc.limit(RLIMIT_CORE, to: 0)
    Libc.limit(RLIMIT_FSIZE, to: 0)
    Libc.limit(RLIMIT_NOFILE, to: openFiles)
    #if os(Linux)
      if let addressSpace { Libc.limit(RLIMIT_AS, to: addressSpace) }
    #endif
  }
}
