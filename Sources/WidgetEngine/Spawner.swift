import Dispatch
import Synchronization
package import WidgetSystem

/// Starts child processes, all from one thread that lives as long as the program.
///
/// A child may ask the kernel to be killed when its parent dies, and Linux means the parent *thread*: one from a pool may end
/// while the program goes on.
package final class Spawner: Sendable {
  package static let shared = Spawner()

  private let jobs = Mutex<[@Sendable () -> Void]>([])
  private let available = DispatchSemaphore(value: 0)

  private init() {
    let box = Unmanaged.passRetained(self)
    var thread: pthread_t?
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setstacksize(&attributes, 128 << 10)
    #if os(Linux)
      var handle = pthread_t()
      pthread_create(&handle, &attributes, { Unmanaged<Spawner>.fromOpaque($0!).takeRetainedValue().run() }, box.toOpaque())
      thread = handle
    #else
      pthread_create(&thread, &attributes, { Unmanaged<Spawner>.fromOpaque($0).takeRetainedValue().run() }, box.toOpaque())
    #endif
    pthread_attr_destroy(&attributes)
    _ = thread
  }

  private func run() -> UnsafeMutableRawPointer? {
    while true {
      available.wait()
      jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }?()
    }
  }

  /// A program of ours to start. It gets its end of a socket and nothing else: what is left of 0, 1 and 2 leads nowhere.
  package struct Program: Sendable {
    package var path: String
    /// What it is called in a list of processes.
    package var name: String
    /// The descriptors that are the socket.
    package var descriptors: [Int32]
    /// `NAME=value`; nothing is inherited.
    package var environment: [String]

    package init(path: String, name: String, descriptors: [Int32], environment: [String] = []) {
      self.path = path
      self.name = name
      self.descriptors = descriptors
      self.environment = environment
    }
  }

  /// Starts a program with its own end of a socket.
  ///
  /// - Parameter socket: Above the standard descriptors.
  /// - Returns: The process id, or `errno` when it could not be started.
  package func spawn(_ program: Program, socket: Int32) -> Result<pid_t, Errno> {
    let done = DispatchSemaphore(value: 0)
    let result = Mutex<Result<pid_t, Errno>>(.failure(Errno(code: ECHILD)))
    jobs.withLock {
      $0.append {
        let spawned = Self.spawnNow(program, socket: socket)
        result.withLock { $0 = spawned }
        done.signal()
      }
    }
    available.signal()
    done.wait()
    return result.withLock { $0 }
  }

  private static func spawnNow(_ program: Program, socket: Int32) -> Result<pid_t, Errno> {
    #if os(Linux)
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #else
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    for descriptor in Int32(0)...2 where !program.descriptors.contains(descriptor) {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", descriptor == 0 ? O_RDONLY : O_WRONLY, 0)
    }
    for descriptor in program.descriptors { posix_spawn_file_actions_adddup2(&actions, socket, descriptor) }
    // The child starts with every signal at its default and none blocked, whatever the host program set up; and in a process
    // group of its own, so that Ctrl-C in the terminal is the broker's business.
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETPGROUP))
    var pid = pid_t()
    var arguments = [strdup(program.name), nil]
    var environment = program.environment.map { strdup($0) } + [nil]
    defer { for text in arguments + environment { free(text) } }
    var code = posix_spawn(&pid, program.path, &actions, &attributes, &arguments, &environment)
    // A program that is being written right now (an upgrade) can be started in a moment.
    var patience = 100
    while code == ETXTBSY, patience > 0 {
      patience -= 1
      usleep(1000)
      code = posix_spawn(&pid, program.path, &actions, &attributes, &arguments, &environment)
    }
    return code == 0 ? .success(pid) : .failure(Errno(code: code))
  }
}

/// A system error number.
package struct Errno: Error, Equatable {
  package var code: Int32
  package var text: String { String(cString: strerror(code)) }
}
