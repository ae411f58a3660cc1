import NIOCore
import NIOHTTP1
import NIOHTTP2
import NIOSSL
import WidgetServices
import WidgetSystem

extension FetchError.Reason {
  /// The meaning, for a widget, of a network library's error.
  ///
  /// - Parameter isConnecting: Whether the connection hasn't been made yet.
  init(networkError error: any Error, isConnecting: Bool = false) {
    switch error {
    case let reason as FetchError.Reason: self = reason
    case is CancellationError: self = .cancelled
    case let error as IOError: self = Self.of(error, isConnecting: isConnecting)
    case let error as HTTPParserError:
      switch error {
      case .invalidEOFState, .closedConnection: self = .incomplete
      case .headerOverflow: self = .headersTooLarge(limit: HTTPExchange.maximumHeaderBytes)
      default: self = .malformed
      }
    case is NIOHTTP2Errors.ExcessivelyLargeHeaderBlock:
      self = .headersTooLarge(limit: HTTPExchange.maximumHeaderBytes)
    case is NIOHTTP2Errors.ExcessiveOutboundFrameBuffering, is NIOHTTP2Errors.ExcessiveEmptyDataFrames,
      is NIOHTTP2Errors.ExcessiveNumberOfGlitches, is NIOHTTP2Errors.ExcessiveRSTFrames, is NIOHTTP2Errors.ExcessiveControlFrames,
      is NIOHTTP2Errors.ExcessiveContinuationFrames, is NIOHTTP2Errors.ExcessiveStreamErrors:
      self = .tooManyFrames
    case is NIOSSLError, is BoringSSLError, is NIOSSLExtraError: self = Self.ofTLS(error)
    case ChannelError.connectTimeout: self = .connectTimeout
    case is ChannelError: self = .incomplete
    default: self = .malformed
    }
  }

  private static func of(_ error: IOError, isConnecting: Bool) -> FetchError.Reason {
    switch error.errnoCode {
    case ECONNREFUSED: .refused
    case ECONNRESET, EPIPE, ENOTCONN: isConnecting ? .unreachable : .incomplete
    case ETIMEDOUT: isConnecting ? .connectTimeout : .incomplete
    default: .unreachable
    }
  }

  private static func ofTLS(_ error: any Error) -> FetchError.Reason {
    if let problem = FetchError.CertificateProblem(error, certificate: nil) { return .certificate(problem) }
    switch error {
    case NIOSSLError.uncleanShutdown: return .incomplete
    case NIOSSLError.handshakeFailed:
      let text = String(describing: error)
      if text.contains("UNSUPPORTED_PROTOCOL") || text.contains("PROTOCOL_VERSION") { return .tlsVersion }
      // Without a certificate from the server: it refused whatever it was offered.
      let isRefusal = [
        "ALERT_HANDSHAKE_FAILURE", "INSUFFICIENT_SECURITY", "WRONG_SIGNATURE_TYPE", "NO_COMMON_SIGNATURE_ALGORITHMS",
      ]
      .contains(where: text.contains)
      return isRefusal ? .tlsCipher : .handshake
    default: return .malformed
    }
  }
}
