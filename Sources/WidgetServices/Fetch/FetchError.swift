/// Why a fetch produced no response. Never raised in a script, which receives it as `err`.
///
/// Contains no path, query, header field or body: they could contain a key. A missing recording names its request, masked as in
/// recordings.
public struct FetchError: Error, Sendable, Equatable {
  /// Distinguished by what the reader would do next.
  public enum Kind: String, Sendable, Equatable, CaseIterable {
    /// The widget lacks a permission.
    case denied
    /// The host name has no address, or no name server responded.
    case dns
    /// The connection failed.
    case connect
    /// TLS failed: an invalid certificate, or a server without TLS.
    case tls
    case timeout
    /// A body, or the response's header section, exceeds its limit.
    case tooLarge = "too_large"
    /// The body's content coding is damaged.
    case decode
    /// The request or the response violates HTTP, or one of our rules.
    case protocolError = "protocol"
    /// The network is disabled.
    case offline
    /// Too many fetches in one update.
    case quota
    /// luawidget's own network process failed.
    case fetcher
    case cancelled
  }

  public let kind: Kind
  /// `api.example.com:443`; empty if the request has no valid URL.
  public let target: String
  public let reason: Reason
  /// A suggestion, if any: `add "api.example.com" to permissions.net in flight.lua`.
  public let remedy: String?

  public init(_ reason: Reason, target: String, remedy: String? = nil) {
    self.kind = reason.kind
    self.target = target
    self.reason = reason
    self.remedy = remedy ?? reason.remedy
  }

  /// An error, if all we know is its kind.
  public init(kind: Kind, target: String, remedy: String? = nil) {
    self.init(.unspecified(kind), target: target, remedy: remedy)
  }
}

extension FetchError {
  /// The exact cause. Only `FetchError+Message.swift` turns it into prose.
  public enum Reason: Error, Sendable, Equatable {
    case unspecified(Kind)
    // The request.
    case url(WebAddress.Refusal)
    case method
    /// The name isn't an RFC 9110 token.
    case headerName(String)
    /// This field's value contains a control character, such as CR, LF or NUL.
    case headerValue(String)
    /// A widget can't set this field.
    case headerForbidden(String)
    case requestHeadersTooLarge
    case requestBodyTooLarge(limit: Int)
    /// All bodies of one `fetch.all` together.
    case requestBodiesTooLarge(limit: Int)
    case bodyNotAllowed
    // Permission.
    case notGranted
    case privateAddress(IPAddress)
    case ownPort
    /// The user's rules in config.toml.
    case ruledOut
    // The network.
    case unknownHost
    case nameServer
    case refused
    case unreachable
    case connectTimeout
    /// The proxy with this host and port failed.
    case proxy(ProxyProblem, String)
    case handshake
    /// The server offers no secure TLS version.
    case tlsVersion
    /// The server has no cipher suite with forward secrecy.
    case tlsCipher
    case certificate(CertificateProblem)
    /// TLS rejects a certificate in the file configured by the user.
    case trustedCertificates
    case timeout(seconds: Double)
    /// Connected and sent, but nothing was received.
    case firstByteTimeout(seconds: Double)
    case malformed
    /// A status code no response can have, or 101, which the request didn't ask for.
    case status(Int)
    case tooManyInterimResponses(limit: Int)
    /// A flood of HTTP/2 frames that aren't part of a response.
    case tooManyFrames
    /// The server ended an HTTP/2 stream with an error.
    case streamReset
    /// The server says it didn't process the request (RFC 9113 section 8.7).
    case notProcessed
    /// The server allows no streams on its HTTP/2 connections (RFC 9113 section 6.5.2).
    case noStreams
    /// The connection ended before the response was complete.
    case incomplete
    case headersTooLarge(limit: Int)
    case bodyTooLarge(limit: Int)
    /// All responses of one `fetch.all` together.
    case responsesTooLarge(limit: Int)
    case damagedCoding
    case unknownCoding
    // Streams.
    /// The response isn't an event stream.
    case notEvents(status: Int)
    /// The server doesn't agree to a WebSocket.
    case notWebSocket(status: Int)
    /// A message of a WebSocket isn't text.
    case binaryMessage
    /// The server asks not to be connected to again (status 204).
    case noMoreEvents
    // Redirects.
    case redirect
    case redirectURL(WebAddress.Refusal)
    case redirectToPlain
    case tooManyRedirects(limit: Int)
    // Ourselves.
    case offline
    /// No stored response satisfies the request, which forbids using the network.
    case notStored
    /// `GET https://api.example.com/x` without secrets, and the folder of recordings.
    case noRecording(request: String, folder: String)
    /// The problem, with the file name.
    case damagedRecording(String)
    case quota(limit: Int)
    case fetcher(FetcherProblem)
    case cancelled
    case shutDown
  }
}

extension FetchError.Reason {
  public var kind: FetchError.Kind {
    switch self {
    case .unspecified(let kind): kind
    case .notGranted, .privateAddress, .ownPort, .ruledOut: .denied
    case .unknownHost, .nameServer: .dns
    case .refused, .unreachable, .proxy: .connect
    case .handshake, .tlsVersion, .tlsCipher, .certificate, .trustedCertificates: .tls
    case .timeout, .connectTimeout, .firstByteTimeout: .timeout
    case .headersTooLarge, .bodyTooLarge, .responsesTooLarge, .requestBodyTooLarge, .requestBodiesTooLarge: .tooLarge
    case .damagedCoding, .unknownCoding: .decode
    case .url, .method, .headerName, .headerValue, .headerForbidden, .requestHeadersTooLarge, .bodyNotAllowed, .malformed,
      .status,
      .tooManyInterimResponses, .tooManyFrames, .streamReset, .notProcessed, .noStreams, .incomplete, .redirect, .redirectURL,
      .redirectToPlain, .tooManyRedirects, .notEvents, .notWebSocket, .binaryMessage, .noMoreEvents:
      .protocolError
    case .offline, .notStored, .noRecording, .damagedRecording: .offline
    case .quota: .quota
    case .fetcher: .fetcher
    case .cancelled, .shutDown: .cancelled
    }
  }

  var remedy: String? {
    switch self {
    case .url(let refusal): refusal.remedy
    case .method: "use GET, HEAD, POST, PUT, PATCH or DELETE"
    case .bodyNotAllowed: "use POST"
    case .headerForbidden(let name): ForbiddenHeader.remedy(name)
    case .responsesTooLarge: "fetch it by itself"
    case .requestBodyTooLarge: "send it in parts, if the server takes them"
    case .requestBodiesTooLarge: "send it by itself, with `fetch`"
    case .proxy: "check proxy = in config.toml"
    case .tlsVersion: "ask the server's operator to enable TLS 1.2 or 1.3"
    case .tlsCipher: "ask the server's operator to enable TLS 1.3, or ECDHE with AES-GCM or ChaCha20"
    case .certificate(let problem): problem.remedy
    case .trustedCertificates: "correct the file that certificates = names in config.toml"
    case .fetcher(let problem): problem.remedy
    case .offline: "run again without --offline"
    case .noRecording(_, let folder): "run once with --record \(ShellWord.quoted(folder))"
    default: nil
    }
  }
}
