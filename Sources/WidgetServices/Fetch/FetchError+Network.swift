import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import WidgetSystem

extension FetchError.Reason {
  /// The reason for an error of the HTTP client.
  ///
  /// - Parameter hasHead: Whether the response head had been received.
  init(_ error: any Error, hasHead: Bool) {
    switch error {
    case is CancellationError: self = .cancelled
    case let error as HTTPClientError: self = Self.of(error)
    case let error as IOError: self = Self.of(error)
    case let error as HTTPParserError:
      switch error {
      case .invalidEOFState, .closedConnection: self = .incomplete
      case .headerOverflow: self = .headersTooLarge(limit: NetworkFetcher.maximumHeaderBytes)
      default: self = .malformed
      }
    case is NIOSSLExtraError: self = .certificate
    case is NIOSSLError, is BoringSSLError:
      if hasHead {
        self = .incomplete
      } else {
        self = String(describing: error).contains("CERTIFICATE_VERIFY_FAILED") ? .certificate : .handshake
      }
    // The HTTP client resolves the name of a proxy; we do not.
    case let error as NIOConnectionError: self = error.connectionErrors.isEmpty ? .unreachable : .refused
    case ChannelError.connectTimeout: self = .connectTimeout
    case is ChannelError: self = .incomplete
    default: self = .malformed
    }
  }

  private static func of(_ error: HTTPClientError) -> FetchError.Reason {
    switch error {
    case .cancelled: .cancelled
    case .alreadyShutdown: .shutDown
    case .connectTimeout, .getConnectionFromPoolTimeout, .tlsHandshakeTimeout, .deadlineExceeded, .readTimeout, .writeTimeout:
      .connectTimeout
    case .proxyAuthenticationRequired: .proxy(.credentials)
    case .invalidProxyResponse: .proxy(.refusal)
    case .httpProxyHandshakeTimeout, .socksHandshakeTimeout: .connectTimeout
    case .remoteConnectionClosed, .uncleanShutdown, .requestStreamCancelled: .incomplete
    default: .malformed
    }
  }

  private static func of(_ error: IOError) -> FetchError.Reason {
    switch error.errnoCode {
    case ECONNREFUSED: .refused
    case ECONNRESET, EPIPE, ETIMEDOUT, ENOTCONN: .incomplete
    default: .unreachable
    }
  }
}
