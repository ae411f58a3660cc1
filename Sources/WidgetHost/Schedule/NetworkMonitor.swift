import Dispatch
import WidgetServices
import WidgetSystem

#if os(Linux)
  import CLinux
#endif

/// Reports that the network has come back or changed: there's a route to other machines again.
final class NetworkMonitor: Sendable {
  #if os(Linux)
    private nonisolated(unsafe) let readiness: any DispatchSourceRead

    /// nil without netlink.
    ///
    /// - Parameter reportsLoss: Whether to report also that there's no route any more.
    init?(reportsLoss: Bool = false, onReturn: @escaping @Sendable () -> Void) {
      let descriptor = lw_network_changes()
      guard descriptor >= 0 else { return nil }
      let queue = DispatchQueue(label: "luawidget.network")
      // Use it only on the queue.
      nonisolated(unsafe) var isPending = false
      readiness = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
      readiness.setEventHandler {
        var buffer = [UInt8](repeating: 0, count: 8 << 10)
        while recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT)) > 0 {}
        if isPending { return }
        isPending = true
        // A network coming up makes several changes.
        queue.asyncAfter(deadline: .now() + .seconds(2)) {
          isPending = false
          if reportsLoss || Self.hasRoute() { onReturn() }
        }
      }
      readiness.setCancelHandler { close(descriptor) }
      readiness.resume()
    }

    func stop() { readiness.cancel() }

    /// Whether there's a default route.
    static func hasRoute() -> Bool {
      hasRoute(ipv4: read("/proc/net/route"), ipv6: read("/proc/net/ipv6_route"))
    }

    private static func read(_ path: String) -> String {
      guard let file = try? FileDescriptor.open(path, O_RDONLY) else { return "" }
      defer { file.close() }
      return String(decoding: (try? file.readAll(limit: 64 << 10)) ?? [], as: UTF8.self)
    }
  #else
    init?(reportsLoss: Bool = false, onReturn: @escaping @Sendable () -> Void) { nil }

    func stop() {}
  #endif

  /// - Parameters:
  ///   - ipv4: `/proc/net/route`.
  ///   - ipv6: `/proc/net/ipv6_route`.
  static func hasRoute(ipv4: String, ipv6: String) -> Bool {
    !ProcText.defaultInterfaces(ipv4, ipv6: ipv6).isEmpty
  }
}
