/// The parts of a certificate (RFC 5280 section 4.1) that decide whether it's self-signed, weak or not for servers. Names stay encoded.
package struct CertificateNames: Equatable {
  package let issuer: [UInt8]
  package let subject: [UInt8]
  /// The object identifier of the algorithm that signed it.
  let signatureAlgorithm: [UInt8]
  /// The length of the key; nil for other kinds of keys.
  let rsaBits: Int?
  /// The purpose it has instead of servers; nil if it may be a server's.
  package let foreignPurpose: ForeignPurpose?

  /// A purpose of a certificate (RFC 5280 section 4.2.1.12) other than a server.
  package enum ForeignPurpose: UInt8 {
    case client = 2
    case codeSigning = 3
    case email = 4
    case timeStamping = 8
    case statusResponses = 9
    /// Several purposes, or one that has no name here.
    case other = 0
  }

  /// - Parameter der: A certificate; anything else gives nil.
  package init?(der: [UInt8]) {
    var file = DERReader(der[...])
    guard var certificate = file.enter(0x30), var signed = certificate.enter(0x30) else { return nil }
    // The version is optional; the serial number and signature algorithm follow.
    _ = signed.skip(0xA0)
    guard signed.skip(0x02), var algorithm = signed.enter(0x30), let issuer = signed.element(0x30), signed.skip(0x30),
      let subject = signed.element(0x30), var key = signed.enter(0x30)
    else { return nil }
    self.issuer = Array(issuer)
    self.subject = Array(subject)
    signatureAlgorithm = Array(algorithm.element(0x06) ?? [])
    rsaBits = Self.rsaBits(&key)
    foreignPurpose = Self.purposes(&signed).flatMap { purposes in
      if purposes.contains(Self.purpose + [1]) || purposes.contains(Self.anyPurpose) { return nil }
      guard purposes.count == 1, purposes[0].dropLast() == Self.purpose[...] else { return .other }
      return purposes[0].last.flatMap(ForeignPurpose.init(rawValue:)) ?? .other
    }
  }

  /// The object identifiers of an extended key usage (RFC 5280 section 4.2.1.12); nil without one.
  ///
  /// - Parameter signed: The elements after the key.
  private static func purposes(_ signed: inout DERReader) -> [[UInt8]]? {
    // Unique identifiers, which nobody uses.
    _ = (signed.skip(0x81), signed.skip(0x82))
    guard var outer = signed.enter(0xA3), var extensions = outer.enter(0x30) else { return nil }
    while var one = extensions.enter(0x30) {
      guard one.element(0x06).map({ $0.elementsEqual(extendedKeyUsage) }) == true else { continue }
      _ = one.skip(0x01)
      guard let value = one.element(0x04) else { return nil }
      var file = DERReader(value)
      guard var list = file.enter(0x30) else { return nil }
      var purposes: [[UInt8]] = []
      while let purpose = list.element(0x06) { purposes.append(Array(purpose)) }
      return purposes
    }
    return nil
  }

  private static let extendedKeyUsage: [UInt8] = [0x55, 0x1D, 0x25]
  private static let anyPurpose = extendedKeyUsage + [0x00]
  /// The beginning of the other purposes. A server's is 1.
  private static let purpose: [UInt8] = [0x2B, 0x06, 0x01, 0x05, 0x05, 0x07, 0x03]

  /// - Parameter key: The elements of a SubjectPublicKeyInfo (RFC 5280 section 4.1).
  private static func rsaBits(_ key: inout DERReader) -> Int? {
    guard var algorithm = key.enter(0x30), algorithm.element(0x06).map({ $0.elementsEqual(rsaEncryption) }) == true,
      let bits = key.element(0x03), bits.first == 0
    else { return nil }
    var file = DERReader(bits.dropFirst())
    guard var numbers = file.enter(0x30), let modulus = numbers.element(0x02)?.drop(while: { $0 == 0 }) else { return 0 }
    return modulus.count * 8 - (modulus.first?.leadingZeroBitCount ?? 0)
  }

  /// Whether its signature can be forged.
  package var hasWeakSignature: Bool { Self.weakAlgorithms.contains(signatureAlgorithm) }

  package var hasWeakKey: Bool { rsaBits.map { $0 < 2048 } ?? false }

  private static let rsaEncryption: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01]
  /// RSA with MD2, MD5 and SHA-1; ECDSA with SHA-1.
  private static let weakAlgorithms: [[UInt8]] =
    [2, 4, 5].map { rsaEncryption.dropLast() + [$0] } + [[0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x01]]

  package var isSelfIssued: Bool { issuer == subject }
}

/// Reads elements in the Distinguished Encoding Rules (X.690) one after the other.
private struct DERReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  /// The content of the next element, if it has this tag.
  mutating func element(_ tag: UInt8) -> ArraySlice<UInt8>? {
    var bytes = rest
    guard bytes.popFirst() == tag, let first = bytes.popFirst() else { return nil }
    var length = Int(first)
    if first >= 0x80 {
      let count = Int(first & 0x7F)
      guard (1...4).contains(count), bytes.count >= count else { return nil }
      length = bytes.prefix(count).reduce(0) { $0 << 8 | Int($1) }
      bytes = bytes.dropFirst(count)
    }
    guard length <= bytes.count else { return nil }
    rest = bytes.dropFirst(length)
    return bytes.prefix(length)
  }

  mutating func enter(_ tag: UInt8) -> DERReader? { element(tag).map { DERReader($0) } }

  mutating func skip(_ tag: UInt8) -> Bool { element(tag) != nil }
}
