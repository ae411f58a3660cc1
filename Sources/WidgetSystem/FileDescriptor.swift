/// An open file, pipe, socket or terminal, by its number. Copies refer to the same open file; only ``close()`` closes it.
public struct FileDescriptor: Sendable, Equatable, Hashable {
  public let rawValue: Int32

  public init(rawValue: Int32) { self.rawValue = rawValue }

  public static let standardInput = FileDescriptor(rawValue: 0)
  public static let standardOutput = FileDescriptor(rawValue: 1)
  public static let standardError = FileDescriptor(rawValue: 2)

  /// open(2) with `O_CLOEXEC`.
  public static func open(_ path: String, _ flags: Int32, mode: mode_t = 0) throws(SystemError) -> FileDescriptor {
    try opened { Libc.open(path, flags | O_CLOEXEC, mode) }
  }

  /// openat(2) with `O_CLOEXEC`, for a name below this open directory.
  public func open(below name: String, _ flags: Int32, mode: mode_t = 0) throws(SystemError) -> FileDescriptor {
    try Self.opened { openat(rawValue, name, flags | O_CLOEXEC, mode) }
  }

  private static func opened(_ call: () -> Int32) throws(SystemError) -> FileDescriptor {
    while true {
      let descriptor = call()
      if descriptor >= 0 { return FileDescriptor(rawValue: descriptor) }
      guard errno == EINTR else { throw .current }
    }
  }

  /// Closes the file. Don't use the descriptor afterwards.
  public func close() { Libc.close(rawValue) }

  /// fsync(2): returns once the file's bytes, or a directory's names, would survive a power cut.
  public func synchronize() throws(SystemError) {
    guard fsync(rawValue) == 0 else { throw .current }
  }

  /// One read(2), repeated only after an interrupting signal. 0 is the end of the file.
  public func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    while true {
      let count = Libc.read(rawValue, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      guard errno == EINTR else { throw .current }
    }
  }

  /// Reads to the end of the file, up to `limit` bytes.
  public func readAll(limit: Int) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < limit {
      let part = try readSome(min(64 << 10, limit - bytes.count))
      if part.isEmpty { break }
      if bytes.isEmpty { bytes = part } else { bytes += part }
    }
    return bytes
  }

  /// Reads exactly this many bytes; nil if the file ends first.
  public func read(exactly count: Int) throws(SystemError) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    while bytes.count < count {
      let part = try readSome(count - bytes.count)
      if part.isEmpty { return nil }
      bytes += part
    }
    return bytes
  }

  /// Reads once: at most `capacity` bytes, none at the end of the file.
  public func readSome(_ capacity: Int) throws(SystemError) -> [UInt8] {
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      do throws(SystemError) {
        count = try read(into: UnsafeMutableRawBufferPointer(buffer))
      } catch {
        (count, failure) = (0, error)
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Writes all bytes, continuing short and interrupted writes and waiting for a full non-blocking descriptor.
  public func writeAll(_ bytes: [UInt8]) throws(SystemError) {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { Libc.write(rawValue, $0.baseAddress.map { $0 + written }, $0.count - written) }
      if count > 0 {
        written += count
      } else if count == 0 {
        throw SystemError(code: EIO)
      } else if errno == EAGAIN || errno == EWOULDBLOCK {
        var waiting = pollfd(fd: rawValue, events: Int16(POLLOUT), revents: 0)
        _ = poll(&waiting, 1, -1)
      } else if errno != EINTR {
        throw .current
      }
    }
  }

  /// fstat(2).
  public func status() throws(SystemError) -> FileStatus {
    var status = stat()
    guard fstat(rawValue, &status) == 0 else { throw .current }
    return FileStatus(status)
  }
}

/// Both ends of a pipe, closed on exec.
public struct Pipe: Sendable {
  public let reader: FileDescriptor
  public let writer: FileDescriptor

  /// - Parameter isBlocking: Whether reading from an empty pipe and writing to a full one block.
  public init(isBlocking: Bool = true) throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .current }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      if !isBlocking { _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK) }
    }
    (reader, writer) = (FileDescriptor(rawValue: ends[0]), FileDescriptor(rawValue: ends[1]))
  }
}

/// The limit on open files (`ulimit -n`, RLIMIT_NOFILE).
public enum DescriptorLimit {
  /// Whether this process can open this many more files. Costs a single system call where the limit is high.
  public static func allows(_ count: Int) -> Bool {
    var limits = rlimit()
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let resource = RLIMIT_NOFILE
    #endif
    guard getrlimit(resource, &limits) == 0, limits.rlim_cur < 256 else { return true }
    var opened: [Int32] = []
    defer { for descriptor in opened { Libc.close(descriptor) } }
    for _ in 0..<count {
      let descriptor = Libc.open("/dev/null", O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return false }
      opened.append(descriptor)
    }
    return true
  }
}
