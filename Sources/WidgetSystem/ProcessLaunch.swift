/// A program to start (posix_spawn(3)). It inherits only the descriptors, arguments and variables listed here, and starts with
/// every signal unblocked and at its default.
public struct ProcessLaunch: Sendable {
  /// The new process's group.
  public enum Group: Sendable {
    /// Leads a new group, which keeps the terminal's Ctrl-C away from it.
    case processGroup, session
    /// Joins our group, so it can use the terminal.
    case inherited
  }

  public var path: String
  /// `argv`, starting with the program's name.
  public var arguments: [String]
  /// `NAME=value`.
  public var environment: [String]
  /// The child's descriptors and our descriptor for each. Missing ones of 0, 1 and 2 become `/dev/null`.
  public var descriptors: AssociationList<Int32, FileDescriptor>
  public var group: Group
  /// The working directory, if the C library can set it; nil inherits ours.
  public var directory: String?
  /// Whether to close descriptors a library opened without close-on-exec too, where the C library can do that.
  public var closesOthers: Bool

  public init(
    _ path: String, _ arguments: [String], environment: [String] = [], descriptors: AssociationList<Int32, FileDescriptor> = [:],
    group: Group = .processGroup, directory: String? = nil, closesOthers: Bool = false
  ) {
    self.path = path
    self.arguments = arguments
    self.environment = environment
    self.descriptors = descriptors
    self.group = group
    self.directory = directory
    self.closesOthers = closesOthers
  }

  /// Starts the program.
  ///
  /// - Returns: The process id, for waitpid(2).
  public func start() throws(SystemError) -> pid_t {
    // A source among the targets would be overwritten, or stay closed on exec when both are the same.
    var sources: [(target: Int32, source: Int32, isCopy: Bool)] = []
    defer { for source in sources where source.isCopy { Libc.close(source.source) } }
    for (target, source) in descriptors.entries.sorted(by: { $0.key < $1.key }) {
      guard source.rawValue <= descriptors.keys.max() ?? 2 || source.rawValue <= 2 else {
        sources.append((target, source.rawValue, false))
        continue
      }
      let copy = fcntl(source.rawValue, F_DUPFD_CLOEXEC, 10)
      guard copy >= 0 else { throw .current }
      sources.append((target, copy, true))
    }
    var actions = FileActions()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for standard in Int32(0)...2 where descriptors[standard] == nil {
      posix_spawn_file_actions_addopen(&actions, standard, "/dev/null", standard == 0 ? O_RDONLY : O_WRONLY, 0)
    }
    for source in sources { posix_spawn_file_actions_adddup2(&actions, source.source, source.target) }
    if let directory { _ = Self.addDirectory?(&actions, directory) }
    if closesOthers { _ = Self.addCloseFrom?(&actions, max(2, descriptors.keys.max() ?? 2) + 1) }
    var attributes = Attributes()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    if group == .processGroup { posix_spawnattr_setpgroup(&attributes, 0) }
    let leads: Int16 =
      switch group {
      case .session: Self.setsid
      case .processGroup: Int16(POSIX_SPAWN_SETPGROUP)
      case .inherited: 0
      }
    posix_spawnattr_setflags(&attributes, leads | Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
    return try start(&actions, &attributes)
  }

  #if canImport(Darwin)
    private typealias FileActions = posix_spawn_file_actions_t?
    private typealias Attributes = posix_spawnattr_t?
    private static let setsid = Int16(POSIX_SPAWN_SETSID)
  #else
    private typealias FileActions = posix_spawn_file_actions_t
    private typealias Attributes = posix_spawnattr_t
    /// POSIX_SPAWN_SETSID, hidden behind _GNU_SOURCE.
    private static let setsid: Int16 = 0x80
  #endif

  private func start(_ actions: inout FileActions, _ attributes: inout Attributes) throws(SystemError) -> pid_t {
    let words = arguments.map { strdup($0) } + [nil]
    let variables = environment.map { strdup($0) } + [nil]
    defer { for text in words + variables { free(text) } }
    var pid = pid_t()
    // A program still being written (an upgrade) can be started shortly afterwards.
    for _ in 0..<100 {
      let code = posix_spawn(&pid, path, &actions, &attributes, words, variables)
      if code == 0 { return pid }
      guard code == ETXTBSY else { throw SystemError(code: code) }
      usleep(1000)
    }
    throw SystemError(code: ETXTBSY)
  }

  // In the C libraries, but not in the headers that Swift sees.
  private typealias AddPath = @convention(c) (UnsafeMutableRawPointer, UnsafePointer<CChar>) -> Int32
  private typealias AddNumber = @convention(c) (UnsafeMutableRawPointer, Int32) -> Int32
  private static let addDirectory: AddPath? = dlsym(nil, "posix_spawn_file_actions_addchdir_np").map {
    unsafeBitCast($0, to: AddPath.self)
  }
  private static let addCloseFrom: AddNumber? =
    dlsym(nil, "posix_spawn_file_actions_addclosefrom_np").map { unsafeBitCast($0, to: AddNumber.self) }
}
