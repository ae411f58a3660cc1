import CMessageDigest

/// MD5 (RFC 1321), which is broken: only for services that still require it.
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
