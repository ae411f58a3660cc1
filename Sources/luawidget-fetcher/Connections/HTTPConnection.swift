import NIOCore
import WidgetServices

/// An open connection with a negotiated HTTP version.
final class HTTPConnection: Sendable {
  enum Version: Sendable {
    case http1(NIOLoopBound<HTTP1Handler>)
    case http2(NIOLoopBound<HTTP2Handler>)
  }

  let endpoint: ConnectionEndpoint
  private let channel: any Channel
  private let availability: ConnectionAvailability
  private let version: Version
  /// Where the system's route to the server began when the connection was made; nil if the connection doesn't begin there.
  private let routeAddress: IPAddress?

  init(_ channel: any Channel, _ endpoint: ConnectionEndpoint, _ availability: ConnectionAvailability, _ version: Version) {
    self.channel = channel
    self.endpoint = endpoint
    self.availability = availability
    self.version = version
    let address = channel.localAddress?.ipAddress.flatMap { IPAddress($0) }
    routeAddress = address != nil && address == NetworkRoute.localAddress(to: endpoint) ? address : nil
  }

  /// Whether it takes another request now.
  var isAvailable: Bool { channel.isActive && availability.isAvailable && (sharesRequests || availability.isIdle) }

  /// Whether it takes several requests at once.
  var sharesRequests: Bool { if case .http2 = version { true } else { false } }

  /// Whether packets to the server would still leave from the connection's address. After a change of network they don't, and
  /// it's dead although nobody has closed it.
  var isOnCurrentRoute: Bool { routeAddress == nil || routeAddress == NetworkRoute.localAddress(to: endpoint) }

  var eventLoop: any EventLoop { channel.eventLoop }
  var closeFuture: EventLoopFuture<Void> { channel.closeFuture }

  /// Sends a request and waits for its response. Cancelling the task gives it up at once.
  ///
  /// - Parameter onPart: Receives the body of an event stream; first no bytes, when it's open.
  func perform(
    _ exchange: HTTPExchange, onPart: (@Sendable ([UInt8]) -> Void)? = nil
  ) async throws(HTTPExchangeFailure) -> HTTPExchangeResponse {
    let promise = channel.eventLoop.makePromise(of: HTTPExchangeResponse.self)
    let future = promise.futureResult
    onEventLoop {
      $0.start(exchange, promise, onPart: onPart)
    } http2: {
      $0.start(exchange, promise, onPart: onPart)
    }
    do {
      return try await withTaskCancellationHandler {
        try await future.get()
      } onCancel: {
        onEventLoop {
          $0.cancel(future, as: .cancelled)
        } http2: {
          $0.cancel(future, as: .cancelled)
        }
      }
    } catch let failure as HTTPExchangeFailure {
      throw failure
    } catch {
      throw HTTPExchangeFailure(reason: FetchError.Reason(networkError: error), progress: .sent)
    }
  }

  /// Closes it; everything running fails for this reason.
  func close(_ reason: FetchError.Reason) {
    availability.end(reason)
    onEventLoop {
      $0.close(reason)
    } http2: {
      $0.close(reason)
    }
  }

  private func onEventLoop(
    http1: @escaping @Sendable (HTTP1Handler) -> Void, http2: @escaping @Sendable (HTTP2Handler) -> Void
  ) {
    channel.eventLoop.execute { [version] in
      switch version {
      case .http1(let handler): http1(handler.value)
      case .http2(let handler): http2(handler.value)
      }
    }
  }
}

/// Why an exchange on a connection failed, and how far it got.
struct HTTPExchangeFailure: Error, Equatable {
  enum Progress: Sendable, Equatable {
    /// No part of the request was sent.
    case notSent
    /// The server says it didn't process the request (RFC 9113 section 8.7).
    case notProcessed
    /// The server may have processed it.
    case sent
    /// The response's status and header fields were received.
    case receivedHead
  }

  var reason: FetchError.Reason
  var progress: Progress
}
