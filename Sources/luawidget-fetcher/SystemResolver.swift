import Synchronization
import WidgetServices
import WidgetSystem

/// The system's resolver (`getaddrinfo`): hosts file, name servers and other configured sources.
struct SystemResolver: Resolver {
  /// Returns as soon as the task is cancelled; the system call can't be interrupted and ends later on its own thread.
  func addresses(of name: String) async throws(ResolverError) -> [IPAddress] {
    // RFC 6761 section 6.4 and RFC 7686: these never resolve, and no server should see the query.
    if name.hasSuffix(".invalid") || name == "invalid" || name.hasSuffix(".onion") { throw .unknownHost }
    let lookup = Lookup()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard lookup.wait(continuation) else { return }
        do throws(SystemError) {
          try DetachedThread.start(stackBytes: 1 << 20) { lookup.finish(Self.lookUp(name)) }
        } catch {
          lookup.finish(.failure(.unavailable))
        }
      }
    } onCancel: {
      lookup.finish(.failure(.cancelled))
    }
    return try result.get()
  }

  private typealias Found = Result<[IPAddress], ResolverError>

  /// The first outcome counts: the system's or the cancellation.
  private final class Lookup: Sendable {
    private enum State {
      case idle
      case waiting(CheckedContinuation<Found, Never>)
      case finished(Found)
    }

    private let state = Mutex(State.idle)

    /// - Returns: false if the outcome was already there and was delivered.
    func wait(_ continuation: CheckedContinuation<Found, Never>) -> Bool {
      let finished: Found? = state.withLock { state in
        if case .finished(let found) = state { return found }
        state = .waiting(continuation)
        return nil
      }
      if let finished { continuation.resume(returning: finished) }
      return finished == nil
    }

    func finish(_ found: Found) {
      let waiting: CheckedContinuation<Found, Never>? = state.withLock { state in
        switch state {
        case .finished: return nil
        case .idle:
          state = .finished(found)
          return nil
        case .waiting(let continuation):
          state = .finished(found)
          return continuation
        }
      }
      waiting?.resume(returning: found)
    }
  }

  private static func lookUp(_ name: String) -> Found {
    var hints = addrinfo()
    hints.ai_family = AF_UNSPEC
    hints.ai_socktype = Libc.streamSocket
    var list: UnsafeMutablePointer<addrinfo>?
    let status = getaddrinfo(name, nil, &hints, &list)
    defer { if let list { freeaddrinfo(list) } }
    guard status == 0 else { return .failure(status == EAI_AGAIN || status == EAI_SYSTEM ? .unavailable : .unknownHost) }
    var found: [IPAddress] = []
    var next = list
    while let entry = next {
      if let name = entry.pointee.ai_addr, let address = IPAddress(name, length: entry.pointee.ai_addrlen),
        !found.contains(address)
      {
        found.append(address)
      }
      next = entry.pointee.ai_next
    }
    return found.isEmpty ? .failure(.unknownHost) : .success(found)
  }
}

extension IPAddress {
  /// A socket name's address; nil for other families.
  ///
  /// - Parameter name: A name from `getaddrinfo` or `getsockname`.
  init?(_ name: UnsafePointer<sockaddr>, length: socklen_t) {
    // sockaddr_in has the address at byte 4, sockaddr_in6 at byte 8.
    let bytes = UnsafeRawBufferPointer(start: name, count: Int(length))
    switch bytes.count {
    case MemoryLayout<sockaddr_in>.size: self.init(bytes: Array(bytes[4..<8]))
    case MemoryLayout<sockaddr_in6>.size: self.init(bytes: Array(bytes[8..<24]))
    default: return nil
    }
  }
}
