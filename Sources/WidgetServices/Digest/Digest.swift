import CMessageDigest

/// The result of a hash function. Comparing two isn't constant-time, so don't use it for secrets.
public struct Digest: Sendable, Hashable {
  public let bytes: [UInt8]

  public init(bytes: [UInt8]) { self.bytes = bytes }

  /// Lowercase.
  public var hexadecimal: String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * 2)
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }
}

/// A hash function that takes its input in parts.
public protocol HashFunction {
  /// Bytes processed at once.
  static var blockSize: Int { get }

  init()
  mutating func update(_ bytes: UnsafeRawBufferPointer)
  consuming func digest() -> Digest
}

extension HashFunction {
  public mutating func update(_ bytes: [UInt8]) { bytes.withUnsafeBytes { update($0) } }

  public static func hash(_ bytes: [UInt8]) -> Digest {
    var function = Self()
    function.update(bytes)
    return function.digest()
  }

  /// The digest of a text in UTF-8.
  public static func hash(_ text: String) -> Digest {
    var function = Self()
    var text = text
    text.withUTF8 { function.update(UnsafeRawBufferPointer($0)) }
    return function.digest()
  }
}

/// MD5 (RFC 1321), which is broken: use it only for services that still require it.
public struct MD5: HashFunction {
  public static let blockSize = 64
  private var state = lw_md5()

  public init() { lw_md5_init(&state) }

  public mutating func update(_ bytes: UnsafeRawBufferPointer) { lw_md5_update(&state, bytes.baseAddress, bytes.count) }

  public consuming func digest() -> Digest {
    var bytes = [UInt8](repeating: 0, count: 16)
    lw_md5_final(&state, &bytes)
    return Digest(bytes: bytes)
  }
}

/// SHA-1 (RFC 3174), which is broken: use it only for services that still require it.
public struct SHA1: HashFunction {
  public static let blockSize = 64
  private var state = lw_sha1()

  public init() { lw_sha1_init(&state) }

  public mutating func update(_ bytes: UnsafeRawBufferPointer) { lw_sha1_update(&state, bytes.baseAddress, bytes.count) }

  public consuming func digest() -> Digest {
    var bytes = [UInt8](repeating: 0, count: 20)
    lw_sha1_final(&state, &bytes)
    return Digest(bytes: bytes)
  }
}

/// SHA-256 (FIPS 180-4).
public struct SHA256: HashFunction {
  public static let blockSize = 64
  private var state = lw_sha256()

  public init() { lw_sha256_init(&state) }

  public mutating func update(_ bytes: UnsafeRawBufferPointer) { lw_sha256_update(&state, bytes.baseAddress, bytes.count) }

  public consuming func digest() -> Digest {
    var bytes = [UInt8](repeating: 0, count: 32)
    lw_sha256_final(&state, &bytes)
    return Digest(bytes: bytes)
  }
}

/// Keyed hashing (RFC 2104).
public enum HMAC<Function: HashFunction> {
  public static func code(for message: [UInt8], key: [UInt8]) -> Digest {
    let short = key.count > Function.blockSize ? Function.hash(key).bytes : key
    let padded = short + [UInt8](repeating: 0, count: max(0, Function.blockSize - short.count))
    var inner = Function()
    inner.update(padded.map { $0 ^ 0x36 })
    inner.update(message)
    var outer = Function()
    outer.update(padded.map { $0 ^ 0x5C })
    outer.update(inner.digest().bytes)
    return outer.digest()
  }
}
