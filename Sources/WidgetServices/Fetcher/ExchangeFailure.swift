package import WidgetModel

/// Why an exchange failed, as the fetcher reports it: a code, and a detail where the code alone is not enough.
///
/// Limits, timeouts and the name of a proxy are not sent. The broker knows them, and so a compromised fetcher cannot choose any text
/// of an error message.
package struct ExchangeFailure: Sendable, Equatable {
  package enum Code: String, Sendable, CaseIterable {
    case refused, unreachable, handshake, certificate, malformed, status, incomplete, cancelled, proxy
    case unknownHost = "unknown_host"
    case connectTimeout = "connect_timeout"
    case tlsVersion = "tls_version"
    case trustedCertificates = "trusted_certificates"
    case firstByteTimeout = "first_byte_timeout"
    case tooManyInterimResponses = "too_many_interim_responses"
    case tooManyFrames = "too_many_frames"
    case streamReset = "stream_reset"
    case notProcessed = "not_processed"
    case noStreams = "no_streams"
    case headersTooLarge = "headers_too_large"
    case bodyTooLarge = "body_too_large"
    case damagedCoding = "damaged_coding"
    case unknownCoding = "unknown_coding"
    case shutDown = "shut_down"
  }

  let code: Code
  /// A status, or the name of a problem of a certificate or proxy; nil for every other code.
  let detail: LuaValue

  private init(code: Code, _ detail: LuaValue = .null) {
    self.code = code
    self.detail = detail
  }

  /// What the fetcher sends for a reason.
  package init(_ reason: FetchError.Reason) {
    switch reason {
    case .refused: self.init(code: .refused)
    case .unreachable: self.init(code: .unreachable)
    case .connectTimeout: self.init(code: .connectTimeout)
    case .handshake: self.init(code: .handshake)
    case .tlsVersion: self.init(code: .tlsVersion)
    case .certificate(let problem): self.init(code: .certificate, .string(problem.rawValue))
    case .trustedCertificates: self.init(code: .trustedCertificates)
    case .proxy(let problem, _): self.init(code: .proxy, .string(problem.rawValue))
    case .firstByteTimeout: self.init(code: .firstByteTimeout)
    case .status(let status): self.init(code: .status, .integer(Int64(status)))
    case .tooManyInterimResponses: self.init(code: .tooManyInterimResponses)
    case .tooManyFrames: self.init(code: .tooManyFrames)
    case .streamReset: self.init(code: .streamReset)
    case .notProcessed: self.init(code: .notProcessed)
    case .noStreams: self.init(code: .noStreams)
    case .incomplete: self.init(code: .incomplete)
    case .headersTooLarge: self.init(code: .headersTooLarge)
    case .bodyTooLarge: self.init(code: .bodyTooLarge)
    case .damagedCoding: self.init(code: .damagedCoding)
    case .unknownCoding: self.init(code: .unknownCoding)
    case .unknownHost: self.init(code: .unknownHost)
    case .cancelled: self.init(code: .cancelled)
    case .shutDown: self.init(code: .shutDown)
    // A transport has no other reasons.
    default: self.init(code: .malformed)
    }
  }

  /// - Returns: nil for an unknown code, and for a detail that does not belong to it.
  init?(_ code: String?, _ detail: LuaValue) {
    guard let code = code.flatMap(Code.init) else { return nil }
    let isValid =
      switch code {
      case .certificate: detail.string.flatMap(FetchError.CertificateProblem.init) != nil
      case .proxy: detail.string.flatMap(FetchError.ProxyProblem.init) != nil
      case .status: detail.integer.flatMap(Int.init(exactly:)) != nil
      default: detail.isNull
      }
    guard isValid else { return nil }
    self.init(code: code, detail)
  }

  /// The reason, completed from the request.
  ///
  /// - Returns: nil if this request cannot fail in this way.
  func reason(_ exchange: HTTPExchange, _ destination: HTTPDestination) -> FetchError.Reason? {
    switch code {
    case .refused: .refused
    case .unreachable: .unreachable
    case .connectTimeout: .connectTimeout
    case .handshake: .handshake
    case .tlsVersion: .tlsVersion
    case .certificate: detail.string.flatMap(FetchError.CertificateProblem.init).map { .certificate($0) }
    case .trustedCertificates: .trustedCertificates
    case .proxy:
      destination.proxy.flatMap { proxy in
        detail.string.flatMap(FetchError.ProxyProblem.init).map { .proxy($0, proxy.target) }
      }
    case .firstByteTimeout: exchange.firstByteTimeout.map { .firstByteTimeout(seconds: $0) }
    case .malformed: .malformed
    case .status: detail.integer.map { .status(Int($0)) }
    case .tooManyInterimResponses: .tooManyInterimResponses(limit: HTTPExchange.maximumInterimResponses)
    case .tooManyFrames: .tooManyFrames
    case .streamReset: .streamReset
    case .notProcessed: .notProcessed
    case .noStreams: .noStreams
    case .incomplete: .incomplete
    case .headersTooLarge: .headersTooLarge(limit: HTTPExchange.maximumHeaderBytes)
    case .bodyTooLarge: .bodyTooLarge(limit: exchange.maximumBodyBytes)
    case .damagedCoding: .damagedCoding
    case .unknownCoding: .unknownCoding
    case .unknownHost: .unknownHost
    case .cancelled: .cancelled
    case .shutDown: .shutDown
    }
  }
}
