/// Stream sockets between processes of one user.
package enum LocalSocket {
  /// Listens at a path, for this user only. The path mustn't exist.
  package static func listener(at path: String) throws(SystemError) -> Int32 {
    let descriptor = try open()
    // Linux gives the file these permissions, so nobody can connect before chmod.
    fchmod(descriptor, 0o600)
    let result = withAddress(path) { bind(descriptor, $0, $1) }
    guard result == 0, listen(descriptor, 64) == 0 else {
      let error = SystemError.current
      close(descriptor)
      throw error
    }
    chmod(path, 0o600)
    return descriptor
  }

  /// Connects to a process of the same user.
  package static func connection(to path: String) throws(SystemError) -> Int32 {
    let descriptor = try open()
    var code: Int32 = 0
    if withAddress(path, { connect(descriptor, $0, $1) }) != 0 { code = errno == 0 ? EIO : errno }
    if code == 0, !isOwnUser(descriptor) { code = EACCES }
    guard code == 0 else {
      close(descriptor)
      throw SystemError(code: code)
    }
    return descriptor
  }

  /// Whether the process at the other end belongs to this user.
  package static func isOwnUser(_ descriptor: Int32) -> Bool {
    #if os(Linux)
      // struct ucred: process, user, group.
      var credentials: [UInt32] = [0, .max, .max]
      var length = socklen_t(12)
      let result = getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &length)
      return result == 0 && length == 12 && credentials[1] == getuid()
    #else
      var user = uid_t.max
      var group = gid_t.max
      return getpeereid(descriptor, &user, &group) == 0 && user == getuid()
    #endif
  }

  /// Sends one datagram to a service manager. Nobody waits for it, and a failure has no effect.
  ///
  /// - Parameter path: A leading `@` stands for the NUL of an abstract socket.
  package static func notify(_ path: String, _ bytes: [UInt8]) {
    #if os(Linux)
      let descriptor = socket(
        AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
      guard descriptor >= 0 else { return }
      defer { close(descriptor) }
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      var name = Array(path.utf8)
      if name.first == UInt8(ascii: "@") { name[0] = 0 }
      guard name.count < MemoryLayout.size(ofValue: address.sun_path) else { return }
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
      // The name of an abstract socket has no end but its length.
      let length = socklen_t(MemoryLayout<sa_family_t>.size + name.count)
      _ = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { sendto(descriptor, bytes, bytes.count, 0, $0, length) }
      }
    #endif
  }

  /// Does not wait: neither for a connection nor for a listener whose queue is full.
  private static func open() throws(SystemError) -> Int32 {
    #if os(Linux)
      let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    let descriptor = socket(AF_UNIX, kind, 0)
    guard descriptor >= 0 else { throw .current }
    #if !os(Linux)
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    #endif
    return descriptor
  }

  private static func withAddress(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
      errno = ENAMETOOLONG
      return -1
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
  }
}
