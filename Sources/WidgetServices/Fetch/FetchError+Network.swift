import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import WidgetSystem

extension FetchError.Reason {
  /// What an error of the HTTP client means to a widget.
  ///
  /// - Parameter hasHead: Whether status and headers had come already.
  init(_ error: any Error, hasHead: Bool) {
    switch error {
    case is CancellationError: self = .cancelled
    case let error as HTTPClientError: self = Self.of(error)
    case let error as IOError: self = Self.of(error)
    case let error as HTTPParserError:
      switch error {
      case .invalidEOFState, .closedConnection: self = .cutOff
      case .headerOverflow: self = .headersTooLarge(limit: NetworkFetcher.maximumHeaderBytes)
      default: self = .malformed
      }
    case is NIOSSLExtraError: self = .certificate
    case is NIOSSLError, is BoringSSLError:
      if hasHead {
        self = .cutOff
      } else {
        self = String(describing: error).contains("CERTIFICATE_VERIFY_FAILED") ? .certificate : .handshake
      }
    // A proxy's name is resolved by the HTTP client, not by us.
    case let error as NIOConnectionError: self = error.connectionErrors.isEmpty ? .unreachable : .refused
    case ChannelError.connectTimeout: self = .connectTimeout
    case is ChannelError: self = .cutOff
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
    case .remoteConnectionClosed, .uncleanShutdown, .requestStreamCancelled: .cutOff
    default: .malformed
    }
  }

  private static func of(_ error: IOError) -> FetchError.Reason {
    switch error.errnoCode {
    case ECONNREFUSED: .refused
    case ECONNRESET, EPIPE, ETIMEDOUT, ENOTCONN: .cutOff
    default: .unreachable
    }
  }
}
