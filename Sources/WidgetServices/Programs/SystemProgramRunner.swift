import WidgetSystem

/// Runs programs with an environment that we made, in `/`, in a session of their own, without input.
public struct SystemProgramRunner: ProgramRunner {
  private static let folders = ["/usr/local/bin", "/usr/bin", "/bin", "/opt/homebrew/bin"]
  /// Bytes of output and errors together.
  public static let outputLimit = 1 << 20

  private let environment: [String]

  /// - Parameters:
  ///   - home: What the program sees as `HOME`.
  ///   - variables: What else it sees.
  public init(home: String, variables: [String: String] = [:]) {
    environment =
      ["PATH=\(Self.folders.joined(separator: ":"))", "LANG=C.UTF-8", "HOME=\(home)"]
      + variables.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
  }

  public func resolve(_ name: String) -> String? {
    if name.hasPrefix("/") { return access(name, X_OK) == 0 ? name : nil }
    guard !name.isEmpty, !name.contains("/") else { return nil }
    return Self.folders.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }

  public func run(
    _ path: String, _ arguments: [String], deadline: Double, isCancelled: () -> Bool
  ) throws(ProgramError) -> ProgramResult {
    try run(path, arguments, input: nil, deadline: deadline, isCancelled: isCancelled)
  }

  public func run(
    _ path: String, _ arguments: [String], input: [UInt8], deadline: Double
  ) throws(ProgramError) -> ProgramResult {
    // It must fit into the pipe: nobody reads before the program has begun. 16 KiB is the least that a system gives.
    guard input.count <= 16 << 10 else { throw .cannotStart(path: path, reason: "too much input") }
    var pipe = try Pipe(for: path)
    defer { pipe.close() }
    guard input.isEmpty || input.withUnsafeBytes({ systemWrite(pipe.writing, $0.baseAddress, $0.count) }) == input.count else {
      throw .cannotStart(path: path, reason: String(cString: strerror(errno)))
    }
    pipe.closeWriting()
    return try run(path, arguments, input: pipe, deadline: deadline, isCancelled: { false })
  }

  private func run(
    _ path: String, _ arguments: [String], input: Pipe?, deadline: Double, isCancelled: () -> Bool
  ) throws(ProgramError) -> ProgramResult {
    var output = try Pipe(for: path)
    var errors = try Pipe(for: path)
    defer {
      output.close()
      errors.close()
    }
    let pid = try start(path, arguments, input: input?.reading, output: output.writing, errors: errors.writing)
    output.closeWriting()
    errors.closeWriting()
    output.readWithoutWaiting()
    errors.readWithoutWaiting()
    // Whatever it started goes with it.
    defer { kill(-pid, SIGKILL) }
    let end = Self.now() + deadline
    while output.isOpen || errors.isOpen {
      if isCancelled() {
        stop(pid)
        throw .cancelled
      }
      guard Self.now() < end else {
        stop(pid)
        throw .timeout(path: path, seconds: deadline)
      }
      output.read(patience: errors.isOpen ? 10 : 50)
      errors.read(patience: output.isOpen ? 10 : 50)
      guard output.bytes.count + errors.bytes.count <= Self.outputLimit else {
        stop(pid)
        throw .tooMuchOutput(path: path, limit: Self.outputLimit)
      }
    }
    // It closed its outputs; give it the rest of its time to end.
    var status: Int32 = 0
    while waitpid(pid, &status, WNOHANG) == 0 {
      guard Self.now() < end, !isCancelled() else {
        stop(pid)
        throw .timeout(path: path, seconds: deadline)
      }
      usleep(2000)
    }
    let signal = status & 0x7F
    return ProgramResult(
      status: signal == 0 ? Int((status >> 8) & 0xFF) : 128 + Int(signal), output: output.bytes, errors: errors.bytes)
  }

  private func stop(_ pid: pid_t) {
    kill(-pid, SIGKILL)
    kill(pid, SIGKILL)
    var status: Int32 = 0
    waitpid(pid, &status, 0)
  }

  private func start(
    _ path: String, _ arguments: [String], input: Int32?, output: Int32, errors: Int32
  ) throws(ProgramError) -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
      let session = Int16(POSIX_SPAWN_SETSID)
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
      let session = Int16(0x80)  // POSIX_SPAWN_SETSID, hidden behind _GNU_SOURCE
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    if let input {
      posix_spawn_file_actions_adddup2(&actions, input, 0)
    } else {
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    }
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_adddup2(&actions, errors, 2)
    _ = Self.addFolder?(&actions, "/")
    _ = Self.addCloseFrom?(&actions, 3)
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(&attributes, session | Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
    let words = ([path] + arguments).map { strdup($0) }
    let variables = environment.map { strdup($0) }
    defer { (words + variables).forEach { free($0) } }
    var pid = pid_t()
    let code = posix_spawn(&pid, path, &actions, &attributes, words + [nil], variables + [nil])
    guard code == 0 else { throw .cannotStart(path: path, reason: String(cString: strerror(code))) }
    return pid
  }

  // In the C libraries of ours, but not in the headers that Swift sees. Where one is missing, the program starts in our folder,
  // or inherits what some library opened without close-on-exec.
  private static let addFolder: (@convention(c) (UnsafeMutableRawPointer, UnsafePointer<CChar>) -> Int32)? = {
    guard let symbol = dlsym(nil, "posix_spawn_file_actions_addchdir_np") else { return nil }
    return unsafeBitCast(symbol, to: (@convention(c) (UnsafeMutableRawPointer, UnsafePointer<CChar>) -> Int32).self)
  }()

  private static let addCloseFrom: (@convention(c) (UnsafeMutableRawPointer, Int32) -> Int32)? = {
    guard let symbol = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np") else { return nil }
    return unsafeBitCast(symbol, to: (@convention(c) (UnsafeMutableRawPointer, Int32) -> Int32).self)
  }()

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// What a program writes to one of its descriptors.
private struct Pipe {
  private(set) var reading: Int32
  private(set) var writing: Int32
  private(set) var bytes: [UInt8] = []

  var isOpen: Bool { reading >= 0 }

  init(for path: String) throws(ProgramError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .cannotStart(path: path, reason: String(cString: strerror(errno))) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    reading = ends[0]
    writing = ends[1]
  }

  func readWithoutWaiting() { _ = fcntl(reading, F_SETFL, O_NONBLOCK) }

  /// Takes what is there, waiting at most so many milliseconds for it.
  mutating func read(patience: Int32) {
    guard isOpen else { return }
    var polled = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
    guard poll(&polled, 1, patience) > 0 else { return }
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    let count = systemRead(reading, &buffer, buffer.count)
    if count > 0 {
      bytes += buffer.prefix(count)
    } else if count == 0 || errno != EAGAIN && errno != EINTR {
      closeReading()
    }
  }

  private mutating func closeReading() {
    if reading >= 0 { systemClose(reading) }
    reading = -1
  }

  mutating func closeWriting() {
    if writing >= 0 { systemClose(writing) }
    writing = -1
  }

  mutating func close() {
    closeReading()
    closeWriting()
  }
}

private func systemRead(_ descriptor: Int32, _ buffer: inout [UInt8], _ count: Int) -> Int { read(descriptor, &buffer, count) }
private func systemClose(_ descriptor: Int32) { _ = close(descriptor) }
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int { write(descriptor, bytes, count) }
