import Testing
import WidgetServices

@Suite struct DigestTests {
  @Test(
    "RFC 1321 A.5: MD5",
    arguments: [
      ("", "d41d8cd98f00b204e9800998ecf8427e"), ("a", "0cc175b9c0f1b6a831c399e269772661"),
      ("abc", "900150983cd24fb0d6963f7d28e17f72"), ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
      ("abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"),
      ("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", "d174ab98d277d9f5a5611c2c9f419d9f"),
      (String(repeating: "1234567890", count: 8), "57edf4a22be3c955ac49da2e2107b67a"),
    ])
  func md5(_ text: String, _ digest: String) { #expect(MD5.hash(text).hexadecimal == digest) }

  @Test(
    "RFC 3174 7.3: SHA-1",
    arguments: [
      ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
      ("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "84983e441c3bd26ebaae4aa1f95129e5e54670f1"),
      (String(repeating: "a", count: 1_000_000), "34aa973cd4c4daa4f61eeb2bdbad27316534016f"),
      (
        String(repeating: "0123456701234567012345670123456701234567012345670123456701234567", count: 10),
        "dea356a2cddd90c7a7ecedc5ebb563934f460452"
      ),
    ])
  func sha1(_ text: String, _ digest: String) { #expect(SHA1.hash(text).hexadecimal == digest) }

  @Test(
    "RFC 6234 8.5: SHA-256",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      (String(repeating: "a", count: 1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
      (
        String(repeating: "0123456701234567012345670123456701234567012345670123456701234567", count: 10),
        "594847328451bdfa85056225462cc1d867d877fb388df0ce35f25ab5562bfbb5"
      ),
    ])
  func sha256(_ text: String, _ digest: String) { #expect(SHA256.hash(text).hexadecimal == digest) }

  @Test("RFC 6234 8.5: SHA-256 of one byte, and of bytes that are not text")
  func sha256OfBytes() {
    #expect(SHA256.hash([0x19]).hexadecimal == "68aa2e2ee5dff96e3355e6c7ee373e3d6a4e17f75f9518d843709c0c9bc3e3d4")
    let bytes: [UInt8] = [0xE3, 0xD7, 0x25, 0x70, 0xDC, 0xDD, 0x78, 0x7C, 0xE3, 0x88, 0x7A, 0xB2, 0xCD, 0x68, 0x46, 0x52]
    #expect(SHA256.hash(bytes).hexadecimal == "175ee69b02ba9b58e2b0a5fd13819cea573f3940a94f825128cf4209beabb4e8")
  }

  @Test("parts of any length give the digest of the whole", arguments: [1, 3, 63, 64, 65, 1000])
  func parts(_ length: Int) {
    let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0) }
    func digest<Function: HashFunction>(_ function: Function.Type) -> Digest {
      var function = Function()
      for start in stride(from: 0, to: bytes.count, by: length) {
        function.update(Array(bytes[start..<min(start + length, bytes.count)]))
      }
      return function.digest()
    }
    #expect(digest(SHA256.self) == SHA256.hash(bytes))
    #expect(digest(SHA1.self) == SHA1.hash(bytes))
    #expect(digest(MD5.self) == MD5.hash(bytes))
  }

  @Test("a copy of a hash function continues by itself")
  func copies() {
    var first = SHA256()
    first.update(Array("ab".utf8))
    var second = first
    first.update(Array("c".utf8))
    second.update(Array("d".utf8))
    #expect(first.digest() == SHA256.hash("abc") && second.digest() == SHA256.hash("abd"))
  }
}
