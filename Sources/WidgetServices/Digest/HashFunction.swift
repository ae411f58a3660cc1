/// A hash function that takes its input in parts.
public protocol HashFunction {
  /// Bytes that it processes at once.
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
