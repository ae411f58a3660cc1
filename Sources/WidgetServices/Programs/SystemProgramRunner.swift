import Synchronization
import WidgetSystem

/// Runs programs with a minimal environment, in `/`, in a new session, without input.
///
/// A program and everything it started end together: when it ends, at its limits, and with luawidget, however that ends. Only a
/// program launched for the user stays.
public struct SystemProgramRunner: ProgramRunner {
  private static let standardFolders = ["/usr/local/bin", "/usr/bin", "/bin", "/opt/homebrew/bin"]
  /// Bytes of output and errors together.
  public static let outputLimit = 1 << 20

  private let home: String
  private let variables: [String: String]
  private let path: String?
  /// Launched programs still running when their launch returned. The next launch collects those that have ended.
  private static let launched = Mutex<[pid_t]>([])

  /// - Parameters:
  ///   - home: The program's `HOME`.
  ///   - variables: The program's other variables; a language replaces `C.UTF-8`.
  ///   - path: The user's `PATH`, for programs chosen by the user; nil uses the system's folders.
  public init(home: String, variables: [String: String] = [:], path: String? = nil) {
    self.home = home
    self.variables = variables
    self.path = path
  }

  /// Where programs are looked up by name.
  private var folders: [String] {
    let absolute = (path ?? "").split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
    return absolute.isEmpty ? Self.standardFolders : absolute
  }

  private var environment: [String] {
    let all = ["LANG": "C.UTF-8"].merging(variables) { $1 }.merging(["PATH": folders.joined(separator: ":"), "HOME": home]) { $1 }
    return all.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
  }

  public func resolve(_ name: String) -> String? {
    if name.hasPrefix("/") { return access(name, X_OK) == 0 ? name : nil }
    guard !name.isEmpty, !name.contains("/") else { return nil }
    return folders.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }

  public func run(
    _ path: String, _ arguments: [String], deadline: Double, isCancelled: () -> Bool
  ) throws(ProgramError) -> ProgramResult {
    try run(path, arguments, input: nil, deadline: deadline, isCancelled: isCancelled)
  }

  public func run(
    _ path: String, _ arguments: [String], input: [UInt8], deadline: Double
  ) throws(ProgramError) -> ProgramResult {
    // The input must fit into the pipe, because the program doesn't read before it has started. 16 KiB is the least a system
    // gives.
    guard input.count <= 16 << 10 else { throw .cannotStart(path: path, reason: "too much input") }
    let pipe: Pipe
    do throws(SystemError) {
      pipe = try Pipe()
      defer { pipe.writer.close() }
      try pipe.writer.writeAll(input)
    } catch { throw .cannotStart(path: path, reason: error.description) }
    defer { pipe.reader.close() }
    return try run(path, arguments, input: pipe.reader, deadline: deadline, isCancelled: { false })
  }

  public func start(_ path: String, _ arguments: [String]) throws(ProgramError) -> any ProgramOutput {
    var output = try OutputPipe(for: path)
    do throws(ProgramError) {
      let process = try start(path, arguments, input: nil, output: output.writer, errors: nil)
      output.closeWriter()
      output.readWithoutWaiting()
      return RunningProgram(process, output.reader)
    } catch {
      output.close()
      throw error
    }
  }

  public func launch(_ path: String, _ arguments: [String], patience: Double) throws(ProgramError) {
    Self.launched.withLock { $0.removeAll { waitpid($0, nil, WNOHANG) != 0 } }
    let process: pid_t
    do throws(SystemError) {
      process = try ProcessLaunch(
        path, [path] + arguments, environment: environment, group: .session, directory: "/", closesOthers: true
      ).start()
    } catch { throw .cannotStart(path: path, reason: error.description) }
    let end = MonotonicTime.now() + patience
    var status: Int32 = 0
    while MonotonicTime.now() < end {
      if waitpid(process, &status, WNOHANG) != 0 {
        guard status == 0 else {
          throw .failed(path: path, status: Int(status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F))
        }
        return
      }
      usleep(2000)
    }
    Self.launched.withLock { $0.append(process) }
  }

  private func run(
    _ path: String, _ arguments: [String], input: FileDescriptor?, deadline: Double, isCancelled: () -> Bool
  ) throws(ProgramError) -> ProgramResult {
    var output = try OutputPipe(for: path)
    var errors = try OutputPipe(for: path)
    defer {
      output.close()
      errors.close()
    }
    let process = try start(path, arguments, input: input, output: output.writer, errors: errors.writer)
    // The processes it started end with it.
    defer { process.end() }
    output.closeWriter()
    errors.closeWriter()
    output.readWithoutWaiting()
    errors.readWithoutWaiting()
    let end = MonotonicTime.now() + deadline
    while output.isOpen || errors.isOpen {
      if isCancelled() { throw .cancelled }
      guard MonotonicTime.now() < end else { throw .timeout(path: path, seconds: deadline) }
      output.read(patience: errors.isOpen ? 10 : 50)
      errors.read(patience: output.isOpen ? 10 : 50)
      guard output.bytes.count + errors.bytes.count <= Self.outputLimit else {
        throw .tooMuchOutput(path: path, limit: Self.outputLimit)
      }
    }
    // It has closed its outputs; give it the rest of its time to end.
    while true {
      if let status = process.status { return ProgramResult(status: status, output: output.bytes, errors: errors.bytes) }
      guard MonotonicTime.now() < end, !isCancelled() else { throw .timeout(path: path, seconds: deadline) }
      usleep(2000)
    }
  }

  private func start(
    _ path: String, _ arguments: [String], input: FileDescriptor?, output: FileDescriptor, errors: FileDescriptor?
  ) throws(ProgramError) -> ProgramProcess {
    var launch = ProcessLaunch(
      path, [path] + arguments, environment: environment, descriptors: [1: output], group: .session, directory: "/",
      closesOthers: true)
    launch.descriptors[0] = input
    launch.descriptors[2] = errors
    do { return try ProgramProcess(launch) } catch {
      throw .cannotStart(path: path, reason: error.description)
    }
  }
}

/// A program's output on one of its descriptors.
private struct OutputPipe {
  private let pipe: Pipe
  private(set) var isOpen = true
  private var isWriterOpen = true
  private(set) var bytes: [UInt8] = []

  /// The program's end.
  var writer: FileDescriptor { pipe.writer }
  var reader: FileDescriptor { pipe.reader }

  init(for path: String) throws(ProgramError) {
    do { pipe = try Pipe() } catch { throw .cannotStart(path: path, reason: error.description) }
  }

  func readWithoutWaiting() { _ = fcntl(pipe.reader.rawValue, F_SETFL, O_NONBLOCK) }

  /// Reads what's available, waiting at most this many milliseconds for it.
  mutating func read(patience: Int32) {
    guard isOpen else { return }
    var polled = pollfd(fd: pipe.reader.rawValue, events: Int16(POLLIN), revents: 0)
    guard poll(&polled, 1, patience) > 0 else { return }
    do {
      let part = try pipe.reader.readSome(64 << 10)
      bytes += part
      if part.isEmpty { closeReader() }
    } catch {
      if error.code != EAGAIN { closeReader() }
    }
  }

  private mutating func closeReader() {
    if isOpen { pipe.reader.close() }
    isOpen = false
  }

  mutating func closeWriter() {
    if isWriterOpen { pipe.writer.close() }
    isWriterOpen = false
  }

  mutating func close() {
    closeReader()
    closeWriter()
  }
}
