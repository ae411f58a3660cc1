/// A content coding (RFC 9110 section 8.4.1), and how it is undone.
enum ContentCoding: Sendable, Equatable {
  case gzip, deflate, brotli

  enum Failure: Error, Equatable {
    case tooLarge
    /// Broken, cut off, or followed by something else.
    case damaged
    /// A coding that is not known, or more of them than anybody means.
    case unknown
  }

  /// More on top of each other are not undone: each would be a chance for a bomb.
  static let maximumCodings = 3

  /// What `Content-Encoding` says, in the order in which the codings were applied.
  ///
  /// - Parameter field: nil when there is none. `identity` and empty elements say nothing.
  static func list(_ field: String?) throws(Failure) -> [ContentCoding] {
    var codings: [ContentCoding] = []
    for element in (field ?? "").split(separator: ",") {
      switch element.filter({ $0 != " " && $0 != "\t" }).lowercased() {
      case "", "identity": continue
      case "gzip", "x-gzip": codings.append(.gzip)
      case "deflate": codings.append(.deflate)
      case "br": codings.append(.brotli)
      default: throw .unknown
      }
      guard codings.count <= maximumCodings else { throw .unknown }
    }
    return codings
  }

  /// Bytes that a coded body may have on its way when the decoded one may have `limit`: what does not compress grows a little.
  static func maximumCoded(_ limit: Int) -> Int { limit + limit / 64 + 1024 }

  /// Undoes codings, the last one first. A body that is not there is empty whatever it says of itself.
  ///
  /// - Parameter limit: Bytes that may come out, also of a coding in the middle. A small bomb is stopped there, not after it.
  static func decode(_ body: [UInt8], _ codings: [ContentCoding], limit: Int) throws(Failure) -> [UInt8] {
    var body = body
    for (index, coding) in codings.enumerated().reversed() where !body.isEmpty {
      let limit = index == 0 ? limit : maximumCoded(limit)
      switch coding {
      case .gzip: body = try Inflate.gzip(body, limit: limit)
      case .deflate: body = try Inflate.deflate(body, limit: limit)
      case .brotli: body = try Brotli.decode(body, limit: limit)
      }
    }
    return body
  }
}
