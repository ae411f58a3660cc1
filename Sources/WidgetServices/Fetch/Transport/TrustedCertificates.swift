import WidgetModel
import WidgetSystem

/// Certificates of private authorities, trusted in addition to the system's.
public struct TrustedCertificates: Sendable, Hashable {
  /// Why certificates couldn't be read.
  public enum Refusal: Error, Sendable, Equatable {
    /// The file can't be read, with the system's reason.
    case unreadable(String)
    case tooLarge
    case noCertificate
    case damaged
  }

  /// A bundle of all public authorities is a quarter of this.
  static let maximumFileBytes = 1 << 20

  /// The certificates in DER form.
  package let certificates: [[UInt8]]

  /// Only the system's.
  public static let system = TrustedCertificates()

  private init() { certificates = [] }

  /// - Parameter certificates: Certificates in DER form.
  package init(certificates: [[UInt8]]) { self.certificates = certificates }

  /// Reads certificates in PEM form (RFC 7468), one or more. Text around them is ignored.
  public init(pem: [UInt8]) throws(Refusal) {
    let (begin, end) = (Array("-----BEGIN CERTIFICATE-----".utf8), Array("-----END CERTIFICATE-----".utf8))
    var certificates: [[UInt8]] = []
    var rest = pem[...]
    while let start = rest.firstRange(of: begin) {
      rest = rest[start.upperBound...]
      guard let stop = rest.firstRange(of: end), let der = try? Base64.decode(Array(rest[..<stop.lowerBound])),
        CertificateNames(der: der) != nil
      else { throw .damaged }
      certificates.append(der)
      rest = rest[stop.upperBound...]
    }
    guard !certificates.isEmpty else { throw .noCertificate }
    self.certificates = certificates
  }

  /// Reads a PEM file.
  public init(file path: String) throws(Refusal) {
    let bytes: [UInt8]
    do throws(RegularFile.Problem) {
      bytes = try RegularFile.read(path, limit: Self.maximumFileBytes)
    } catch {
      switch error {
      case .system(let error): throw .unreadable("\(error)")
      case .notRegular, .severalLinks: throw .unreadable("it is \(RegularFile.refusal)")
      case .tooLarge: throw .tooLarge
      }
    }
    try self.init(pem: bytes)
  }
}

extension TrustedCertificates.Refusal: CustomStringConvertible {
  /// The problem, worded to follow the file's name.
  public var description: String {
    switch self {
    case .unreadable(let reason): "cannot be read: \(reason)"
    case .tooLarge: "is larger than \(TrustedCertificates.maximumFileBytes >> 20) MiB"
    case .noCertificate: "has no certificate in PEM form (-----BEGIN CERTIFICATE-----)"
    case .damaged: "has a damaged certificate"
    }
  }
}
