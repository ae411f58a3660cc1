import CMessageDigest

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
