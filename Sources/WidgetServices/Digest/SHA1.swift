import CMessageDigest

/// SHA-1 (RFC 3174), which is broken: only for services that still require it.
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
