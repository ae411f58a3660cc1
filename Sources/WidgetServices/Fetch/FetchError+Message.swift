extension FetchError: CustomStringConvertible {
  /// One clause without a full stop: the target and the reason.
  public var message: String {
    target.isEmpty ? "cannot fetch: \(reason.text)" : "cannot fetch from \(target): \(reason.text)"
  }

  /// The message with the remedy, if any.
  public var description: String { remedy.map { "\(message); \($0)" } ?? message }
}

extension FetchError.Reason {
  fileprivate var text: String {
    switch self {
    case .unspecified(let kind): kind.text
    case .url(let refusal): "the URL \(refusal)"
    case .method: "the method is not supported"
    case .headerName(let name):
      name.isEmpty
        ? "a header name is empty" : "the header name \(Self.shown(name)) contains an invalid character"
    case .headerValue(let name): "the value of header \(name) contains a line break or another control character"
    case .headerForbidden(let name):
      "a widget may not set the header \(name)" + (ForbiddenHeader.reason(name).map { ", \($0)" } ?? "")
    case .requestHeadersTooLarge: "the request's headers are too large"
    case .requestBodyTooLarge(let limit): "the request's body exceeds \(limit) bytes"
    case .requestBodiesTooLarge(let limit): "the bodies of the requests together exceed \(limit) bytes"
    case .bodyNotAllowed: "a GET or HEAD request has no body"
    case .notGranted: "the widget has no permission for this host"
    case .privateAddress(let address): "\(address) is not a public address"
    case .ownPort: "this program serves on that port"
    case .ruledOut: "config.toml denies this host"
    case .unknownHost: "no such host"
    case .nameServer: "no name server responded"
    case .refused: "the connection was refused"
    case .unreachable: "the host is unreachable"
    case .connectTimeout: "the connection timed out"
    case .proxy(let problem, let proxy): problem.text(proxy)
    case .handshake: "the TLS handshake failed"
    case .tlsVersion: "the server supports only TLS versions older than 1.2"
    case .tlsCipher: "the server accepts no cipher with forward secrecy, or no current signature algorithm"
    case .certificate(let problem): problem.text
    case .trustedCertificates: "TLS rejects one of your own trusted certificates"
    case .timeout(let seconds): "no complete response within \(Self.text(seconds)) s"
    case .firstByteTimeout(let seconds): "the response did not begin within \(Self.text(seconds)) s"
    case .malformed: "the response is not valid HTTP"
    case .status(101): "the server switched to another protocol, which was not requested"
    case .status(let code): "the response has the invalid status \(code)"
    case .tooManyInterimResponses(let limit): "more than \(limit) interim responses"
    case .tooManyFrames: "the server sent too many frames or chunks with little or no content"
    case .streamReset: "the server aborted the response"
    case .notProcessed: "the server did not process the request"
    case .noStreams: "the server accepts no requests on its HTTP/2 connections"
    case .incomplete: "the connection closed before the response was complete"
    case .headersTooLarge(let limit): "the response's headers exceed \(limit) bytes"
    case .bodyTooLarge(let limit): "the response's body exceeds \(limit) bytes"
    case .responsesTooLarge(let limit): "the responses together exceed \(limit) bytes"
    case .damagedCoding: "the response's compressed body is damaged"
    case .unknownCoding: "the response has a content coding that is not supported"
    case .notEvents(let status): "the response is no event stream; its status is \(status)"
    case .notWebSocket(let status): "the server doesn't agree to a WebSocket; its status is \(status)"
    case .binaryMessage: "the server sent a binary message; only text can be passed on"
    case .noMoreEvents: "the server has no more events"
    case .redirect: "the server redirects and the request forbids it"
    case .redirectURL(let refusal): "it redirects to a URL that \(refusal)"
    case .redirectToPlain: "it redirects from https to http"
    case .tooManyRedirects(let limit): "more than \(limit) redirects"
    case .offline: "--offline is active"
    case .notStored: "no stored response satisfies the request, and it does not use the network"
    case .noRecording(let request, let folder): "no recording of \(request) in \(folder)"
    case .damagedRecording(let problem): problem
    case .quota(let limit): "more than \(limit) fetches in one update"
    case .fetcher(let problem): problem.text
    case .cancelled: "it was cancelled"
    case .shutDown: "the program is ending"
    }
  }

  /// Quoted, on one line, shortened.
  private static func shown(_ name: String) -> String {
    let scalars = name.unicodeScalars.prefix(40).map { $0.value < 0x20 || $0.value == 0x7F ? "?" : String($0) }
    return "\"" + scalars.joined() + (name.unicodeScalars.count > 40 ? "\u{2026}" : "") + "\""
  }

  /// `10`, `0.5`.
  private static func text(_ seconds: Double) -> String {
    seconds == seconds.rounded() ? "\(Int(exactly: seconds) ?? 0)" : "\(seconds)"
  }
}

extension FetchError.Kind {
  fileprivate var text: String {
    switch self {
    case .denied: "permission denied"
    case .dns: "the host has no address"
    case .connect: "no connection"
    case .tls: "no secure connection"
    case .timeout: "no response in time"
    case .tooLarge: "the request or the response is too large"
    case .decode: "the response cannot be decoded"
    case .protocolError: "the response is not valid"
    case .offline: "the network is disabled"
    case .quota: "too many fetches"
    case .fetcher: "luawidget's own process for the network failed"
    case .cancelled: "it was cancelled"
    }
  }
}
