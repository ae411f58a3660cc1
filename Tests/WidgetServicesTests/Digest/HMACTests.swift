import Testing
import WidgetServices

@Suite struct HMACTests {
  /// A key and a message from the RFCs.
  struct Sample: Sendable, CustomTestStringConvertible {
    var key: [UInt8]
    var message: [UInt8]
    var digest: String

    init(_ key: [UInt8], _ message: [UInt8], _ digest: String) { (self.key, self.message, self.digest) = (key, message, digest) }
    init(_ key: [UInt8], _ message: String, _ digest: String) { self.init(key, Array(message.utf8), digest) }

    var testDescription: String { digest }
  }

  private static func bytes(_ byte: UInt8, _ count: Int) -> [UInt8] { [UInt8](repeating: byte, count: count) }
  private static let counting = (UInt8(1)...25).map { $0 }
  private static let largerKey = "Test Using Larger Than Block-Size Key - Hash Key First"
  private static let largerBoth = "Test Using Larger Than Block-Size Key and Larger Than One Block-Size Data"

  @Test(
    "RFC 2202 2: HMAC-MD5",
    arguments: [
      Sample(bytes(0x0B, 16), "Hi There", "9294727a3638bb1c13f48ef8158bfc9d"),
      Sample(Array("Jefe".utf8), "what do ya want for nothing?", "750c783e6ab0b503eaa86e310a5db738"),
      Sample(bytes(0xAA, 16), bytes(0xDD, 50), "56be34521d144c88dbb8c733f0e8b3f6"),
      Sample(counting, bytes(0xCD, 50), "697eaf0aca3a3aea3a75164746ffaa79"),
      Sample(bytes(0x0C, 16), "Test With Truncation", "56461ef2342edc00f9bab995690efd4c"),
      Sample(bytes(0xAA, 80), largerKey, "6b1ab7fe4bd7bf8f0b62e6ce61b9d0cd"),
      Sample(bytes(0xAA, 80), largerBoth, "6f630fad67cda0ee1fb1f562db3aa53e"),
    ])
  func md5(_ sample: Sample) { #expect(HMAC<MD5>.code(for: sample.message, key: sample.key).hexadecimal == sample.digest) }

  @Test(
    "RFC 2202 3: HMAC-SHA-1",
    arguments: [
      Sample(bytes(0x0B, 20), "Hi There", "b617318655057264e28bc0b6fb378c8ef146be00"),
      Sample(Array("Jefe".utf8), "what do ya want for nothing?", "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"),
      Sample(bytes(0xAA, 20), bytes(0xDD, 50), "125d7342b9ac11cd91a39af48aa17b4f63f175d3"),
      Sample(counting, bytes(0xCD, 50), "4c9007f4026250c6bc8414f9bf50c86c2d7235da"),
      Sample(bytes(0x0C, 20), "Test With Truncation", "4c1a03424b55e07fe7f27be1d58bb9324a9a5a04"),
      Sample(bytes(0xAA, 80), largerKey, "aa4ae5e15272d00e95705637ce8a3b55ed402112"),
      Sample(bytes(0xAA, 80), largerBoth, "e8e99d0f45237d786d6bbaa7965c7808bbff1a91"),
    ])
  func sha1(_ sample: Sample) { #expect(HMAC<SHA1>.code(for: sample.message, key: sample.key).hexadecimal == sample.digest) }

  @Test(
    "RFC 4231 4: HMAC-SHA-256",
    arguments: [
      Sample(bytes(0x0B, 20), "Hi There", "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
      Sample(
        Array("Jefe".utf8), "what do ya want for nothing?", "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
      Sample(bytes(0xAA, 20), bytes(0xDD, 50), "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"),
      Sample(counting, bytes(0xCD, 50), "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"),
      Sample(bytes(0xAA, 131), largerKey, "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"),
      Sample(
        bytes(0xAA, 131),
        "This is a test using a larger than block-size key and a larger than block-size data. The key needs to be hashed before being used by the HMAC algorithm.",
        "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"),
    ])
  func sha256(_ sample: Sample) {
    #expect(HMAC<SHA256>.code(for: sample.message, key: sample.key).hexadecimal == sample.digest)
  }

  @Test("RFC 4231 4.6: the first 128 bits")
  func truncated() {
    let code = HMAC<SHA256>.code(for: Array("Test With Truncation".utf8), key: Self.bytes(0x0C, 20))
    #expect(code.hexadecimal.hasPrefix("a3b6167473100ee06e0c796c2955552b"))
  }

  @Test("an empty key, and keys around the size of a block")
  func keys() {
    #expect(
      HMAC<SHA256>.code(for: [], key: []).hexadecimal == "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad")
    let block = Self.bytes(1, 64)
    #expect(HMAC<SHA256>.code(for: [1], key: block) != HMAC<SHA256>.code(for: [1], key: block + [0]))
    #expect(HMAC<SHA256>.code(for: [1], key: Self.bytes(1, 63)) == HMAC<SHA256>.code(for: [1], key: Self.bytes(1, 63) + [0]))
  }
}
