/// A content coding (RFC 9110 section 8.4.1) and its decoder.
enum ContentCoding: Sendable, Equatable {
  case gzip, deflate, brotli

  enum Failure: Error, Equatable {
    case tooLarge
    /// Malformed, truncated, or followed by other data.
    case damaged
    /// More codings than allowed.
    case unknown
  }

  /// Each further coding would be another chance for a decompression bomb.
  static let maximumCodings = 3

  /// Registered codings without an implementation: a body is useless without its decoder.
  private static let unsupported: Set = [
    "aes128gcm", "compress", "dcb", "dcz", "exi", "pack200-gzip", "x-compress", "zstd",
  ]

  /// The codings in `Content-Encoding`, in the order they were applied.
  ///
  /// - Parameter field: nil if there is none. `identity` and empty elements are ignored.
  static func list(_ field: String?) throws(Failure) -> [ContentCoding] {
    var codings: [ContentCoding] = []
    for element in (field ?? "").split(separator: ",") {
      switch element.filter({ $0 != " " && $0 != "\t" }).lowercased() {
      case "", "identity": continue
      case "gzip", "x-gzip": codings.append(.gzip)
      case "deflate": codings.append(.deflate)
      case "br": codings.append(.brotli)
      case let name where unsupported.contains(name): throw .unknown
      // It's not a content coding: servers also write a charset or a media type here. The body isn't encoded by that.
      default: continue
      }
      guard codings.count <= maximumCodings else { throw .unknown }
    }
    return codings
  }

  /// The maximum size of an encoded body whose decoded size is at most `limit`: incompressible data grows a little.
  static func maximumCoded(_ limit: Int) -> Int { limit + limit / 64 + 1024 }

  /// Removes codings, the last one first. An empty body stays empty whatever its coding.
  ///
  /// - Parameter limit: Maximum decoded bytes, even for intermediate codings; decoding stops there.
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
