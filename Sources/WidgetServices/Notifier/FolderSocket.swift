package import WidgetSystem

/// Sockets in a folder (unix(7)). Names are relative to the open folder, so long paths don't matter.
package enum FolderSocket {
  package static func connect(to name: String, in folder: Directory) throws(SystemError) -> FileDescriptor {
    let descriptor = try make()
    guard withAddress(name, folder, { systemConnect(descriptor.rawValue, $0, $1) }) == 0 else {
      let error = SystemError.current
      descriptor.close()
      throw error
    }
    return descriptor
  }

  /// Listens, replacing a socket left behind by a process. The caller has the lock, so no other process listens there.
  package static func listen(at name: String, in folder: Directory) throws(SystemError) -> FileDescriptor {
    _ = try folder.remove(name)
    let descriptor = try make()
    guard withAddress(name, folder, { bind(descriptor.rawValue, $0, $1) }) == 0, systemListen(descriptor.rawValue, 16) == 0 else {
      let error = SystemError.current
      descriptor.close()
      throw error
    }
    return descriptor
  }

  private static func make() throws(SystemError) -> FileDescriptor {
    let descriptor = socket(AF_UNIX, Libc.streamSocket, 0)
    guard descriptor >= 0 else { throw .current }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return FileDescriptor(rawValue: descriptor)
  }

  private static func withAddress(
    _ name: String, _ folder: Directory, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let path = Array("/proc/self/fd/\(folder.descriptor.rawValue)/\(name)".utf8)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.prefix(max(0, $0.count - 1))) }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
  }
}

// The system calls' names clash with the functions above.
private func systemConnect(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t) -> Int32 {
  connect(descriptor, address, length)
}
private func systemListen(_ descriptor: Int32, _ backlog: Int32) -> Int32 { listen(descriptor, backlog) }
