/// The names in a certificate (RFC 5280 section 4.1), still encoded: enough to see whether it was issued by its own subject.
package struct CertificateNames: Equatable {
  let issuer: [UInt8]
  let subject: [UInt8]

  /// - Parameter der: A certificate; nil is returned for anything else.
  package init?(der: [UInt8]) {
    var file = DERReader(der[...])
    guard var certificate = file.enter(0x30), var signed = certificate.enter(0x30) else { return nil }
    // The version is optional; then serial number and signature algorithm.
    _ = signed.skip(0xA0)
    guard signed.skip(0x02), signed.skip(0x30), let issuer = signed.element(0x30), signed.skip(0x30),
      let subject = signed.element(0x30)
    else { return nil }
    self.issuer = Array(issuer)
    self.subject = Array(subject)
  }

  package var isSelfIssued: Bool { issuer == subject }
}

/// Reads elements in the Distinguished Encoding Rules (X.690) one after the other.
private struct DERReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  /// The content of the next element, when it has this tag.
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
