import NIOCore
import WidgetServices

/// An open connection whose HTTP version is negotiated.
final class HTTPConnection: Sendable {
  enum Version: Sendable {
    case http1(NIOLoopBound<HTTP1Handler>)
    case http2(NIOLoopBound<HTTP2Handler>)
  }

  let endpoint: ConnectionEndpoint
  private let channel: any Channel
  private let availability: ConnectionAvailability
  private let version: Version

  init(_ channel: any Channel, _ endpoint: ConnectionEndpoint, _ availability: ConnectionAvailability, _ version: Version) {
    self.channel = channel
    self.endpoint = endpoint
    self.availability = availability
    self.version = version
  }

  /// Whether it takes one more request now.
  var isAvailable: Bool { channel.isActive && availability.isAvailable && (sharesRequests || availability.isIdle) }

  /// Whether it takes several requests at once.
  var sharesRequests: Bool { if case .http2 = version { true } else { false } }

  var eventLoop: any EventLoop { channel.eventLoop }
  var closeFuture: EventLoopFuture<Void> { channel.closeFuture }

  /// Sends a request and waits for its response. A cancelled task gives it up at once.
  func perform(_ exchange: HTTPExchange) async throws(HTTPExchangeFailure) -> HTTPExchangeResponse {
    let promise = channel.eventLoop.makePromise(of: HTTPExchangeResponse.self)
    let future = promise.futureResult
    onEventLoop {
      $0.start(exchange, promise)
    } http2: {
      $0.start(exchange, promise)
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

  /// Closes it; what is running fails for this reason.
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
