import Dispatch
import Synchronization
import WidgetSystem

/// Finds the addresses of a host's name.
public protocol Resolver: Sendable {
  /// - Parameter name: A canonical name, never a literal address and never localhost.
  /// - Returns: Addresses in the order in which they should be tried.
  func addresses(of name: String) async throws(ResolverError) -> [IPAddress]
}

public enum ResolverError: Error, Sendable, Equatable {
  /// There is no such name, or it has no address.
  case unknownHost
  /// Nobody could be asked; trying again later may help.
  case unavailable
  case cancelled
}

/// The system's resolver (`getaddrinfo`): hosts file, name servers and whatever else the machine is set up for.
public struct SystemResolver: Resolver {
  public init() {}

  /// Returns as soon as the task is cancelled; the system's call, which cannot be stopped, ends by itself in its own thread.
  public func addresses(of name: String) async throws(ResolverError) -> [IPAddress] {
    // RFC 6761 section 6.4 and RFC 7686: these never resolve and nobody need be told of the attempt.
    if name.hasSuffix(".invalid") || name == "invalid" || name.hasSuffix(".onion") { throw .unknownHost }
    let answer = Answer()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard answer.wait(continuation) else { return }
        DispatchQueue.global(qos: .userInitiated).async { answer.give(Self.lookUp(name)) }
      }
    } onCancel: {
      answer.give(.failure(.cancelled))
    }
    return try result.get()
  }

  private typealias Found = Result<[IPAddress], ResolverError>

  /// The first answer counts: the system's, or the cancellation.
  private final class Answer: Sendable {
    private enum State {
      case idle
      case waiting(CheckedContinuation<Found, Never>)
      case given(Found)
    }

    private let state = Mutex(State.idle)

    /// - Returns: false when the answer was there already and has been handed on.
    func wait(_ continuation: CheckedContinuation<Found, Never>) -> Bool {
      let given: Found? = state.withLock { state in
        if case .given(let found) = state { return found }
        state = .waiting(continuation)
        return nil
      }
      if let given { continuation.resume(returning: given) }
      return given == nil
    }

    func give(_ found: Found) {
      let waiting: CheckedContinuation<Found, Never>? = state.withLock { state in
        switch state {
        case .given: return nil
        case .idle:
          state = .given(found)
          return nil
        case .waiting(let continuation):
          state = .given(found)
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

/// A resolver that knows what it was told.
public struct FixedResolver: Resolver {
  public var names: [String: [IPAddress]]

  public init(_ names: [String: [IPAddress]] = [:]) { self.names = names }

  public func addresses(of name: String) async throws(ResolverError) -> [IPAddress] {
    guard let addresses = names[name], !addresses.isEmpty else { throw .unknownHost }
    return addresses
  }
}
