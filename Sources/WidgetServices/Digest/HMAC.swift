/// Keyed hashing (RFC 2104).
public enum HMAC<Function: HashFunction> {
  public static func code(for message: [UInt8], key: [UInt8]) -> Digest {
    let short = key.count > Function.blockSize ? Function.hash(key).bytes : key
    let padded = short + [UInt8](repeating: 0, count: Function.blockSize - short.count)
    var inner = Function()
    inner.update(padded.map { $0 ^ 0x36 })
    inner.update(message)
    var outer = Function()
    outer.update(padded.map { $0 ^ 0x5C })
    outer.update(inner.digest().bytes)
    return outer.digest()
  }
}
