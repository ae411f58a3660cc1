package import WidgetSystem

/// A bound socket that accepts connections for the server.
package struct Listener: Sendable {
  package enum Failure: Error, Equatable {
    case notAnAddress
    case inUse
    case system(SystemError)
  }

  package let descriptor: FileDescriptor
  /// 0 for a Unix socket.
  package let port: Int

  /// - Parameter unixSocket: A Unix socket that is bound and listening.
  package init(unixSocket: FileDescriptor) {
    descriptor = unixSocket
    port = 0
  }

  /// Binds and listens. No other program can share the port: SO_REUSEPORT isn't set.
  ///
  /// - Parameters:
  ///   - address: IPv4 or IPv6, without brackets.
  ///   - port: 0 chooses a free one.
  package init(address: String, port: Int) throws(Failure) {
    let isIPv6 = address.contains(":")
    let family = isIPv6 ? AF_INET6 : AF_INET
    #if os(Linux)
      let raw = socket(family, Libc.streamSocket | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
    #else
      let raw = socket(family, Libc.streamSocket, 0)
    #endif
    guard raw >= 0 else { throw .system(.current) }
    let descriptor = FileDescriptor(rawValue: raw)
    #if !os(Linux)
      _ = fcntl(raw, F_SETFD, FD_CLOEXEC)
      _ = fcntl(raw, F_SETFL, O_NONBLOCK)
    #endif
    var on: Int32 = 1
    setsockopt(raw, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
    if isIPv6 { setsockopt(raw, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &on, socklen_t(MemoryLayout<Int32>.size)) }
    do throws(Failure) {
      try Self.assign(address, port, isIPv6, to: raw)
      guard listen(raw, 256) == 0 else { throw .system(.current) }
      self.port = try Self.port(of: raw)
    } catch {
      descriptor.close()
      throw error
    }
    self.descriptor = descriptor
  }

  private static func assign(_ address: String, _ port: Int, _ isIPv6: Bool, to socket: Int32) throws(Failure) {
    let status: Int32
    if isIPv6 {
      var value = sockaddr_in6()
      value.sin6_family = sa_family_t(AF_INET6)
      value.sin6_port = UInt16(port).bigEndian
      guard inet_pton(AF_INET6, address, &value.sin6_addr) == 1 else { throw .notAnAddress }
      status = withUnsafePointer(to: &value) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(socket, $0, socklen_t(MemoryLayout<sockaddr_in6>.size)) }
      }
    } else {
      var value = sockaddr_in()
      value.sin_family = sa_family_t(AF_INET)
      value.sin_port = UInt16(port).bigEndian
      guard inet_pton(AF_INET, address, &value.sin_addr) == 1 else { throw .notAnAddress }
      status = withUnsafePointer(to: &value) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
      }
    }
    guard status == 0 else { throw errno == EADDRINUSE ? .inUse : .system(.current) }
  }

  private static func port(of socket: Int32) throws(Failure) -> Int {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let status = withUnsafeMutablePointer(to: &storage) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket, $0, &length) }
    }
    guard status == 0 else { throw .system(.current) }
    // The port is at the same place in both kinds of addresses.
    return withUnsafeBytes(of: &storage) { Int($0[2]) << 8 | Int($0[3]) }
  }
}
