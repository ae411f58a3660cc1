/// Why a fetch gave no answer. Never raised in a script: it receives it as `err`.
///
/// It holds no path, query, header or body: they may hold a key. A missing recording names its request, masked as recordings are.
public struct FetchError: Error, Sendable, Equatable {
  /// Told apart by what the reader would do next.
  public enum Kind: String, Sendable, Equatable, CaseIterable {
    /// A permission is missing.
    case denied
    /// The host's name has no address, or nobody said which.
    case dns
    /// No connection came about.
    case connect
    /// The connection could not be made private: a bad certificate, or no TLS on the other side.
    case tls
    case timeout
    /// Body or header exceed their limit.
    case tooLarge = "too_large"
    /// The body's content coding is broken or unknown.
    case decode
    /// The request or the answer breaks HTTP's rules, or ours.
    case protocolError = "protocol"
    /// The network is switched off.
    case offline
    /// More fetches than one update may make.
    case quota
    case cancelled
  }

  public let kind: Kind
  /// `api.example.com:443`; empty when the request has no usable URL.
  public let target: String
  public let reason: Reason
  /// What to do next, when there is something: `add "api.example.com" to permissions.net in flight.lua`.
  public let remedy: String?

  public init(_ reason: Reason, target: String, remedy: String? = nil) {
    self.kind = reason.kind
    self.target = target
    self.reason = reason
    self.remedy = remedy ?? reason.remedy
  }

  /// An error of which only the kind is known.
  public init(kind: Kind, target: String, remedy: String? = nil) {
    self.init(.unspecified(kind), target: target, remedy: remedy)
  }
}

extension FetchError {
  /// What exactly went wrong. Prose is made of it in `FetchError+Message.swift` alone.
  public enum Reason: Sendable, Equatable {
    case unspecified(Kind)
    // The request.
    case url(WebAddress.Refusal)
    case method
    /// A name that is not an RFC 9110 token.
    case headerName(String)
    /// CR, LF, NUL or another control character in the value of this field.
    case headerValue(String)
    /// A field that is ours to set, or nobody's.
    case headerRefused(String)
    case requestHeadersTooLarge
    case bodyNotAllowed
    // Permission.
    case notGranted
    case privateAddress(IPAddress)
    case ownPort
    // The network.
    case unknownHost
    case nameServer
    case refused
    case unreachable
    case connectTimeout
    /// What lies between here and the host.
    case proxy(ProxyProblem)
    case handshake
    case certificate
    case timeout(seconds: Double)
    /// Connected and asked, and not a byte came.
    case firstByteTimeout(seconds: Double)
    case malformed
    /// The connection ended before the answer did.
    case cutOff
    case headersTooLarge(limit: Int)
    case bodyTooLarge(limit: Int)
    /// With those that were asked for together.
    case answersTooLarge(limit: Int)
    case damagedCoding
    case unknownCoding
    // Redirects.
    case redirect
    case redirectURL(WebAddress.Refusal)
    case redirectToPlain
    case tooManyRedirects(limit: Int)
    // Ourselves.
    case offline
    /// No stored answer will do, and the request forbids to ask the network.
    case notStored
    /// `GET https://api.example.com/x` without secrets, and the folder of recordings.
    case noRecording(request: String, folder: String)
    /// What is wrong, with the file.
    case damagedRecording(String)
    case quota(limit: Int)
    case cancelled
    case shutDown
  }
}

extension FetchError {
  /// Why a proxy made no connection.
  public enum ProxyProblem: Sendable, Equatable {
    /// It cannot be connected to.
    case unreachable
    /// It wants a user name and a password, or others.
    case credentials
    /// It answered, and made none.
    case refusal
  }

  /// The same failure on the way through a proxy: who was not reached is the proxy, and what is not HTTP before the answer began is the
  /// proxy's refusal.
  func through(_ proxy: Proxy, hasHead: Bool) -> FetchError {
    let problem: ProxyProblem? =
      switch reason {
      case .refused, .unreachable: .unreachable
      case .proxy(let problem): problem
      case .malformed where !hasHead && proxy.kind == .socks5: .refusal
      default: nil
      }
    guard let problem else { return self }
    return FetchError(.proxy(problem), target: target, remedy: "check proxy = in config.toml, which is \(proxy.target)")
  }
}

extension FetchError.Reason {
  public var kind: FetchError.Kind {
    switch self {
    case .unspecified(let kind): kind
    case .notGranted, .privateAddress, .ownPort: .denied
    case .unknownHost, .nameServer: .dns
    case .refused, .unreachable, .proxy: .connect
    case .handshake, .certificate: .tls
    case .timeout, .connectTimeout, .firstByteTimeout: .timeout
    case .headersTooLarge, .bodyTooLarge, .answersTooLarge: .tooLarge
    case .damagedCoding, .unknownCoding: .decode
    case .url, .method, .headerName, .headerValue, .headerRefused, .requestHeadersTooLarge, .bodyNotAllowed, .malformed, .cutOff,
      .redirect, .redirectURL, .redirectToPlain, .tooManyRedirects:
      .protocolError
    case .offline, .notStored, .noRecording, .damagedRecording: .offline
    case .quota: .quota
    case .cancelled, .shutDown: .cancelled
    }
  }

  var remedy: String? {
    switch self {
    case .url(let refusal): refusal.remedy
    case .method: "use GET, HEAD, POST, PUT, PATCH or DELETE"
    case .bodyNotAllowed: "use POST"
    case .headerRefused(let name): RefusedHeader.remedy(name)
    case .answersTooLarge: "fetch it by itself"
    case .offline: "run again without --offline"
    case .noRecording(_, let folder): "run once with --record \(ShellWord.quoted(folder))"
    default: nil
    }
  }
}
