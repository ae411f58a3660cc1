extension WebAddress {
  /// Why a text isn't a URL that can be requested.
  public enum Refusal: Error, Sendable, Equatable {
    case tooLong
    case empty
    /// It isn't absolute: `example.com/x`, `/x`.
    case noScheme
    /// The scheme is neither http nor https.
    case scheme
    /// There's no `//` and host after the scheme.
    case noHost
    case emptyHost
    /// `user:password@` misleads readers and ends up in logs.
    case userInfo
    /// There's a space, a control character or a backslash. The byte offset is nil if the author didn't write the text.
    case character(offset: Int?)
    /// There's a character outside ASCII in path or query. The byte offset is nil if the author didn't write the text.
    case nonASCII(offset: Int?)
    case nonASCIIHost
    /// It's neither a host name nor an address.
    case host
    /// It's a number other than four plain decimal octets: `127.1`, `0x7f.1`, `2130706433`.
    case numericHost
    /// It has an IPv6 zone: `fe80::1%eth0`.
    case zone
    /// It isn't a plain number from 1 to 65535.
    case port
  }
}

extension WebAddress.Refusal: CustomStringConvertible {
  /// The predicate of a sentence starting with "the URL".
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

  /// The next step, if any.
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

  /// The same without an offset, for text the author didn't write.
  var withoutPlace: Self {
    switch self {
    case .character: .character(offset: nil)
    case .nonASCII: .nonASCII(offset: nil)
    default: self
    }
  }
}
