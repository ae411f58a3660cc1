/// A checked request, ready to be sent.
package struct PreparedRequest: Sendable, Equatable {
  package enum Method: String, Sendable, CaseIterable {
    case get = "GET", head = "HEAD", post = "POST", put = "PUT", patch = "PATCH", delete = "DELETE"

    /// Whether servers expect a body, so its absence is stated (RFC 9110 section 8.6).
    package var expectsBody: Bool { self == .post || self == .put || self == .patch }
  }

  package var address: WebAddress
  var method: Method
  /// Set by the script.
  var headers: [HeaderField]
  var body: [UInt8]?

  static let maximumHeaderBytes = 64 << 10
  /// Bytes of a body; of all bodies of one `fetch.all` too.
  package static let maximumBodyBytes = 4 << 20

  /// - Throws: What's wrong with the request, of kind `protocol` or `tooLarge`. Permissions aren't checked.
  package init(_ request: FetchRequest) throws(FetchError) {
    do throws(WebAddress.Refusal) {
      address = try WebAddress(parsing: request.url)
    } catch {
      throw FetchError(.url(error), target: "")
    }
    guard let method = Method(rawValue: request.method.uppercased()) else { throw FetchError(.method, target: address.target) }
    self.method = method
    headers = request.headers
    body = request.body
    if let reason = Self.refusal(of: headers) { throw FetchError(reason, target: address.target) }
    let bodySize = request.omittedBody ?? body?.count ?? 0
    if method == .get || method == .head, bodySize > 0 { throw FetchError(.bodyNotAllowed, target: address.target) }
    let limit = Self.maximumBodyBytes
    if bodySize > limit { throw FetchError(.requestBodyTooLarge(limit: limit), target: address.target) }
    if request.omittedBody != nil { throw FetchError(.requestBodiesTooLarge(limit: limit), target: address.target) }
  }

  package static func isRedirect(_ status: Int) -> Bool { [301, 302, 303, 307, 308].contains(status) }

  /// The request for a redirect's target (RFC 9110 section 15.4; the Fetch standard for POST).
  ///
  /// A request to another origin has only the `Accept` fields, and the type of any body sent again: other fields could contain a
  /// credential for the first host.
  ///
  /// - Parameter location: The field as received from the server.
  /// - Throws: Kind `protocol` if it isn't a valid URL, or leads from https to http. Permissions aren't checked.
  func following(_ location: String, status: Int) throws(FetchError) -> PreparedRequest {
    var next = self
    do throws(WebAddress.Refusal) {
      next.address = try address.resolving(location)
    } catch {
      throw FetchError(.redirectURL(error), target: address.target)
    }
    guard address.scheme == .http || next.address.scheme == .https else {
      throw FetchError(.redirectToPlain, target: address.target)
    }
    let becomesGet = status == 303 ? method != .head : (status == 301 || status == 302) && method == .post
    if becomesGet { next.dropBody() }
    if next.address.origin != address.origin {
      next.headers.removeAll { !($0.name.lowercased().hasPrefix("accept") || (next.body != nil && $0.isNamed("Content-Type"))) }
    }
    return next
  }

  private mutating func dropBody() {
    method = .get
    body = nil
    headers.removeAll { $0.name.lowercased().hasPrefix("content-") }
  }

  /// Why these header fields can't be sent, or nil.
  private static func refusal(of headers: [HeaderField]) -> FetchError.Reason? {
    var size = 0
    for field in headers {
      let name = field.name.lowercased()
      guard !name.isEmpty, name.utf8.allSatisfy(isTokenByte) else { return .headerName(field.name) }
      guard name.utf8.count <= 256 else { return .requestHeadersTooLarge }
      guard !ForbiddenHeader.contains(name) else { return .headerForbidden(field.name) }
      guard field.value.utf8.allSatisfy({ $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7F) }) else { return .headerValue(field.name) }
      size += name.utf8.count + field.value.utf8.count + 4
      guard size <= maximumHeaderBytes else { return .requestHeadersTooLarge }
    }
    return nil
  }

  /// RFC 9110 section 5.6.2.
  private static func isTokenByte(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || "!#$%&'*+-.^_`|~".utf8.contains(byte)
  }
}
