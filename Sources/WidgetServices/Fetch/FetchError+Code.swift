/// The code for a reason in the fetcher's messages (`docs/fetcher.md`) and in recordings (`docs/recordings.md`): its name, plus a
/// detail where the name alone isn't enough.
extension FetchError.Reason {
  /// nil for reasons neither the network nor a response can cause.
  package var code: String? {
    switch self {
    case .timeout(let seconds): "timeout \(seconds)"
    case .firstByteTimeout(let seconds): "firstByteTimeout \(seconds)"
    case .headersTooLarge(let limit): "headersTooLarge \(limit)"
    case .bodyTooLarge(let limit): "bodyTooLarge \(limit)"
    case .tooManyRedirects(let limit): "tooManyRedirects \(limit)"
    case .tooManyInterimResponses(let limit): "tooManyInterimResponses \(limit)"
    case .status(let status): "status \(status)"
    case .privateAddress(let address): "privateAddress \(address)"
    case .certificate(let problem): "certificate \(problem.rawValue)"
    // The proxy's name is the user's own.
    case .proxy(let problem, _): "proxy \(problem.rawValue)"
    default: Self.plain.first { $0.value == self }?.key
    }
  }

  /// - Returns: nil for an unknown code. A proxy's reason doesn't contain its name.
  package init?(code: some StringProtocol) {
    let parts = code.split(separator: " ")
    guard let name = parts.first.map({ String($0) }), parts.count <= 2 else { return nil }
    guard parts.count == 2, let detail = parts.last.map({ String($0) }) else {
      guard let reason = Self.plain[name] else { return nil }
      self = reason
      return
    }
    let seconds: Double? = Double(detail).flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
    let number: Int? = Int(detail).flatMap { $0 >= 0 ? $0 : nil }
    let reason: Self? =
      switch name {
      case "timeout": seconds.map { .timeout(seconds: $0) }
      case "firstByteTimeout": seconds.map { .firstByteTimeout(seconds: $0) }
      case "headersTooLarge": number.map { .headersTooLarge(limit: $0) }
      case "bodyTooLarge": number.map { .bodyTooLarge(limit: $0) }
      case "tooManyRedirects": number.map { .tooManyRedirects(limit: $0) }
      case "tooManyInterimResponses": number.map { .tooManyInterimResponses(limit: $0) }
      case "status": number.map { .status($0) }
      case "privateAddress": (IPAddress(ipv4: detail) ?? IPAddress(ipv6: detail[...])).map { .privateAddress($0) }
      case "certificate": FetchError.CertificateProblem(rawValue: detail).map { Self.certificate($0) }
      case "proxy": FetchError.ProxyProblem(rawValue: detail).map { .proxy($0, "") }
      default: nil
      }
    guard let reason else { return nil }
    self = reason
  }

  private static let plain: [String: Self] = [
    "unknownHost": .unknownHost, "nameServer": .nameServer, "refused": .refused, "unreachable": .unreachable,
    "connectTimeout": .connectTimeout, "handshake": .handshake, "tlsVersion": .tlsVersion, "tlsCipher": .tlsCipher,
    "trustedCertificates": .trustedCertificates, "malformed": .malformed, "tooManyFrames": .tooManyFrames,
    "streamReset": .streamReset, "notProcessed": .notProcessed, "noStreams": .noStreams, "incomplete": .incomplete,
    "damagedCoding": .damagedCoding, "unknownCoding": .unknownCoding, "redirect": .redirect,
    "redirectToPlain": .redirectToPlain, "binaryMessage": .binaryMessage, "cancelled": .cancelled, "shutDown": .shutDown,
  ]

  /// The reason reported by the fetcher, completed with the request's limits and names: a compromised fetcher can't choose any
  /// text in an error message.
  ///
  /// - Returns: nil if this exchange can't fail that way.
  func reported(for exchange: HTTPExchange, to destination: HTTPDestination) -> Self? {
    switch self {
    case .refused, .unreachable, .unknownHost, .connectTimeout, .handshake, .tlsVersion, .tlsCipher, .certificate,
      .trustedCertificates,
      .malformed,
      .status, .tooManyFrames, .streamReset, .notProcessed, .noStreams, .incomplete, .damagedCoding, .unknownCoding,
      .binaryMessage,
      .cancelled, .shutDown:
      self
    case .proxy(let problem, _): destination.proxy.map { .proxy(problem, $0.target) }
    case .firstByteTimeout: exchange.firstByteTimeout.map { .firstByteTimeout(seconds: $0) }
    case .tooManyInterimResponses: .tooManyInterimResponses(limit: HTTPExchange.maximumInterimResponses)
    case .headersTooLarge: .headersTooLarge(limit: HTTPExchange.maximumHeaderBytes)
    case .bodyTooLarge: .bodyTooLarge(limit: exchange.maximumBodyBytes)
    default: nil
    }
  }
}
