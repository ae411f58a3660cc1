extension FetchError: CustomStringConvertible {
  /// One sentence without a full stop: what could not be fetched, and why.
  public var message: String {
    target.isEmpty ? "cannot fetch: \(reason.text)" : "cannot fetch from \(target): \(reason.text)"
  }

  /// The message, and the remedy when there is one.
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
        ? "a header has an empty name" : "the header name \(Self.shown(name)) has a character that is not allowed in one"
    case .headerValue(let name): "the value of header \(name) has a line break or control character"
    case .headerRefused(let name):
      "a widget may not set the header \(name)" + (RefusedHeader.reason(name).map { ", \($0)" } ?? "")
    case .requestHeadersTooLarge: "the request's headers are too large"
    case .bodyNotAllowed: "a GET or HEAD request has no body"
    case .notGranted: "the widget has no permission for this host"
    case .privateAddress(let address): "\(address) is not a public address"
    case .ownPort: "this program serves on that port"
    case .unknownHost: "no such host"
    case .nameServer: "no name server gave an answer"
    case .refused: "the connection was refused"
    case .unreachable: "the host cannot be reached"
    case .connectTimeout: "no connection in time"
    case .proxy(.unreachable): "the proxy cannot be reached"
    case .proxy(.credentials): "the proxy asks for a user name and password"
    case .proxy(.refusal): "the proxy made no connection to it"
    case .handshake: "the server speaks no TLS that we understand"
    case .certificate: "the server's certificate is not valid for this host"
    case .timeout(let seconds): "no complete answer within \(Self.text(seconds)) s"
    case .firstByteTimeout(let seconds): "no answer began within \(Self.text(seconds)) s"
    case .malformed: "the answer is not valid HTTP"
    case .cutOff: "the connection ended before the answer was complete"
    case .headersTooLarge(let limit): "the answer's headers exceed \(limit) bytes"
    case .bodyTooLarge(let limit): "the answer's body exceeds \(limit) bytes"
    case .answersTooLarge(let limit): "the answers together exceed \(limit) bytes"
    case .damagedCoding: "the answer's compressed body is damaged"
    case .unknownCoding: "the answer has an unknown content coding"
    case .redirect: "the server redirects and the request forbids it"
    case .redirectURL(let refusal): "it redirects to a URL that \(refusal)"
    case .redirectToPlain: "it redirects from https to http"
    case .tooManyRedirects(let limit): "more than \(limit) redirects"
    case .offline: "--offline is in force"
    case .notStored: "nothing stored will do, and the request asks the network for nothing"
    case .noRecording(let request, let folder): "no recording of \(request) in \(folder)"
    case .damagedRecording(let problem): problem
    case .quota(let limit): "more than \(limit) fetches in one update"
    case .cancelled: "it was cancelled"
    case .shutDown: "the program is ending"
    }
  }

  /// In quotes, on one line, not too long.
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
    case .tls: "no private connection"
    case .timeout: "no answer in time"
    case .tooLarge: "the answer is too large"
    case .decode: "the answer cannot be decoded"
    case .protocolError: "the answer is not valid"
    case .offline: "the network is switched off"
    case .quota: "too many fetches"
    case .cancelled: "it was cancelled"
    }
  }
}
