extension WebAddress {
  /// Why a text isn't a URL that may be requested.
  public enum Refusal: Error, Sendable, Equatable {
    case tooLong
    case empty
    /// Not absolute: `example.com/x`, `/x`.
    case noScheme
    /// A scheme that is neither http nor https.
    case scheme
    /// No `//` and host after the scheme.
    case noHost
    case emptyHost
    /// `user:password@`, which misleads readers and ends up in logs.
    case userInfo
    /// A space, a control character or a backslash. The byte offset is nil for a text that the author didn't write.
    case character(offset: Int?)
    /// A character outside ASCII in path or query. The byte offset is nil for a text that the author didn't write.
    case nonASCII(offset: Int?)
    case nonASCIIHost
    /// Not a host name and not an address.
    case host
    /// A number that isn't four plain decimal octets: `127.1`, `0x7f.1`, `2130706433`.
    case numericHost
    /// An IPv6 zone: `fe80::1%eth0`.
    case zone
    /// Not a plain number from 1 to 65535.
    case port
  }
}

extension WebAddress.Refusal: CustomStringConvertible {
  /// The predicate of a sentence that begins with "the URL".
  public var description: String {
    switch self {
    case .tooLong: "is longer than \(WebAddress.maximumLength) bytes"
    case .empty: "is empty"
    case .noScheme: "does not begin with http:// or https://"
    case .scheme: "has a scheme other than http and https"
    case .noHost, .emptyHost: "names no host"
    case .userInfo: "has a user name or password before the host"
    case .character(let offset): "has a space, control character or backslash" + Self.place(offset)
    case .nonASCII(let offset): "has a character outside ASCII" + Self.place(offset)
    case .nonASCIIHost: "has a host with a character outside ASCII"
    case .host: "has a host that is neither a name nor an address"
    case .numericHost: "has a host that is a number but not an address of four decimal parts"
    case .zone: "has an IPv6 address with a zone"
    case .port: "has a port that is not a number from 1 to 65535"
    }
  }

  /// Advice on what to do next, if there is any.
  public var remedy: String? {
    switch self {
    case .userInfo: "send an Authorization header instead"
    case .character, .nonASCII: "percent-encode it, for example with url.encode"
    case .nonASCIIHost: "write the host in punycode: xn--bcher-kva.example for b\u{FC}cher.example"
    case .empty, .noScheme: "begin it with https://"
    case .scheme: "fetch speaks http and https"
    case .noHost, .emptyHost: "write it as https://host/path"
    default: nil
    }
  }

  private static func place(_ offset: Int?) -> String { offset.map { " at byte \($0 + 1)" } ?? "" }

  /// The same without an offset, for a text that the author didn't write.
  var withoutPlace: Self {
    switch self {
    case .character: .character(offset: nil)
    case .nonASCII: .nonASCII(offset: nil)
    default: self
    }
  }
}
